/**
 * Converts arguments to tensors. Unlike in tfjs, numbers that would be truncated or wrapped, and rows of
 * different lengths, are errors.
 */
import type { DataType, TensorLike } from '@tensorflow/tfjs-core';

import { Tensor, tensor } from '../../kernels/contract/tfjs_seam.js';
import { isNumeric } from '../../kernels/contract/dtypes.js';
import { show } from '../../kernels/contract/messages.js';
import { sizeOf } from '../../kernels/contract/shapes.js';
import { flatNumbers, isBit, isInt32, isRow, type Row } from './array_values.js';

/** A tensor, or an array to convert. */
export type Input = Tensor | TensorLike;

/** The elements that an array of each dtype may hold; complex64 cannot be written as an array. */
const ELEMENTS = {
  float32: { words: 'numbers', fits: (x: unknown) => typeof x === 'number' },
  int32: { words: 'integers in the range of int32', fits: isInt32 },
  bool: { words: 'true and false, or 1 and 0', fits: isBit },
  string: { words: 'strings', fits: (x: unknown) => typeof x === 'string' || isBytes(x) },
};

/** Larger arrays are checked before memory is allocated: uneven rows may suggest a huge size. */
const UNCHECKED_SIZE = 2 ** 26;

/**
 * Returns a tensor as it is, or converts an array to `dtype`, by default the one that tfjs infers.
 * `name` is the argument's name in messages.
 */
export function toTensor<T extends Tensor>(
  caller: string,
  name: string,
  value: T | TensorLike,
  dtype?: DataType,
): T {
  if (value instanceof Tensor) {
    if (value.isDisposed) {
      throw new Error(`${caller}: ${name} is a disposed tensor, expected a live one.`);
    }
    return value;
  }
  const wanted = dtype ?? dtypeOf(value);
  if (wanted === 'complex64') {
    throw new Error(`${caller}: ${name} is an array, expected a complex64 tensor, like data.`);
  }
  const shape = shapeOf(value, wanted);
  const check = () => {
    checkElements(`${caller}: ${name}`, value, wanted, shape, 0);
  };
  if (!ArrayBuffer.isView(value) && sizeOf(shape) > UNCHECKED_SIZE) check();
  const numbers = isNumeric(wanted) ? flatNumbers(value, shape, wanted) : null;
  if (numbers === null) check();
  // The caller's T claims the rank of an array, as with tfjs' own functions.
  return tensor(numbers ?? value, shape, wanted) as T;
}

/** Returns the dtype that tfjs infers from the first element, or from a typed array's type. */
function dtypeOf(value: unknown): DataType {
  if (Array.isArray(value)) return dtypeOf(value[0]);
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  const isFloat = value instanceof Float32Array || value instanceof Float64Array;
  return isRow(value) && !isFloat ? 'int32' : 'float32';
}

/** Returns the shape that the first elements suggest. */
export function shapeOf(value: unknown, dtype: DataType): number[] {
  if (!isElements(value, dtype)) return [];
  return [value.length, ...(value.length > 0 ? shapeOf(value[0], dtype) : [])];
}

/** Throws for the first row whose length differs, or the first element that does not fit. */
function checkElements(
  subject: string,
  value: unknown,
  dtype: keyof typeof ELEMENTS,
  shape: number[],
  depth: number,
): void {
  const { words, fits } = ELEMENTS[dtype];
  const verb = depth === 0 ? 'is' : 'holds';
  if (!isElements(value, dtype)) {
    if (!fits(value)) throw new Error(`${subject} ${verb} ${show(value)}, expected ${words}.`);
    if (depth === shape.length) return;
  } else if (value.length === shape[depth]) {
    for (const element of value) {
      checkElements(subject, element, dtype, shape, depth + 1);
    }
    return;
  }
  const got = isElements(value, dtype) ? `a row of ${value.length}` : `${show(value)} among rows`;
  throw new Error(
    `${subject} ${verb} ${got}, expected rows of equal length: its first elements suggest shape ` +
      `${show(shape)}.`,
  );
}

/** Returns whether a value is a row, not an element. The bytes of a string are one element. */
function isElements(value: unknown, dtype: DataType): value is Row {
  return isRow(value) && !(dtype === 'string' && isBytes(value));
}

function isBytes(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array;
}
