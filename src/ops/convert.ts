/**
 * Converts arguments to tensors. Unlike in tfjs, numbers that would be truncated or wrapped, and rows of
 * different lengths, are errors.
 */
import type { DataType, TensorLike } from '@tensorflow/tfjs-core';

import { show, wrong } from '../../kernels/call/errors.js';
import { Tensor, tensor, util } from '../../kernels/tfjs/seam.js';
import { isNumeric } from '../../kernels/call/dtypes.js';
import { checkDtype, checkShape, sizeOf } from '../../kernels/call/shapes.js';
import { detach } from '../tape.js';

/** An array of values or of other rows; typed arrays are rows too. */
type Row = ArrayLike<unknown> & Iterable<unknown>;

/** A tensor, or an array to convert. */
export type Input = Tensor | TensorLike;

/** The elements that an array of each dtype may hold; complex64 cannot be written as an array. */
const ELEMENTS = {
  float32: { words: 'numbers', fits: (x: unknown) => typeof x === 'number' },
  int32: {
    words: 'integers in the range of int32',
    fits: (x: unknown) => typeof x === 'number' && (x | 0) === x,
  },
  bool: {
    words: 'true and false, or 1 and 0',
    fits: (x: unknown) => typeof x === 'boolean' || x === 0 || x === 1,
  },
  string: { words: 'strings', fits: (x: unknown) => typeof x === 'string' || isBytes(x) },
};

/** A step of training often needs what its loss computed, such as a new state. */
const FREED =
  ' tf.tidy, tf.grad and tf.variableGrads free what they do not return; tf.keep(x) in them keeps x.';

/** Larger arrays are checked before memory is allocated: uneven rows may suggest a huge size. */
const UNCHECKED_SIZE = 2 ** 26;

/**
 * Returns a tensor as it is, or converts an array to `dtype`, by default the one that tfjs infers.
 * `name` is the argument's name in messages.
 */
export function toTensor<T extends Tensor>(
  name: string,
  value: T | TensorLike,
  dtype?: DataType,
): T {
  if (value instanceof Tensor) {
    if (value.isDisposed) throw wrong(`${name} is a disposed tensor`, 'a live one', FREED);
    return value;
  }
  const wanted = dtype ?? dtypeOf(value);
  if (wanted === 'complex64') throw wrong(`${name} is an array`, 'a complex64 tensor, like data');
  const shape = shapeOf(value, wanted);
  // The caller's T claims the rank of an array, as with tfjs' own functions.
  return tensor(elementsOf(name, value, wanted, shape), shape, wanted) as T;
}

/** Returns a tensor of float32, or throws. A `shape` is also checked, which a message says with the `reason`. */
export function toFloats(name: string, value: Input, shape?: number[], reason?: string): Tensor {
  const floats = toTensor(name, value, 'float32');
  checkDtype(name, floats.dtype, 'float32');
  if (shape) checkShape(name, floats, shape, reason);
  return floats;
}

/** Returns indices as a tensor without a gradient; an array must hold integers. */
export function toIndexTensor(name: string, value: Input): Tensor {
  return detach(toTensor(name, value, 'int32'));
}

/** Returns the dtype that tfjs infers from the first element, or from a typed array's type. */
function dtypeOf(value: unknown): DataType {
  if (Array.isArray(value)) return dtypeOf(value[0]);
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  return isRow(value) && !typeOf(value).startsWith('Float') ? 'int32' : 'float32';
}

/** Returns the name of an array's type: arrays of other realms, such as iframes, are instances of other classes. */
function typeOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}

/** Returns a tensor's shape, or the one that the first elements of an array suggest. */
export function shapeOf(value: unknown, dtype: DataType = 'float32'): number[] {
  if (value instanceof Tensor) return (value as Tensor).shape;
  return isElements(value, dtype) ? [value.length, ...shapeOf(value[0], dtype)] : [];
}

/** Returns an array's elements in one flat array, typed if they are numbers; the array itself if possible. */
function elementsOf(
  subject: string,
  value: unknown,
  dtype: keyof typeof ELEMENTS,
  shape: number[],
): TensorLike {
  if (dtype === 'float32' && value instanceof Float32Array) return value;
  if (dtype === 'int32' && value instanceof Int32Array) return value;
  const size = sizeOf(shape);
  if (!ArrayBuffer.isView(value) && size > UNCHECKED_SIZE)
    storeElements(subject, value, dtype, shape, null);
  const out = isNumeric(dtype)
    ? util.getTypedArrayFromDType(dtype, size)
    : new Array<string | Uint8Array>(size);
  storeElements(subject, value, dtype, shape, out);
  // tfjs takes bytes of another realm for rows.
  return Array.isArray(out)
    ? out.map((each) => (isBytes(each) ? Uint8Array.from(each) : each))
    : out;
}

/** Stores elements, if given an array. Throws for the first one that does not fit, and for uneven rows. */
function storeElements(
  subject: string,
  value: unknown,
  dtype: keyof typeof ELEMENTS,
  shape: number[],
  out: Record<number, unknown> | null,
): void {
  const { words, fits } = ELEMENTS[dtype];
  const last = shape.length - 1;
  let at = 0;
  const visit = (value: unknown, depth: number): void => {
    const isNested = isElements(value, dtype);
    if (isNested && value.length === shape[depth]) {
      // V8 is slow to iterate over what may be an array or a typed array.
      for (let i = 0, { length } = value; i < length; i++) {
        const element = value[i];
        if (depth < last || !fits(element)) visit(element, depth + 1);
        else if (out) out[at++] = element;
      }
    } else if (!isNested && depth > last && fits(value)) {
      if (out) out[at++] = value;
    } else fail(value, depth);
  };
  const fail = (value: unknown, depth: number): never => {
    const holds = `${subject} ${depth === 0 ? 'is' : 'holds'} `;
    const isNested = isElements(value, dtype);
    if (!isNested && !fits(value)) {
      const hint = typeof value === 'bigint' ? '; Number(…) converts a bigint' : '';
      throw wrong(holds + show(value), words + hint);
    }
    const got = isNested ? `a row of ${value.length}` : `${show(value)} among rows`;
    const expected = `rows of equal length: its first elements suggest shape ${show(shape)}`;
    throw wrong(holds + got, expected);
  };
  visit(value, 0);
}

/** Returns whether a value is a row, not an element. The bytes of a string are one element. */
function isElements(value: unknown, dtype: DataType): value is Row {
  return isRow(value) && !(dtype === 'string' && isBytes(value));
}

function isBytes(value: unknown): value is Uint8Array {
  return typeOf(value) === 'Uint8Array';
}

/** Returns whether a value is a tensor or an array. */
export function isValues(value: unknown): value is Tensor | Row {
  return value instanceof Tensor || isRow(value);
}

function isRow(value: unknown): value is Row {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && typeOf(value) !== 'DataView');
}
