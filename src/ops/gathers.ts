import type { Rank, Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { OPS } from '../../kernels/call/ops.js';
import type { GatherElementsOptions, GatherNDOptions } from './options.js';
import { runOp } from './run_op.js';

/**
 * Picks one value of `data` for every element of `indices`. The index is the value's position along
 * `axis`; along all other axes the value has the position of the index itself.
 *
 * ONNX GatherElements (11, 13), PyTorch's `gather`. Unlike NumPy's `take_along_axis`, it does not
 * broadcast.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { gatherElements } from 'tfjs-gather-scatter';
 *
 * gatherElements(tf.tensor2d([[1, 2], [3, 4]]), [[0, 0], [1, 0]], { axis: 1 }).print(); // [[1, 1], [4, 3]]
 * ```
 *
 * @param data A tensor of any dtype and of rank 1 or more, or an array.
 * @param indices int32, of data's rank, and no longer than data except along `axis`. Negative ones
 *     count from the end.
 * @param options `axis` (default 0); `outOfBounds` (default 'error'); `fill` (default 0): the value for
 *     an index out of bounds with 'drop'.
 * @returns A new tensor of data's dtype and the shape of indices.
 * @throws As `gatherND` does.
 */
export function gatherElements<R extends Rank>(
  data: Tensor<R> | TensorLike,
  indices: Tensor | TensorLike,
  options: GatherElementsOptions = {},
): Tensor<R> {
  return runOp({ op: OPS.GatherElements }, [data, indices], options) as Tensor<R>;
}

/**
 * Picks a slice of `data` for every tuple in the last dimension of `indices`. A tuple of K indices
 * addresses the first K dimensions of data after `batchDims`, and the slice has the remaining ones.
 *
 * ONNX GatherND (11, 12, 13), TensorFlow's `gather_nd`.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { gatherND } from 'tfjs-gather-scatter';
 *
 * const table = tf.tensor2d([[1, 2], [3, 4], [5, 6]]);
 * gatherND(table, [[2], [0]]).print(); // [[5, 6], [1, 2]]
 * gatherND(table, [[2, 0], [0, 1]]).print(); // [5, 2]
 * ```
 *
 * @param data A tensor of any dtype and of rank 1 or more, or an array.
 * @param indices int32, of rank 1 or more. Its last dimension may be 0: an empty tuple picks all of
 *     data after the batch dimensions. Negative indices count from the end.
 * @param options `batchDims` (default 0): how many leading dimensions data and indices share;
 *     `outOfBounds` (default 'error'); `fill` (default 0): the value for an index out of bounds with
 *     'drop'.
 * @returns A new tensor of data's dtype and the shape
 *     `[...indices.shape.slice(0, -1), ...data.shape.slice(batchDims + K)]`.
 * @throws An Error that names the argument if shapes, dtypes or options do not fit, and with
 *     outOfBounds 'error' if an index is outside `[-size, size - 1]`.
 */
export function gatherND(
  data: Tensor | TensorLike,
  indices: Tensor | TensorLike,
  options: GatherNDOptions = {},
): Tensor {
  return runOp({ op: OPS.GatherND }, [data, indices], options);
}
