/**
 * Hints for arguments in another library's order. tf.scatterND takes (indices, updates, shape), this
 * package (data, indices, updates). PyTorch takes (input, dim, index), this package an option `axis`.
 */
import { Tensor } from '../../kernels/tfjs/seam.js';
import { CallError } from '../../kernels/call/errors.js';
import { isInteger, show } from '../../kernels/call/messages.js';
import { isShape, shapesFit } from '../../kernels/call/shapes.js';
import { type Input, isRow, shapeOf } from './convert.js';

/** Adds a hint to the error of a scatter if its arguments would suit tf.scatterND. */
export function hintAtTfjsOrder(
  error: unknown,
  name: string,
  data: Input,
  indices: Input,
  updates: Input,
): unknown {
  if (!isTfjsOrder(data, indices, updates)) return error;
  return withHint(
    error,
    `(indices, updates, shape) of tf.scatterND, with shape ${show(updates)}; ${name} expects ` +
      `(data, indices, updates), with data such as tf.zeros(${show(updates)}).`,
  );
}

/** Returns whether the arguments suit tf.scatterND: indices, updates and a shape that fit each other. */
function isTfjsOrder(first: Input, second: Input, third: Input): boolean {
  if (!isShape(third) || third.length === 0 || (first instanceof Tensor && first.dtype !== 'int32'))
    return false;
  const indices = shapeOfInput(first);
  // tf.scatterND reads indices of rank 1 as tuples of one index each.
  const [siteShape, depth] =
    indices.length > 1 ? [indices.slice(0, -1), indices[indices.length - 1]] : [indices, 1];
  return shapesFit(shapeOfInput(second), [...siteShape, ...third.slice(depth)]);
}

function shapeOfInput(value: Input): number[] {
  return value instanceof Tensor ? value.shape : shapeOf(value, 'float32');
}

/**
 * Adds a hint to an error if the second argument is an integer and the third a tensor or an array, as in
 * PyTorch. `name` is the function's name, and `others` names the arguments that are expected after data.
 */
export function hintAtTorchOrder(
  error: unknown,
  name: string,
  others: string,
  second: unknown,
  third: unknown,
): unknown {
  if (!isInteger(second) || !(third instanceof Tensor || isRow(third))) return error;
  return withHint(
    error,
    `(input, dim, index) of PyTorch, with dim ${second}; ${name} expects (data, ${others}, ` +
      `{ axis: ${second} }).`,
  );
}

function withHint(error: unknown, hint: string): unknown {
  if (!(error instanceof CallError)) return error;
  return new CallError(`${error.message} The arguments look like the ${hint}`, { cause: error });
}
