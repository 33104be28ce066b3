import type { IndexCheck } from '../contract/bounds.js';
import { resolveBlock } from './offsets.js';
import { BLOCK } from './strategy.js';

/**
 * Returns whether indices address each slice at most once.
 *
 * @public Used by other backends.
 */
export function addressDistinctSlices(check: IndexCheck, indices: Int32Array): boolean {
  const { siteCount, dataSize, sliceSize } = check.geometry;
  const visits = new Uint8Array(dataSize / sliceSize);
  let areDistinct = siteCount <= visits.length || check.attributes.outOfBounds === 'drop';
  for (let first = 0; areDistinct && first < siteCount; first += BLOCK) {
    resolveBlock(
      check,
      indices,
      first,
      Math.min(BLOCK, siteCount - first),
      (offsets, begin, end) => {
        for (let i = begin; i < end; i++) {
          const slice = offsets[i] / sliceSize;
          if (visits[slice]++ > 0) areDistinct = false;
        }
      },
    );
  }
  return areDistinct;
}
