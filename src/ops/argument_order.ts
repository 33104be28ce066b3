/**
 * Hints that follow the error of a call whose arguments are in another library's order; '' for other calls.
 */
import { Tensor } from '../../kernels/tfjs/seam.js';
import { isInteger, show } from '../../kernels/call/errors.js';
import { isShape, shapesFit } from '../../kernels/call/shapes.js';
import { tupleShape } from '../../kernels/tfjs/rules.js';
import { type Input, isValues, shapeOf } from './convert.js';

/** Returns a hint if the arguments of a scatter would suit tf.scatterND: indices, updates and a shape that fit. */
export function hintAtTfjsOrder(name: string, [first, second, shape]: Input[]): string {
  if (!isShape(shape) || shape.length === 0) return '';
  if (first instanceof Tensor && first.dtype !== 'int32') return '';
  const indices = tupleShape(shapeOf(first));
  const [depth] = indices.slice(-1);
  if (!shapesFit(shapeOf(second), [...indices.slice(0, -1), ...shape.slice(depth)])) return '';
  return hint(
    `(indices, updates, shape) of tf.scatterND, with shape ${show(shape)}; ${name} expects ` +
      `(data, indices, updates), with data such as tf.zeros(${show(shape)}).`,
  );
}

/**
 * Returns a hint if the second argument is an integer and the third a tensor or an array, as in PyTorch. `updates`
 * is the name of the input after indices, if there is one.
 */
export function hintAtTorchOrder(
  name: string,
  inputs: Input[],
  options: unknown,
  updates = 'updates',
): string {
  const [dim, third = options] = inputs.slice(1);
  if (!isInteger(dim) || !isValues(third)) return '';
  const others = inputs.length > 2 ? `indices, ${updates}` : 'indices';
  return hint(
    `(input, dim, index) of PyTorch, with dim ${dim}; ${name} expects (data, ${others}, ` +
      `{ axis: ${dim} }).`,
  );
}

function hint(order: string): string {
  return ` The arguments look like the ${order}`;
}
