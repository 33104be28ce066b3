/**
 * Encodes numbers in a call: JSON has no NaN, infinities or negative zero. Also short
 * constructors, which keep tables of cases readable.
 */
import type { DType, InputData, JsonNumber, TensorData, Value } from './call.js';

export type Complex = [number, number];

export function encodeNumber(value: number): JsonNumber {
  if (Number.isFinite(value)) {
    return Object.is(value, -0) ? '-0' : value;
  }
  return String(value);
}

export const encodeComplex = ([re, im]: Complex): [JsonNumber, JsonNumber] => [
  encodeNumber(re),
  encodeNumber(im),
];

export function decodeNumber(value: Value): number {
  if (typeof value === 'number') {
    return value;
  }
  if (typeof value === 'string' && ['NaN', 'Infinity', '-Infinity', '-0'].includes(value)) {
    return Number(value);
  }
  throw new Error(`${JSON.stringify(value)} is not an encoded number`);
}

/** The numbers of a float32 or int32 tensor, as the backend holds them. */
export function numbersOf(tensor: TensorData): number[] {
  return tensor.values.map((value) =>
    tensor.dtype === 'float32' ? Math.fround(decodeNumber(value)) : decodeNumber(value),
  );
}

/** The bytes of a bool tensor: 0 and 1, or any others that a caller wrote. */
function bytesOf(tensor: TensorData): number[] {
  return tensor.values.map((value) => {
    if (typeof value === 'boolean') return value ? 1 : 0;
    if (typeof value === 'number' && value > 1 && value < 256) return value;
    throw new Error(`${JSON.stringify(value)} is not a boolean`);
  });
}

export function booleansOf(tensor: TensorData): boolean[] {
  return bytesOf(tensor).map((byte) => byte !== 0);
}

export function stringsOf(tensor: TensorData): string[] {
  return tensor.values.map((value) => {
    if (typeof value !== 'string') {
      throw new Error(`${JSON.stringify(value)} is not a string`);
    }
    return value;
  });
}

export function complexOf(tensor: TensorData): Complex[] {
  return tensor.values.map((value) => {
    if (!Array.isArray(value)) {
      throw new Error(`${JSON.stringify(value)} is not a [re, im] pair`);
    }
    return [Math.fround(decodeNumber(value[0])), Math.fround(decodeNumber(value[1]))];
  });
}

/** The same tensor, with every number rounded and encoded in one way. */
export function normalize({ dtype, shape, values }: TensorData): TensorData {
  const tensor = { dtype, shape, values };
  if (dtype === 'complex64') return { ...tensor, values: complexOf(tensor).map(encodeComplex) };
  const isNumeric = dtype === 'float32' || dtype === 'int32';
  return isNumeric ? { ...tensor, values: numbersOf(tensor).map(encodeNumber) } : tensor;
}

/** The values of a tensor that are numbers or bools, as tfjs stores them. */
export function arrayOf(tensor: TensorData): Float32Array | Int32Array | Uint8Array {
  if (tensor.dtype === 'float32') return new Float32Array(numbersOf(tensor));
  if (tensor.dtype === 'int32') return new Int32Array(numbersOf(tensor));
  if (tensor.dtype === 'bool') return new Uint8Array(bytesOf(tensor));
  throw new Error(`tensors of ${tensor.dtype} have no array`);
}

export function sizeOf(shape: number[]): number {
  return shape.reduce((product, size) => product * size, 1);
}

type Written = JsonNumber[];

const pairsOf = (parts: Written): Value[] =>
  Array.from({ length: parts.length / 2 }, (_, i) => [parts[2 * i], parts[2 * i + 1]]);

/** A tensor with its values written as the function of its dtype below takes them. */
function tensor(dtype: DType, shape: number[], written: Written): TensorData {
  const toBool = (value: JsonNumber) => (Number(value) > 1 ? value : value === 1);
  const values =
    dtype === 'complex64' ? pairsOf(written) : dtype === 'bool' ? written.map(toBool) : written;
  if (values.length === sizeOf(shape)) return { dtype, shape, values };
  throw new Error(`${values.length} values do not fill [${shape.join(', ')}]`);
}

export const f32 = (shape: number[], values: Written) => tensor('float32', shape, values);
export const i32 = (shape: number[], values: number[]) => tensor('int32', shape, values);
export const str = (shape: number[], values: string[]) => tensor('string', shape, values);
/** Written flat: re, im, re, im. */
export const c64 = (shape: number[], parts: Written) => tensor('complex64', shape, parts);
/** Written with 0 and 1, which line up in a table. */
export const bool = (shape: number[], values: (0 | 1)[]) => tensor('bool', shape, values);
/** A bool tensor with any bytes. */
export const bytes = (shape: number[], values: number[]) => tensor('bool', shape, values);

/** The same tensor, but the op gets a nested array. */
export const plain = (data: TensorData): InputData => ({ ...data, plain: true });

/** A tensor, or only its values, where the place in a call implies the rest. */
export type Given = InputData | Written;

/** By default, values alone are a vector. */
export const given = (
  tensorOrValues: Given,
  dtype: DType,
  shapeOf = (size: number): number[] => [size],
): InputData =>
  Array.isArray(tensorOrValues)
    ? tensor(dtype, shapeOf(tensorOrValues.length), tensorOrValues)
    : tensorOrValues;
