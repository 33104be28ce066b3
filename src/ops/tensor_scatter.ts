/**
 * Scatters with a fixed reduction, under TensorFlow's names.
 */
import type { Rank, Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { OPS } from '../../kernels/call/ops.js';
import type { Reduction } from '../../kernels/call/reductions.js';
import type { ScatterNDOptions } from './options.js';
import { runOp } from './run_op.js';

function tensorScatter(name: string, reduction: Reduction) {
  const takes = ['batchDims', 'outOfBounds', 'wrapNegatives'];
  const fn = { op: OPS.ScatterND, name, attrs: { reduction }, takes };
  return <R extends Rank>(
    data: Tensor<R> | TensorLike,
    indices: Tensor | TensorLike,
    updates: Tensor | TensorLike,
    options: Omit<ScatterNDOptions, 'reduction' | 'includeSelf'> = {},
  ): Tensor<R> => runOp(fn, [data, indices, updates], options) as Tensor<R>;
}

/**
 * Copies `data` and adds a slice of `updates` for every tuple of `indices`. It is `scatterND` with the
 * reduction 'add'.
 *
 * TensorFlow's `tf.tensor_scatter_nd_add`, except that a negative index counts from the end.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { tensorScatterAdd } from 'tfjs-gather-scatter';
 *
 * tensorScatterAdd(tf.ones([4]), [[1], [3], [1]], [5, 6, 7]).print(); // [1, 13, 1, 7]
 * ```
 *
 * @function
 * @param data A tensor of any dtype and of rank 1 or more, or an array.
 * @param indices int32, of rank 1 or more; its last dimension holds the tuples, of K indices each.
 * @param updates Of data's dtype and the shape
 *     `[...indices.shape.slice(0, -1), ...data.shape.slice(batchDims + K)]`; or a scalar for all sites.
 * @param options `batchDims` (default 0), `outOfBounds` (default 'error').
 * @returns A new tensor of data's shape and dtype.
 * @throws As `scatterND` does.
 */
export const tensorScatterAdd = tensorScatter('tensorScatterAdd', 'add');

/**
 * Copies `data`, of any dtype but string, and subtracts a slice of `updates` for every tuple of
 * `indices`. It is `scatterND` with the reduction 'sub'; arguments are the same as for `tensorScatterAdd`.
 *
 * TensorFlow's `tf.tensor_scatter_nd_sub`, except that a negative index counts from the end.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { tensorScatterSub } from 'tfjs-gather-scatter';
 *
 * tensorScatterSub(tf.ones([4]), [[1], [3], [1]], [5, 6, 7]).print(); // [1, -11, 1, -5]
 * ```
 *
 * @function
 */
export const tensorScatterSub = tensorScatter('tensorScatterSub', 'sub');

/**
 * Copies `data`, of float32, int32 or bool, and takes the maximum with a slice of `updates` for every
 * tuple of `indices`. It is `scatterND` with the reduction 'max'; arguments are the same as for
 * `tensorScatterAdd`.
 *
 * TensorFlow's `tf.tensor_scatter_nd_max`, except that a negative index counts from the end.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { tensorScatterMax } from 'tfjs-gather-scatter';
 *
 * tensorScatterMax(tf.tensor1d([0, 9, 0]), [[1], [2], [2]], [5, 6, 7]).print(); // [0, 9, 7]
 * ```
 *
 * @function
 */
export const tensorScatterMax = tensorScatter('tensorScatterMax', 'max');

/**
 * The same as `tensorScatterMax`, for the minimum. It is `scatterND` with the reduction 'min'.
 *
 * TensorFlow's `tf.tensor_scatter_nd_min`, except that a negative index counts from the end.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { tensorScatterMin } from 'tfjs-gather-scatter';
 *
 * tensorScatterMin(tf.tensor1d([8, 1, 8]), [[1], [2], [2]], [5, 6, 7]).print(); // [8, 1, 6]
 * ```
 *
 * @function
 */
export const tensorScatterMin = tensorScatter('tensorScatterMin', 'min');
