/** Converts between a call's JSON and tensors on the current backend. */
import * as tf from '@tensorflow/tfjs';
import type { InputData, TensorData, Value } from './call.js';
import {
  arrayOf,
  complexOf,
  encodeComplex,
  encodeNumber,
  normalize,
  numbersOf,
  stringsOf,
} from './values.js';

export function buildTensor(data: TensorData): tf.Tensor {
  const { dtype, shape } = data;
  if (dtype === 'string') return tf.tensor(stringsOf(data), shape, dtype);
  if (dtype !== 'complex64') return tf.tensor(arrayOf(data), shape, dtype);
  return tf.tidy(() => {
    const part = (index: 0 | 1) =>
      tf.tensor(new Float32Array(complexOf(data).map((value) => value[index])), shape);
    return tf.complex(part(0), part(1));
  });
}

type Nested = Value | Nested[];

function nest(values: Value[], shape: number[]): Nested {
  if (shape.length === 0) {
    return values[0];
  }
  const [length, ...rest] = shape;
  const step = values.length / length;
  return Array.from({ length }, (_, i) => nest(values.slice(i * step, (i + 1) * step), rest));
}

/** An input as the op gets it: a tensor, or a nested array. */
export function buildInput(data: InputData): tf.Tensor | tf.TensorLike {
  if (data.plain !== true) {
    return buildTensor(data);
  }
  const numeric = data.dtype === 'float32' || data.dtype === 'int32';
  return nest(numeric ? numbersOf(data) : data.values, data.shape) as tf.TensorLike;
}

/** Keeps a stray value in a bool tensor, such as 2 or 255, as a number, so that it shows. */
function readBoolean(value: number): Value {
  return value === 0 ? false : value === 1 ? true : value;
}

/**
 * Reads a tensor that does not contain strings. With shapes as uniforms, tfjs on webgl misreads a
 * tensor of [16, 2, 1] after another of three dimensions, and large tensors of two: its program key says
 * whether shape and texture are equal, but not whether the squeezed shape is. A slice of the flat tensor has
 * its own shape.
 */
export async function numbersIn(
  tensor: tf.Tensor,
): Promise<Float32Array | Int32Array | Uint8Array> {
  const isSafe = tensor.rank < 2 || tensor.size === 0 || tensor.dtype === 'complex64';
  if (isSafe || !tf.env().getBool('WEBGL_USE_SHAPES_UNIFORMS')) return tensor.data();
  const flat = tf.tidy(() => tensor.flatten().slice([0], [tensor.size]));
  const numbers = await flat.data();
  flat.dispose();
  return numbers;
}

export async function readTensor(tensor: tf.Tensor): Promise<TensorData> {
  const { dtype, shape } = tensor;
  if (dtype === 'string') {
    return { dtype, shape, values: await tensor.data<'string'>() };
  }
  const numbers = Array.from(await numbersIn(tensor));
  if (dtype === 'bool') {
    return { dtype, shape, values: numbers.map(readBoolean) };
  }
  if (dtype === 'complex64') {
    const pairs = Array.from({ length: tensor.size }, (_, i) => i * 2);
    return { dtype, shape, values: pairs.map((i) => encodeComplex([numbers[i], numbers[i + 1]])) };
  }
  return { dtype, shape, values: numbers.map(encodeNumber) };
}

/** The webgl backend also keeps int32 in floats, which round beyond 2^24. */
function asHeld(data: TensorData): (value: number) => number {
  const rounds = data.dtype === 'int32' && tf.getBackend() === 'webgl';
  return rounds ? (value) => Math.fround(value) | 0 : (value) => value;
}

export async function holds(tensor: tf.Tensor, data: TensorData): Promise<boolean> {
  const { dtype, shape } = tensor;
  if (dtype !== data.dtype || !tf.util.arraysEqual(shape, data.shape)) return false;
  if (dtype === 'float32' || dtype === 'int32') {
    const [found, given, held] = [await numbersIn(tensor), numbersOf(data), asHeld(data)];
    return given.every((value, i) => Object.is(held(found[i]), held(value)));
  }
  const [found, given] = [await readTensor(tensor), normalize(data)];
  return JSON.stringify(found) === JSON.stringify(given);
}

/** Returns whether a tensor has these values, separated by commas. */
export async function shows(x: tf.Tensor, values: string): Promise<boolean> {
  return String(await x.data()) === values;
}
