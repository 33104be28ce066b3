import type { Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { OPS } from '../../kernels/contract/ops.js';
import type { ScatterElementsOptions } from './options.js';
import { type OpFunction, runScatter } from './run_op.js';

export const SCATTER_ELEMENTS: OpFunction = { op: OPS.ScatterElements, caller: 'scatterElements' };

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
export function scatterElements<T extends Tensor>(
  data: T | TensorLike,
  indices: Tensor | TensorLike,
  updates: Tensor | TensorLike,
  options: ScatterElementsOptions = {},
): T {
  return runScatter(SCATTER_ELEMENTS, data, indices, updates, options);
}
