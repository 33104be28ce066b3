import type { Tensor } from '@tensorflow/tfjs-core';

import { firstOutside, showPosition } from '../../kernels/contract/bounds.js';
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
  const isBeyond = (id: number) => outOfBounds === 'error' && id >= numSegments;
  const found = firstOutside(ranges, () => knownValues(ids), isBeyond);
  if (!found) return ranges.every(({ least, greatest }) => least >= 0 && greatest < numSegments);
  throw new Error(
    `${caller}: ${name} has the value ${found.value} at ` +
      `${showPosition(found.flat, ids.shape)}, expected ids less than numSegments, ${numSegments}; ` +
      'negative ones drop their rows.',
  );
}
