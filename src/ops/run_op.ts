/**
 * The common part of all public functions: converts arrays to tensors, and passes on the function's name for
 * messages. The kernel checks everything. The tidy has no name, because tfjs would use the gradient of a
 * kernel of that name for the ops inside.
 */
import type { NamedAttrMap } from '@tensorflow/tfjs-core';

import { reshape, Tensor } from '../../kernels/tfjs/seam.js';
import { checkOptions, readAttributes } from '../../kernels/call/attributes.js';
import type { Op } from '../../kernels/call/ops.js';
import { isShape, shapesFit, sizeOf } from '../../kernels/call/shapes.js';
import { isInteger, show } from '../../kernels/call/errors.js';
import { tupleShape } from '../../kernels/tfjs/rules.js';
import { runKernel, publicCall } from '../backends.js';
import { type Input, isValues, shapeOf, toTensor } from './convert.js';
import { toIndexTensor } from './index_tensor.js';
import { repeat } from './rows.js';

/** What distinguishes a public function from the others. */
export interface OpFunction {
  op: Op;
  /** Its name in messages. Default: the op's. */
  name?: string;
  /** Attributes of its kernel that are not options. Other options are the op's. */
  attrs?: NamedAttrMap;
  /** Whether updates of one element may have any shape, if indices are one tuple that addresses one value. */
  takesOne?: boolean;
}

/** Runs an op on data, indices and, if it scatters, updates. */
export function runOp(fn: OpFunction, args: Input[], options: object): Tensor {
  const { op, name = op.name } = fn;
  const takesAxis = op.addressing.attribute === 'axis';
  const hint = () =>
    hintAtTfjsOrder(name, args) + (takesAxis ? hintAtTorchOrder(name, args, options) : '');
  return publicCall(name, () => computeOp(fn, args, options), hint);
}

/** Does the same for another public function, which names errors and frees tensors. */
export function computeOp(fn: OpFunction, args: Input[], options: object): Tensor {
  const [data, indices, updates] = args;
  const { op, attrs: fixed = {}, takesOne } = fn;
  const takes = op.options.filter((option) => !(option in fixed));
  checkOptions(options, takes);
  // Options that the function fixes can only be undefined.
  const attrs: NamedAttrMap = { ...options, ...fixed };
  const inputs = { data: toTensor('data', data), indices: toIndexTensor('indices', indices) };
  if (!op.scatters) return runKernel(op, inputs, attrs);
  const { data: x, indices: tuples } = inputs;
  const values = toTensor('updates', updates, x.dtype);
  const addressesOne = tuples.rank === 1 && tuples.size === x.rank;
  const isForAll = values.rank === 0 || (takesOne && values.size === 1 && addressesOne);
  const all = isForAll ? atEverySite(op, attrs, inputs, values) : values;
  return runKernel(op, { ...inputs, updates: all }, attrs);
}

function atEverySite(
  op: Op,
  attrs: NamedAttrMap,
  { data, indices }: Record<string, Tensor>,
  updates: Tensor,
): Tensor {
  const { addressing, options } = op;
  const at = readAttributes(attrs, options)[addressing.attribute];
  const shape = addressing.valuesShape(data.shape, indices.shape, at);
  return reshape(repeat(updates, 0, sizeOf(shape)), shape);
}

/** Returns a hint if the arguments of a scatter would suit tf.scatterND: indices, updates and a shape that fit. */
function hintAtTfjsOrder(name: string, [first, second, shape]: Input[]): string {
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
