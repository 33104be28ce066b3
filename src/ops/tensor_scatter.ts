/**
 * ONNX TensorScatter, as a scatterND: the kernel of that name is for direct calls, and shares the checks and the tuples.
 */
import type { Rank, Tensor, TensorLike, Variable } from '@tensorflow/tfjs-core';

import { checkOptions } from '../../kernels/call/attributes.js';
import { OPS } from '../../kernels/call/ops.js';
import { TENSOR_SCATTER, type TensorScatterMode } from '../../kernels/call/tensor_scatter.js';
import { backend } from '../../kernels/tfjs/seam.js';
import { asScatterND } from '../../kernels/registry/tensor_scatter.js';
import { publicCall, requireKernels, runKernel } from '../backends.js';
import { computeDetached } from '../tape.js';
import { type Input, isValues, toIndexTensor, toTensor } from './convert.js';
import { assignTo, INTO_VARIABLE } from './into_variables.js';
import { hintAtDim } from './run_op.js';

/** Options of `tensorScatter`. */
export interface TensorScatterOptions {
  /** The axis of positions: not 0, the batch; a negative one counts from the end. Default -2. */
  axis?: number | undefined;
  /**
   * What positions beyond the end of the axis are: an error with 'linear', and with 'circular' those at its beginning, as in
   * a ring buffer. Default 'linear'.
   */
  mode?: TensorScatterMode | undefined;
}

/** The arguments of a call before its options. */
type Inputs = [pastCache: Input, update: Input, writeIndices: Input | undefined];

/** Runs a call, as part of a public one. `attrs` says what becomes of pastCache. */
function runTensorScatter(
  [pastCache, update, writeIndices]: Inputs,
  options: object,
  attrs: Partial<typeof INTO_VARIABLE> = {},
): Tensor {
  checkOptions(options, TENSOR_SCATTER.options);
  const data = toTensor('pastCache', pastCache);
  const updates = toTensor('update', update, data.dtype);
  const starts =
    writeIndices === undefined ? undefined : toIndexTensor('writeIndices', writeIndices);
  const inputs = { pastCache: data, update: updates, writeIndices: starts };
  const [indices, how] = asScatterND(
    inputs,
    { ...options },
    requireKernels(),
    backend(),
    computeDetached,
  );
  return runKernel(OPS.ScatterND, { data, indices, updates }, { ...attrs, ...how });
}

/** Returns a hint at arguments in the order of PyTorch's index_copy_, or at options in the place of write indices. */
function hintAtArguments(name: string, [, update, writeIndices]: Inputs, options: unknown): string {
  if (typeof writeIndices === 'object' && !isValues(writeIndices)) {
    return ` Options are the fourth argument: ${name}(pastCache, update, undefined, options).`;
  }
  return hintAtDim(update, writeIndices ?? options, '(dim, index, source)', (dim) => {
    return `${name} expects (pastCache, update, writeIndices, { axis: ${dim} })`;
  });
}

/**
 * Returns a copy of `pastCache` with `update` written at consecutive positions along an axis, for each sample of the batch
 * from its own position on. This is a step into the KV cache of a transformer, or into a ring buffer.
 *
 * ONNX TensorScatter (24). For one axis of one tensor, PyTorch's `index_copy` and JAX's `dynamic_update_slice`.
 *
 * Gradients of first and second order: that of pastCache is 0 where update was written; that of update is dy there.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { tensorScatter } from 'tfjs-gather-scatter';
 *
 * const cache = tf.zeros([2, 3, 1]);
 * tensorScatter(cache, [[[1]], [[2]]], [0, 2]).print(); // [[[1], [0], [0]], [[0], [0], [2]]]
 *
 * const ring = tf.tensor2d([[1, 2, 3]]);
 * tensorScatter(ring, [[8, 9]], [5], { axis: 1, mode: 'circular' }).print(); // [[9, 2, 8]]
 * ```
 *
 * @param pastCache A tensor of any dtype, or an array: `[batch, ..., positions, ...]`, of rank 2 or more.
 * @param update Of pastCache's dtype and shape, with at most as many positions.
 * @param writeIndices int32, `[batch]`: the position at which each sample's update begins. Default: 0. With mode
 *     'circular' any integer, taken modulo positions. With 'linear' the update must end within the axis.
 * @param options `axis` (default -2, so that tensors of rank 2 need `{ axis: 1 }`) and `mode` (default 'linear').
 * @returns A tensor of pastCache's shape and dtype.
 * @throws An Error that names the argument if shapes, dtypes or options do not fit, and with mode 'linear' for a write
 *     index that is negative or too large. If only a GPU knows it, positions outside the axis are dropped.
 */
export function tensorScatter<R extends Rank>(
  pastCache: Tensor<R> | TensorLike,
  update: Tensor | TensorLike,
  writeIndices?: Tensor | TensorLike,
  options: TensorScatterOptions = {},
): Tensor<R> {
  const { name } = TENSOR_SCATTER;
  const inputs: Inputs = [pastCache, update, writeIndices];
  const compute = () => runTensorScatter(inputs, options) as Tensor<R>;
  return publicCall(name, compute, () => hintAtArguments(name, inputs, options));
}

/**
 * The same as `variable.assign(tensorScatter(variable, update, writeIndices, options))`, in place: it takes time in
 * proportion to the update if nothing else holds the variable's memory. See `assignScatterND` for what copies.
 *
 * PyTorch's `index_copy_`, and a step of JAX's donated KV caches.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { assignTensorScatter } from 'tfjs-gather-scatter';
 *
 * const cache = tf.variable(tf.zeros([2, 3, 1]));
 * const lengths = [0, 2];
 * assignTensorScatter(cache, [[[1]], [[2]]], lengths);
 * cache.print(); // [[[1], [0], [0]], [[0], [0], [2]]]
 * ```
 *
 * @param variable A variable of any dtype: `[batch, ..., positions, ...]`, of rank 2 or more.
 * @param update Of the variable's dtype and shape, with at most as many positions.
 * @param writeIndices int32, `[batch]`, as in `tensorScatter`. Default: 0.
 * @param options Those of `tensorScatter`: `axis` (default -2) and `mode` (default 'linear').
 * @throws An Error as `tensorScatter` does, and for a tensor that is no variable. The variable then keeps its values.
 */
export function assignTensorScatter(
  variable: Variable,
  update: Tensor | TensorLike,
  writeIndices?: Tensor | TensorLike,
  options: TensorScatterOptions = {},
): void {
  const name = 'assignTensorScatter';
  const inputs: Inputs = [variable, update, writeIndices];
  assignTo(
    name,
    variable,
    TENSOR_SCATTER.name,
    () => runTensorScatter(inputs, options, INTO_VARIABLE),
    () => hintAtArguments(name, inputs, options),
  );
}
