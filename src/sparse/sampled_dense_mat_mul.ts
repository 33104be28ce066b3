import type { Tensor, Tensor1D, TensorLike } from '@tensorflow/tfjs-core';

import { show, wrongShape } from '../../kernels/contract/messages.js';
import { shapesFit } from '../../kernels/contract/shapes.js';
import { runServed } from '../backends.js';
import { sampledDot } from '../gradients/fused.js';
import { toFloats } from '../segment/checks.js';
import { readPairs } from './check_indices.js';

/**
 * For each pair (i, j) of `indices`, the dot product of row i of `a` and row j of `b`. These are chosen
 * values of a·bᵀ; the others are not computed. With heads, there is one product per head. On cpu and wasm
 * a product is four float32 sums, each over every fourth feature, added as (0 + 1) + (2 + 3).
 *
 * PyTorch's `sampled_addmm`, DGL's `u_dot_v`.
 *
 * ```ts
 * import '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import { sampledDenseMatMul } from 'tfjs-gather-scatter/sparse';
 *
 * sampledDenseMatMul([[0, 1], [1, 1]], [[1, 2], [3, 4]], [[5, 6], [7, 8]]).print(); // [23, 53]
 * ```
 *
 * @param indices int32, `[nnz, 2]`: a row of a and a row of b. Negative ones are out of bounds.
 * @param a float32, `[rows, features]` or `[rows, heads, features]`.
 * @param b float32, like a, with the same numbers of features and heads.
 * @returns A float32 tensor of shape `[nnz]`, or `[nnz, heads]`.
 * @throws An Error that names the argument if shapes or dtypes do not fit, or an index is out of bounds.
 *     If only a GPU knows the index, the product is 0.
 */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- as tfjs types its results
export function sampledDenseMatMul<T extends Tensor = Tensor1D>(
  indices: Tensor | TensorLike,
  a: Tensor | TensorLike,
  b: Tensor | TensorLike,
): T {
  const caller = 'sampledDenseMatMul';
  return runServed(caller, () => {
    const [left, right] = [readRows(caller, 'a', a), readRows(caller, 'b', b)];
    const [, ...ofRow] = left.shape;
    if (!shapesFit(ofRow, right.shape.slice(1))) {
      const expected = `${show(['rows', ...ofRow])} (a has shape ${show(left.shape)})`;
      throw wrongShape(caller, 'b', right.shape, expected);
    }
    const pairs = readPairs(caller, 'indices', indices, [
      { rows: left.shape[0], of: 'a' },
      { rows: right.shape[0], of: 'b' },
    ]);
    const heads = left.rank > 2 ? left.shape[1] : undefined;
    return sampledDot(caller, { indices: pairs }, left, right, heads);
  }) as T;
}

function readRows(caller: string, name: string, given: Tensor | TensorLike): Tensor {
  const rows = toFloats(caller, name, given);
  if (rows.rank === 2 || rows.rank === 3) return rows;
  throw wrongShape(caller, name, rows.shape, '[rows, features] or [rows, heads, features]');
}
