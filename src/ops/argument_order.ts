/**
 * Hints for arguments in another library's order. tf.scatterND takes (indices, updates, shape), this
 * package (data, indices, updates). PyTorch takes (input, dim, index), this package an option `axis`.
 */
import { Tensor } from '../../kernels/tfjs/seam.js';
import { CallError, isInteger, show } from '../../kernels/call/errors.js';
import { isShape, shapesFit } from '../../kernels/call/shapes.js';
import { type Input, isRow, shapeOf } from './convert.js';

/** Adds a hint to the error of a scatter if its arguments would suit tf.scatterND. */
export function hintAtTfjsOrder(error: unknown, name: string, inputs: Input[]): unknown {
  if (!isTfjsOrder(inputs)) return error;
  const shape = show(inputs[2]);
  return withHint(
    error,
    `(indices, updates, shape) of tf.scatterND, with shape ${shape}; ${name} expects ` +
      `(data, indices, updates), with data such as tf.zeros(${shape}).`,
  );
}

/** Returns whether the arguments suit tf.scatterND: indices, updates and a shape that fit each other. */
function isTfjsOrder([first, second, third]: Input[]): boolean {
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
 * PyTorch. `name` is the function's name, and `updates` that of the input after indices, if there is one.
 */
export function hintAtTorchOrder(
  error: unknown,
  name: string,
  inputs: Input[],
  options: unknown,
  updates = 'updates',
): unknown {
  const [dim, third = options] = inputs.slice(1);
  if (!isInteger(dim) || !(third instanceof Tensor || isRow(third))) return error;
  const others = inputs.length > 2 ? `indices, ${updates}` : 'indices';
  return withHint(
    error,
    `(input, dim, index) of PyTorch, with dim ${dim}; ${name} expects (data, ${others}, ` +
      `{ axis: ${dim} }).`,
  );
}

function withHint(error: unknown, hint: string): unknown {
  if (!(error instanceof CallError)) return error;
  return new CallError(`${error.message} The arguments look like the ${hint}`, { cause: error });
}
