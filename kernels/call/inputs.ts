/** Checks of single inputs. */
import type { DataType, NamedTensorInfoMap, TensorInfo } from '@tensorflow/tfjs-core';

import { oneOf, show, wrong } from './errors.js';
import { sizeOf } from './shapes.js';

/** The maximum number of values in a tensor, because offsets are int32. */
const MAX_SIZE = 2 ** 31 - 1;

export function requiredInput(inputs: NamedTensorInfoMap, name: string): TensorInfo {
  const input: TensorInfo | null | undefined = inputs[name];
  if (!input) throw wrong(`${name} is missing`, 'a tensor');
  return input;
}

/**
 * Throws for a tensor that is too large. Tensors that a call makes must be checked before it makes any: a GPU drops
 * the work that uses one, and other work with it. `subject` begins the message; a function makes it only if needed.
 * `tooLarge` returns what is expected instead of a tensor of so many values, or null if that fits.
 */
export function checkSize(
  shape: number[],
  subject: string | (() => string) = 'data has',
  tooLarge?: (size: number) => string | null,
): void {
  const size = sizeOf(shape);
  const most = `at most ${MAX_SIZE}, the most that int32 offsets can address`;
  const expected = size > MAX_SIZE ? most : (tooLarge?.(size) ?? null);
  if (expected === null) return;
  const begun = typeof subject === 'string' ? subject : subject();
  throw wrong(`${begun} ${size} values (shape ${show(shape)})`, expected);
}

/** Throws as `checkSize` does, if an argument of a call asks for a tensor that is too large. */
export function checkRequestedSize(
  argument: string,
  value: unknown,
  shape: number[],
  tooLarge: (size: number) => string | null,
): void {
  checkSize(shape, () => `${argument} is ${show(value)}, which needs`, tooLarge);
}

export function checkDtype(name: string, dtype: DataType, expected: DataType, reason = ''): void {
  if (dtype === expected) return;
  // Of indices: ops such as tf.range make floats.
  const hint =
    dtype === 'float32' && expected === 'int32' && !reason ? ': .toInt() converts it' : '';
  throw wrong(`${name} has dtype ${dtype}`, expected + reason + hint);
}

export function checkDtypeIn(name: string, dtype: string, dtypes: readonly string[]): void {
  if (dtypes.includes(dtype)) return;
  throw wrong(`${name} has dtype ${dtype}`, oneOf(dtypes));
}
