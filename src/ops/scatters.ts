import type { Rank, Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { OPS } from '../../kernels/call/ops.js';
import type {
  ScatterElementsOptions,
  ScatterNDOptions,
  ScatterNDUpdateOptions,
} from './options.js';
import { runOp } from './run_op.js';

/**
 * Copies `data` and combines every element of `updates` with one value of the copy. The index is the
 * value's position along `axis`; along all other axes the value has the position of the update. Updates
 * that share a place are combined in row-major order; with reduction 'none' the last one wins.
 *
 * ONNX ScatterElements (11, 13, 16, 18), PyTorch's `scatter` and `scatter_reduce`.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { scatterElements } from 'tfjs-gather-scatter';
 *
 * const votes = tf.tensor1d([1, 1, 0, 1, 1]);
 * const parties = tf.tensor1d([0, 0, 1, 1, 1], 'int32');
 * scatterElements(tf.zeros([2]), parties, votes, { reduction: 'add' }).print(); // [2, 2]
 * ```
 *
 * @param data A tensor of any dtype and of rank 1 or more, or an array.
 * @param indices int32, of data's rank, and no longer than data except along `axis`. Negative ones
 *     count from the end.
 * @param updates Of data's dtype and the shape of indices, or a scalar for all sites.
 * @param options `axis` (default 0); `reduction` (default 'none'): any {@link Reduction};
 *     `includeSelf` (default true): whether data's own value takes part where updates land;
 *     `outOfBounds` (default 'error').
 * @returns A new tensor of data's shape and dtype.
 * @throws As `scatterND` does.
 */
export function scatterElements<R extends Rank>(
  data: Tensor<R> | TensorLike,
  indices: Tensor | TensorLike,
  updates: Tensor | TensorLike,
  options: ScatterElementsOptions = {},
): Tensor<R> {
  return runOp({ op: OPS.ScatterElements }, [data, indices, updates], options) as Tensor<R>;
}

/**
 * Copies `data` and combines a slice of `updates` with a slice of the copy for every tuple of `indices`.
 * Tuples address slices as in `gatherND`. Updates that share a place are combined in row-major order;
 * with reduction 'none' the last one wins.
 *
 * ONNX ScatterND (11, 13, 16, 18), with GatherND's batchDims. Note the order of the arguments:
 * `tf.scatterND` takes (indices, updates, shape).
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { scatterND } from 'tfjs-gather-scatter';
 *
 * const rows = tf.tensor2d([[1, 1], [2, 2], [3, 3]]);
 * const sums = scatterND(tf.zeros([4, 2]), [[3], [0], [3]], rows, { reduction: 'add' });
 * sums.print(); // [[2, 2], [0, 0], [0, 0], [4, 4]]
 * ```
 *
 * @param data A tensor of any dtype and of rank 1 or more, or an array.
 * @param indices int32, of rank 1 or more; its last dimension holds the tuples, of K indices each.
 *     Negative indices count from the end.
 * @param updates Of data's dtype and the shape
 *     `[...indices.shape.slice(0, -1), ...data.shape.slice(batchDims + K)]`; or a scalar for all sites.
 * @param options `batchDims` (default 0); `reduction` (default 'none'): any {@link Reduction};
 *     `includeSelf` (default true): whether data's own value takes part where updates land;
 *     `outOfBounds` (default 'error').
 * @returns A new tensor of data's shape and dtype.
 * @throws An Error that names the argument if shapes, dtypes or options do not fit, or data's dtype does
 *     not have the reduction, and with outOfBounds 'error' if an index is outside `[-size, size - 1]`.
 */
export function scatterND<R extends Rank>(
  data: Tensor<R> | TensorLike,
  indices: Tensor | TensorLike,
  updates: Tensor | TensorLike,
  options: ScatterNDOptions = {},
): Tensor<R> {
  return runOp({ op: OPS.ScatterND }, [data, indices, updates], options) as Tensor<R>;
}

/**
 * `scatterND` under OpenVINO's name, with the same arguments, result and errors. In addition, if indices
 * are a single tuple that addresses one value, updates of one element may have any shape.
 *
 * OpenVINO ScatterNDUpdate-3 and -15.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { scatterNDUpdate } from 'tfjs-gather-scatter';
 *
 * const stock = tf.tensor1d([10, 20, 30]);
 * const left = scatterNDUpdate(stock, [[1], [2], [1]], [5, 1, 5], { reduction: 'sub' });
 * left.print(); // [10, 10, 29]
 * ```
 */
export function scatterNDUpdate<R extends Rank>(
  data: Tensor<R> | TensorLike,
  indices: Tensor | TensorLike,
  updates: Tensor | TensorLike,
  options: ScatterNDUpdateOptions = {},
): Tensor<R> {
  const fn = { op: OPS.ScatterND, name: 'scatterNDUpdate', takesOne: true };
  return runOp(fn, [data, indices, updates], options) as Tensor<R>;
}
