/**
 * Checks of single inputs.
 */
import type { DataType, NamedTensorInfoMap, TensorInfo } from '@tensorflow/tfjs-core';

import { CallError } from './errors.js';
import { oneOf, show } from './messages.js';
import { sizeOf } from './shapes.js';

/** The maximum number of values in data, because offsets are int32. */
const MAX_SIZE = 2 ** 31 - 1;

export function requiredInput(inputs: NamedTensorInfoMap, name: string): TensorInfo {
  const input: TensorInfo | null | undefined = inputs[name];
  if (!input) throw new CallError(`${name} is missing, expected a tensor.`);
  return input;
}

export function checkSize(shape: number[]): void {
  const size = sizeOf(shape);
  if (size <= MAX_SIZE) return;
  throw new CallError(
    `data has ${size} values (shape ${show(shape)}), expected at most ${MAX_SIZE}, the ` +
      'most that int32 offsets can address.',
  );
}

export function checkDtype(name: string, dtype: DataType, expected: DataType, reason = ''): void {
  if (dtype !== expected) {
    throw new CallError(`${name} has dtype ${dtype}, expected ${expected}${reason}.`);
  }
}

export function checkDtypeIn(name: string, dtype: string, dtypes: readonly string[]): void {
  if (dtypes.includes(dtype)) return;
  throw new CallError(`${name} has dtype ${dtype}, expected ${oneOf(dtypes)}.`);
}
