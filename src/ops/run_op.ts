/**
 * The common part of all public functions: converts arrays to tensors, and passes on the function's name for
 * messages. The kernel checks everything. The tidy has no name, because tfjs would use the gradient of a
 * kernel of that name for the ops inside.
 */
import type { NamedAttrMap, Tensor } from '@tensorflow/tfjs-core';

import { reshape } from '../../kernels/tfjs/seam.js';
import { checkOptions, readAttributes } from '../../kernels/call/attributes.js';
import type { Op } from '../../kernels/call/ops.js';
import { runKernel, runServed } from '../backends.js';
import { hintAtTfjsOrder, hintAtTorchOrder } from './argument_order.js';
import { type Input, toTensor } from './convert.js';
import { toIndexTensor } from './index_tensor.js';
import { repeat } from './rows.js';
import { sizeOf } from '../../kernels/call/shapes.js';

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
  const [data, indices, updates] = args;
  const { op, name = op.name, attrs: fixed = {}, takesOne } = fn;
  const compute = () => {
    const takes = op.options.filter((option) => !(option in fixed));
    checkOptions(options, takes);
    const attrs: NamedAttrMap = { ...fixed, ...options };
    const inputs = { data: toTensor('data', data), indices: toIndexTensor('indices', indices) };
    if (!op.scatters) return runKernel(op, inputs, attrs);
    const { data: x, indices: tuples } = inputs;
    const values = toTensor('updates', updates, x.dtype);
    const addressesOne = tuples.rank === 1 && tuples.size === x.rank;
    const isForAll = values.rank === 0 || (takesOne && values.size === 1 && addressesOne);
    const all = isForAll ? atEverySite(op, attrs, inputs, values) : values;
    return runKernel(op, { ...inputs, updates: all }, attrs);
  };
  const takesAxis = op.addressing.attribute === 'axis';
  const hint = () =>
    hintAtTfjsOrder(name, args) + (takesAxis ? hintAtTorchOrder(name, args, options) : '');
  return runServed(name, compute, hint);
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
