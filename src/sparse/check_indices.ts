/**
 * The check of indices that the sparse ops share.
 */
import type { Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { show, wrongShape } from '../../kernels/call/errors.js';
import { checkDtype } from '../../kernels/call/inputs.js';
import { shapesFit } from '../../kernels/call/shapes.js';
import { indexRanges } from '../backends.js';
import { toIndexTensor } from '../ops/index_tensor.js';
import { checkInside } from '../segment/checks.js';

/** The rows that indices address. */
interface Addressed {
  rows: number;
  /** The name of the tensor that has these rows. */
  of: string;
  /** Whether negative indices count from the end. */
  wraps?: boolean;
  /** What messages call the rows. Default: 'rows'. */
  what?: string;
}

/**
 * Throws for an index out of bounds that the host knows. `addressed` has an entry for each index of a tuple.
 */
export function checkRowIndices(
  name: string,
  indices: Tensor,
  addressed: readonly Addressed[],
): void {
  const lowest = (k: number) => (addressed[k].wraps ? -addressed[k].rows : 0);
  const isOutside = (value: number, k: number) => value < lowest(k) || value >= addressed[k].rows;
  const ranges = indexRanges(indices, addressed.length) ?? [];
  checkInside(name, indices, ranges, isOutside, (k) => {
    const { rows, of, what = 'rows' } = addressed[k];
    const range = rows > 0 ? `an index in [${lowest(k)}, ${rows - 1}]` : 'no index at all';
    return `${range}: ${of} has ${rows} ${what}`;
  });
}

/** Reads pairs [nnz, 2], which a batch shares, or [...batch, nnz, 2]. */
export function readPairs(
  name: string,
  value: Tensor | TensorLike,
  addressed: readonly [Addressed, Addressed],
  batch: number[] = [],
): Tensor {
  const pairs = toIndexTensor(name, value);
  checkDtype(name, pairs.dtype, 'int32');
  const { rank, shape } = pairs;
  const end = [...shape.slice(-2, -1), 2];
  if (rank < 2 || !(shapesFit(shape, end) || shapesFit(shape, [...batch, ...end]))) {
    const batched = batch.length > 0 ? `${show([...batch, 'nnz', 2])}, or ` : '';
    throw wrongShape(name, shape, `pairs: ${batched}[nnz, 2]`);
  }
  checkRowIndices(name, pairs, addressed);
  return pairs;
}
