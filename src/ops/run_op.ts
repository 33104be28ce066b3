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
import { type Input, isValues, shapeOf, toIndexTensor, toTensor } from './convert.js';
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
  const { op, name = op.name, attrs: fixed = {}, takesOne } = fn;
  const compute = () => {
    checkOptions(options, fn.attrs ? op.options.filter((each) => !(each in fixed)) : op.options);
    // Options that the function fixes can only be undefined.
    const attrs: NamedAttrMap = { ...options, ...fixed };
    if (op.scatters) return runScatter(op, scatterInputs(args), attrs, takesOne);
    const data = toTensor('data', args[0]);
    return runKernel(op, { data, indices: toIndexTensor('indices', args[1]) }, attrs);
  };
  const { attribute } = op.addressing;
  // PyTorch has no gather of tuples, but index_reduce.
  const isOfTorch = attribute === 'axis' || op.scatters;
  const hint = () =>
    hintAtTfjsOrder(name, args) +
    (isOfTorch ? hintAtTorchOrder(name, args, options, 'updates', attribute) : '');
  return publicCall(name, compute, hint);
}

/** Converts the arguments of a scatter. */
export function scatterInputs([data, indices, updates]: Input[]) {
  const x = toTensor('data', data);
  return {
    data: x,
    indices: toIndexTensor('indices', indices),
    updates: toTensor('updates', updates, x.dtype),
  };
}

/** Runs a scatter. A scalar is the update of every site. */
export function runScatter(
  op: Op,
  inputs: Record<'data' | 'indices' | 'updates', Tensor>,
  attrs: NamedAttrMap,
  takesOne = false,
): Tensor {
  const { data, indices, updates } = inputs;
  const addressesOne = indices.rank === 1 && indices.size === data.rank;
  const isForAll = updates.rank === 0 || (takesOne && updates.size === 1 && addressesOne);
  if (!isForAll) return runKernel(op, inputs, attrs);
  const { addressing } = op;
  const at = readAttributes(attrs)[addressing.attribute];
  const shape = addressing.valuesShape(data.shape, indices.shape, at);
  const all = reshape(repeat(updates, 0, sizeOf(shape)), shape);
  return runKernel(op, { ...inputs, updates: all }, attrs);
}

/** Returns a hint if the arguments of a scatter would suit tf.scatterND: indices, updates and a shape that fit. */
function hintAtTfjsOrder(name: string, [first, second, shape]: Input[]): string {
  if (!isShape(shape) || shape.length === 0) return '';
  if (first instanceof Tensor && first.dtype !== 'int32') return '';
  const indices = tupleShape(shapeOf(first));
  const [depth] = indices.slice(-1);
  if (!shapesFit(shapeOf(second), [...indices.slice(0, -1), ...shape.slice(depth)])) return '';
  return hintAt(
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
  attribute = 'axis',
): string {
  const [, dim, third = options] = inputs;
  const others = inputs.length > 2 ? `indices, ${updates}` : 'indices';
  return hintAtDim(
    dim,
    third,
    '(input, dim, index)',
    (dim) => `${name} expects (data, ${others}, { ${attribute}: ${dim} })`,
  );
}

/** Returns a hint at PyTorch's order of arguments if the second is an integer and the third a tensor or an array. */
export function hintAtDim(
  dim: unknown,
  third: unknown,
  order: string,
  expected: (dim: number) => string,
): string {
  if (!isInteger(dim) || !isValues(third)) return '';
  return hintAt(`${order} of PyTorch, with dim ${dim}; ${expected(dim)}.`);
}

/** Returns a hint if the first argument is a list of ids, and the second a table, as in PyTorch's F.embedding. */
export function hintAtEmbedding(
  name: string,
  [ids, table]: Input[],
  order: string,
  expected: string,
): string {
  const isTable = table instanceof Tensor && table.dtype === 'float32' && table.rank > 1;
  if (!isTable || (ids instanceof Tensor && ids.dtype !== 'int32')) return '';
  return hintAt(`${order} of PyTorch; ${name} expects ${expected}.`);
}

export function hintAt(order: string): string {
  return ` The arguments look like the ${order}`;
}
