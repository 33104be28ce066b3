/** Numeric dtypes, and the arrays that hold values on the host. */
import type { BackendValues, DataType } from '@tensorflow/tfjs-core';

import { invalidOption, wrong } from './errors.js';

export type NumericDtype = 'float32' | 'int32' | 'bool';

/** Numbers in memory: float32, int32, and bool as 0 and 1. */
export type Numbers = Float32Array | Int32Array | Uint8Array;

/** The range of numbers that a backend's tensors of a dtype can hold. */
export interface Limits {
  lowest: number;
  highest: number;
  /** All integers up to this one are exact. */
  exactIntegers: number;
}

/** The array type of each numeric dtype. */
export const ARRAYS = { float32: Float32Array, int32: Int32Array, bool: Uint8Array };

const REPRESENTABLE: Record<NumericDtype, { words: string; holds: (value: number) => boolean }> = {
  float32: {
    words: 'a number in the range of float32',
    holds: (value) => !Number.isFinite(value) || Number.isFinite(Math.fround(value)),
  },
  int32: { words: 'an integer in the range of int32', holds: (value) => (value | 0) === value },
  bool: { words: '0 or 1', holds: (value) => value === 0 || value === 1 },
};

/** Checks that a tensor can hold an option's value; `argument` is the tensor's name. */
export function checkRepresentable(
  option: string,
  value: number,
  argument: string,
  dtype: DataType,
): void {
  // For complex64, the value is the real part.
  const range =
    dtype === 'complex64' ? REPRESENTABLE.float32 : isNumeric(dtype) ? REPRESENTABLE[dtype] : null;
  if (range?.holds(value)) return;
  throw invalidOption(option, value, `${range?.words ?? 'none'}: ${argument} has dtype ${dtype}`);
}

export function isNumeric(dtype: DataType): dtype is NumericDtype {
  return dtype in ARRAYS;
}

/** Narrows a dtype once strings and complex64 have been handled. */
export function asNumeric(dtype: DataType): NumericDtype {
  if (isNumeric(dtype)) return dtype;
  throw new Error(`Values of dtype ${dtype} are not numbers.`);
}

/**
 * Converts values to the array type of their dtype. Some of tfjs' own kernels leave them in an array of
 * another type, and its concat of empty tensors leaves a plain array. On tfjs-node, int32 may be BigInts.
 */
export function ofDtype(values: BackendValues, dtype: DataType): BackendValues {
  if (!isNumeric(dtype)) return values;
  const OfDtype = ARRAYS[dtype];
  if (Array.isArray(values)) return new OfDtype(0);
  if (values instanceof OfDtype) return values;
  return isOfBigInts(values) ? Int32Array.from(values, fromBigInt) : new OfDtype(values);
}

function isOfBigInts(values: ArrayLike<number> | ArrayLike<bigint>): values is ArrayLike<bigint> {
  return typeof values[0] === 'bigint';
}

function fromBigInt(value: bigint): number {
  const number = Number(value);
  if (REPRESENTABLE.int32.holds(number)) return number;
  throw wrong(`a tensor of int64 holds ${value}`, 'values in the range of int32');
}

// These narrow values to what their dtype holds. Calls check the dtype, and `ofDtype` makes the array.

export function asIndices(values: BackendValues): Int32Array {
  return values as Int32Array;
}

export function asNumbers(values: BackendValues): Numbers {
  return values as Numbers;
}

export function asStrings(values: BackendValues): Uint8Array[] {
  return values as Uint8Array[];
}
