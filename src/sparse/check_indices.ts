/**
 * The check of indices that the sparse ops share.
 */
import type { Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { firstOutside, showPosition } from '../../kernels/contract/bounds.js';
import { show } from '../../kernels/contract/messages.js';
import { checkDtype } from '../../kernels/contract/plan.js';
import { indexRanges, knownValues } from '../backends.js';
import { toIndexTensor } from '../ops/index_tensor.js';

/** The rows that indices address. */
interface Addressed {
  rows: number;
  /** The name of the tensor that has them. */
  of: string;
  /** Whether negative indices count from the end. */
  wraps?: true;
  /** What messages call the rows. Default: 'rows'. */
  what?: string;
}

/**
 * Throws for an index out of bounds that the host knows, unless outOfBounds is 'drop'. `addressed` has an
 * entry for each index of a tuple.
 */
export function checkRowIndices(
  caller: string,
  name: string,
  indices: Tensor,
  addressed: Addressed[],
  outOfBounds: 'error' | 'drop' = 'error',
): void {
  if (outOfBounds === 'drop') return;
  const lowest = (k: number) => (addressed[k].wraps ? -addressed[k].rows : 0);
  const found = firstOutside(
    indexRanges(indices, addressed.length) ?? [],
    () => knownValues(indices),
    (value, k) => value < lowest(k) || value >= addressed[k].rows,
  );
  if (!found) return;
  const { value, flat, k } = found;
  const { rows, of, what = 'rows' } = addressed[k];
  const range = `an index in [${lowest(k)}, ${rows - 1}]`;
  throw new Error(
    `${caller}: ${name} has the value ${value} at ${showPosition(flat, indices.shape)}, expected ` +
      `${rows > 0 ? range : 'no index at all'}: ${of} has ${rows} ${what}.`,
  );
}

export function readPairs(
  caller: string,
  name: string,
  given: Tensor | TensorLike,
  addressed: [Addressed, Addressed],
): Tensor {
  const pairs = toIndexTensor(caller, name, given);
  checkDtype(caller, name, pairs.dtype, 'int32');
  if (pairs.rank !== 2 || pairs.shape[1] !== 2) {
    throw new Error(`${caller}: ${name} has shape ${show(pairs.shape)}, expected pairs: [nnz, 2].`);
  }
  checkRowIndices(caller, name, pairs, addressed);
  return pairs;
}
