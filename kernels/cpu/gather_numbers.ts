/**
 * Gathering numbers by the way that suits the sites: in one pass, slice by slice, or by places.
 */
import type { IndexCheck } from '../contract/bounds.js';
import type { Numbers } from '../contract/dtypes.js';
import { asBits } from './bits.js';
import { gatherPlaces, gatherSingles } from './gather_singles.js';
import { forEachRun } from './offsets.js';
import { forEachPlaces } from './places.js';
import type { PlacesConsumer } from './places.js';
import { sliceGatherer } from './slices.js';
import { hasLongLines, sliceSizeOf } from './walk.js';

export function gatherNumbers(
  plan: IndexCheck,
  data: Numbers,
  indices: Int32Array,
  out: Numbers,
  fill: number | null,
): void {
  const sliceSize = sliceSizeOf(plan.geometry);
  const from = asBits(data);
  const to = asBits(out);
  if (fill !== null) out.fill(fill);
  if (plan.geometry.indexSizes.length === 0 && from.length === 1) {
    // Without indices every site has all of data.
    to.fill(from[0]);
    return;
  }
  const gatherSlices = sliceGatherer(from, to, sliceSize);
  if (gatherSlices) {
    forEachRun(plan, indices, gatherSlices);
  } else if (sliceSize === 1 && hasLongLines(plan.geometry)) {
    gatherSingles(plan, from, indices, to);
  } else {
    const consume: PlacesConsumer = (places, begin, end, first) => {
      gatherPlaces(from, places, begin, end, to, first);
    };
    forEachPlaces(plan, indices, consume);
  }
}
