/**
 * The check of indices that the sparse ops share.
 */
import type { Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { showPosition } from '../../kernels/contract/bounds.js';
import { asIndices } from '../../kernels/contract/dtypes.js';
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
  const width = addressed.length;
  const lowest = ({ rows, wraps }: Addressed) => (wraps ? -rows : 0);
  const isOutside = (value: number, at: number) =>
    value < lowest(addressed[at % width]) || value >= addressed[at % width].rows;
  const outside = (indexRanges(indices, width) ?? [])
    .flatMap(({ least, leastAt, greatest, greatestAt }) => [
      { value: least, at: leastAt },
      { value: greatest, at: greatestAt },
    ])
    .filter(({ value, at }) => isOutside(value, at));
  if (outside.length === 0) return;
  const known = knownValues(indices);
  const values = known ? asIndices(known) : new Int32Array();
  const first = values.findIndex(isOutside);
  const { value, at } = first < 0 ? outside[0] : { value: values[first], at: first };
  const { rows, of, what = 'rows' } = addressed[at % width];
  const range = `an index in [${lowest(addressed[at % width])}, ${rows - 1}]`;
  throw new Error(
    `${caller}: ${name} has the value ${value} at ${showPosition(at, indices.shape)}, expected ` +
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
