import type { Tensor } from '@tensorflow/tfjs-core';

import { showPosition } from '../../kernels/contract/bounds.js';
import { asIndices } from '../../kernels/contract/dtypes.js';
import { indexRanges, knownValues } from '../backends.js';

/**
 * Checks segment ids by TensorFlow's rules, and returns whether every row is known to have a segment. A
 * negative id drops its row. An id of numSegments or more throws if the host knows it, and drops its row
 * if only a GPU does, or if outOfBounds is 'drop'.
 */
export function checkSegmentIds(
  caller: string,
  ids: Tensor,
  numSegments: number,
  outOfBounds: 'error' | 'drop',
  name = 'segmentIds',
): boolean {
  const ranges = indexRanges(ids, 1);
  if (ranges === null) return false;
  if (ranges.length === 0) return true;
  const [{ least, greatest, greatestAt }] = ranges;
  if (greatest < numSegments) return least >= 0;
  if (outOfBounds === 'drop') return false;
  const known = knownValues(ids);
  const values = known && asIndices(known);
  const beyond = values ? values.findIndex((id) => id >= numSegments) : greatestAt;
  throw new Error(
    `${caller}: ${name} has the value ${values?.[beyond] ?? greatest} at ` +
      `${showPosition(beyond, ids.shape)}, expected ids less than numSegments, ${numSegments}; ` +
      'negative ones drop their rows.',
  );
}
