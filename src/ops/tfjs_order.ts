/**
 * A hint for a likely slip. tf.scatterND takes (indices, updates, shape); the functions here take
 * (data, indices, updates).
 */
import { Tensor, util } from '@tensorflow/tfjs-core';
import type { TensorLike } from '@tensorflow/tfjs-core';

import { isInteger, show } from '../../kernels/contract/messages.js';
import { shapeOf } from './convert.js';

type Input = Tensor | TensorLike;

/** Returns the error of a scatter, with a hint added where its arguments would suit tf.scatterND. */
export function hintAtTfjsOrder(
  error: unknown,
  caller: string,
  data: Input,
  indices: Input,
  updates: Input,
): unknown {
  if (!(error instanceof Error) || !isTfjsOrder(data, indices, updates)) return error;
  return new Error(
    `${error.message} The arguments look like the (indices, updates, shape) of tf.scatterND, with ` +
      `shape ${show(updates)}; ${caller} expects (data, indices, updates): first the tensor to ` +
      `scatter into, such as tf.zeros(${show(updates)}).`,
    { cause: error },
  );
}

/** Returns whether the third argument is a shape that the first can index and that the second fits. */
function isTfjsOrder(first: Input, second: Input, third: Input): boolean {
  const shape = asShape(third);
  if (!shape || (first instanceof Tensor && first.dtype !== 'int32')) return false;
  const indices = shapeOfInput(first);
  // tf.scatterND reads indices of rank 1 as tuples of one index each.
  const [siteShape, depth] =
    indices.length > 1 ? [indices.slice(0, -1), indices.at(-1)] : [indices, 1];
  return util.arraysEqual(shapeOfInput(second), [...siteShape, ...shape.slice(depth)]);
}

function asShape(value: Input): number[] | null {
  const lengths: unknown[] = Array.isArray(value) ? value : [];
  const shape = lengths.filter(isInteger).filter((length) => length >= 0);
  return shape.length > 0 && shape.length === lengths.length ? shape : null;
}

function shapeOfInput(value: Input): number[] {
  return value instanceof Tensor ? value.shape : shapeOf(value, 'float32');
}
