import type { Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { OPS } from '../../kernels/contract/ops.js';
import type { GatherElementsOptions } from './options.js';
import { type OpFunction, runGather } from './run_op.js';

export const GATHER_ELEMENTS: OpFunction = { op: OPS.GatherElements, caller: 'gatherElements' };

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
export function gatherElements<T extends Tensor>(
  data: T | TensorLike,
  indices: Tensor | TensorLike,
  options: GatherElementsOptions = {},
): T {
  return runGather(GATHER_ELEMENTS, data, indices, options);
}
