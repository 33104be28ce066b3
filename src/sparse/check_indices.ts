/**
 * The check of indices that the ops of this entry share.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { showPosition } from '../../kernels/contract/bounds.js';
import { asIndices } from '../../kernels/contract/dtypes.js';
import { indexRanges, knownValues } from '../backends.js';

/** The rows that indices address: how many, of what, and whether negative indices count from the end. */
export interface Addressed {
  rows: number;
  of: string;
  wraps: boolean;
  /** What they are, if not rows. */
  what?: string;
}

/** Throws for an index of a row that is not there, where the host knows it and it is to be an error. */
export function checkRowIndices(
  caller: string,
  name: string,
  indices: Tensor,
  addressed: Addressed,
  outOfBounds: 'error' | 'drop',
): void {
  checkTuples(caller, name, indices, [addressed], outOfBounds);
}

/** The same for tuples, whose indices address different rows. */
export function checkTuples(
  caller: string,
  name: string,
  indices: Tensor,
  addressed: Addressed[],
  outOfBounds: 'error' | 'drop' = 'error',
): void {
  if (outOfBounds === 'drop') return;
  const width = addressed.length;
  const ranges = indexRanges(indices, width) ?? [];
  const lowest = ({ rows, wraps }: Addressed) => (wraps ? -rows : 0);
  const isOutside = (value: number, k: number) =>
    value < lowest(addressed[k]) || value >= addressed[k].rows;
  const outside = ranges.flatMap(({ least, leastAt, greatest, greatestAt }, k) => [
    ...(isOutside(least, k) ? [{ value: least, at: leastAt }] : []),
    ...(isOutside(greatest, k) ? [{ value: greatest, at: greatestAt }] : []),
  ]);
  if (outside.length === 0) return;
  const known = knownValues(indices);
  const values = known && asIndices(known);
  const first = values?.findIndex((value, at) => isOutside(value, at % width));
  const [{ value, at }] = first === undefined ? outside : [{ value: values?.[first], at: first }];
  const k = at % width;
  const { rows, of, what = 'rows' } = addressed[k];
  const expected =
    rows > 0 ? `an index in [${lowest(addressed[k])}, ${rows - 1}]` : 'no index at all';
  throw new Error(
    `${caller}: ${name} has the value ${value} at ${showPosition(at, indices.shape)}, expected ` +
      `${expected}: ${of} has ${rows} ${what}.`,
  );
}
