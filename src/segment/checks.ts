/**
 * Checks of arguments that segment ops and sparse products share.
 */
import type { Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { firstOutside, showPosition } from '../../kernels/contract/bounds.js';
import type { IndexRange } from '../../kernels/contract/index_ranges.js';
import { oneOf } from '../../kernels/contract/messages.js';
import { checkDtype } from '../../kernels/contract/plan.js';
import { indexRanges, knownValues } from '../backends.js';
import { toTensor } from '../ops/convert.js';
import type { Settings } from './options.js';

/** Returns a tensor of float32, or throws. */
export function toFloats(caller: string, name: string, value: Tensor | TensorLike): Tensor {
  const floats = toTensor(caller, name, value, 'float32');
  checkDtype(caller, name, floats.dtype, 'float32');
  return floats;
}

export function checkDtypeIn(
  caller: string,
  name: string,
  dtype: string,
  dtypes: readonly string[],
): void {
  if (dtypes.includes(dtype)) return;
  throw new Error(`${caller}: ${name} has dtype ${dtype}, expected ${oneOf(dtypes)}.`);
}

/** Throws for the first index outside, if the host knows it. `expected` describes the k-th of a tuple. */
export function checkInside(
  caller: string,
  name: string,
  indices: Tensor,
  ranges: readonly IndexRange[],
  isOutside: (value: number, k: number) => boolean,
  expected: (k: number) => string,
): void {
  const found = firstOutside(ranges, () => knownValues(indices), isOutside);
  if (!found) return;
  const { value, flat, k } = found;
  throw new Error(
    `${caller}: ${name} has the value ${value} at ${showPosition(flat, indices.shape)}, expected ` +
      `${expected(k)}.`,
  );
}

/**
 * Checks segment ids by TensorFlow's rules, and returns whether every row is known to have a segment. A
 * negative id drops its row. An id of numSegments or more throws if the host knows it, and drops its row
 * if only a GPU does, or if outOfBounds is 'drop'.
 */
export function checkSegmentIds(
  caller: string,
  name: string,
  ids: Tensor,
  { numSegments, outOfBounds }: Settings,
): boolean {
  const ranges = indexRanges(ids, 1);
  if (ranges === null) return false;
  const isBeyond = (id: number) => outOfBounds === 'error' && id >= numSegments;
  const expected = () => `ids less than numSegments, ${numSegments}; negative ones drop their rows`;
  checkInside(caller, name, ids, ranges, isBeyond, expected);
  return ranges.every(({ least, greatest }) => least >= 0 && greatest < numSegments);
}
