/**
 * Functions that take indices along one axis.
 */
import type { Rank, ScalarLike, Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { type IndexOptions, type IndexSelectOptions, runAlong } from './along_axis.js';

/**
 * Picks the slices of `data` at `indices` along `axis`, in the order of indices.
 *
 * NumPy's and JAX's `take`, ONNX's Gather; PyTorch's `F.embedding` for ids of any rank.
 *
 * ```ts
 * import '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import { take } from 'tfjs-gather-scatter/indexing';
 *
 * const table = [[0, 0], [1, 10], [2, 20]];
 * take(table, [[1, 2], [0, 1]]).print(); // [[[1, 10], [2, 20]], [[0, 0], [1, 10]]]
 * take(table, -1, { axis: 1 }).print(); // [0, 10, 20]
 * ```
 *
 * @param data A tensor of any dtype and of rank 1 or more, or an array.
 * @param indices int32, of any rank. Negative ones count from the end.
 * @param options `axis` (default 0); `outOfBounds` (default 'error'); `wrapNegatives` (default true); `fill`
 *     (default 0): the value for an index out of bounds with 'drop'.
 * @returns A new tensor of data's dtype, and of data's shape with the shape of indices in place of `axis`. A single
 *     number removes the axis.
 * @throws As `gatherND` does.
 */
export function take(
  data: Tensor | TensorLike,
  indices: Tensor | TensorLike,
  options: IndexSelectOptions = {},
): Tensor {
  return runAlong({ name: 'take', takesAnyRank: true }, [data, indices], options);
}

/**
 * Picks the slices of `data` at `indices` along `axis`, in the order of indices.
 *
 * PyTorch's `index_select`. Arguments, result and errors are the same as for `take`, but indices have rank 1.
 *
 * ```ts
 * import '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import { indexSelect } from 'tfjs-gather-scatter/indexing';
 *
 * indexSelect([[1, 2, 3], [4, 5, 6]], [2, 0], { axis: 1 }).print(); // [[3, 1], [6, 4]]
 * ```
 */
export function indexSelect<R extends Rank>(
  data: Tensor<R> | TensorLike,
  indices: Tensor | TensorLike,
  options: IndexSelectOptions = {},
): Tensor<R> {
  return runAlong({ name: 'indexSelect' }, [data, indices], options) as Tensor<R>;
}

/**
 * Copies `data` and adds slices of `updates` to its slices at `indices` along `axis`. If several share
 * a place, all are added.
 *
 * PyTorch's `index_add`.
 *
 * ```ts
 * import '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import { indexAdd } from 'tfjs-gather-scatter/indexing';
 *
 * indexAdd([[1, 2], [3, 4]], [1, 1], [[10, 20], [30, 40]], { axis: 1 }).print(); // [[1, 32], [3, 74]]
 * ```
 *
 * @param data A tensor of any dtype and of rank 1 or more, or an array.
 * @param indices int32, of rank 1. Negative ones count from the end.
 * @param updates Of data's dtype and shape, except that `axis` has the length of indices; or a scalar
 *     for all places.
 * @param options `axis` (default 0), `outOfBounds` (default 'error').
 * @returns A new tensor of data's shape and dtype.
 * @throws As `scatterND` does.
 */
export function indexAdd<R extends Rank>(
  data: Tensor<R> | TensorLike,
  indices: Tensor | TensorLike,
  updates: Tensor | TensorLike,
  options: IndexOptions = {},
): Tensor<R> {
  const op = { name: 'indexAdd', reduction: 'add' } as const;
  return runAlong(op, [data, indices, updates], options) as Tensor<R>;
}

/**
 * Copies `data` and replaces its slices at `indices` along `axis` by slices of `updates`. If several
 * share a place, the last one wins.
 *
 * PyTorch's `index_copy`. Arguments, result and errors are the same as for `indexAdd`.
 *
 * ```ts
 * import '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import { indexCopy } from 'tfjs-gather-scatter/indexing';
 *
 * indexCopy([[1, 2], [3, 4]], [-1], [[10, 20]]).print(); // [[1, 2], [10, 20]]
 * ```
 */
export function indexCopy<R extends Rank>(
  data: Tensor<R> | TensorLike,
  indices: Tensor | TensorLike,
  updates: Tensor | TensorLike,
  options: IndexOptions = {},
): Tensor<R> {
  const op = { name: 'indexCopy', reduction: 'none' } as const;
  return runAlong(op, [data, indices, updates], options) as Tensor<R>;
}

/**
 * Copies `data` and fills its slices at `indices` along `axis` with one value.
 *
 * PyTorch's `index_fill`. Apart from `value`, arguments, result and errors are as for `indexAdd`.
 *
 * ```ts
 * import '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import { indexFill } from 'tfjs-gather-scatter/indexing';
 *
 * indexFill([[1, 2, 3], [4, 5, 6]], [0, 2], -1, { axis: 1 }).print(); // [[-1, 2, -1], [-1, 5, -1]]
 * ```
 *
 * @param value A number, true, false or a string, as data's dtype requires; or a scalar of that dtype.
 */
export function indexFill<R extends Rank>(
  data: Tensor<R> | TensorLike,
  indices: Tensor | TensorLike,
  value: Tensor | ScalarLike,
  options: IndexOptions = {},
): Tensor<R> {
  const op = { name: 'indexFill', reduction: 'none', third: 'value' } as const;
  return runAlong(op, [data, indices, value], options) as Tensor<R>;
}
