import type { Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { OPS } from '../../kernels/contract/ops.js';
import type { ScatterNDOptions } from './options.js';
import { type OpFunction, runScatter } from './run_op.js';

export const SCATTER_ND: OpFunction = { op: OPS.ScatterND, caller: 'scatterND' };

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
export function scatterND<T extends Tensor>(
  data: T | TensorLike,
  indices: Tensor | TensorLike,
  updates: Tensor | TensorLike,
  options: ScatterNDOptions = {},
): T {
  return runScatter(SCATTER_ND, data, indices, updates, options);
}
