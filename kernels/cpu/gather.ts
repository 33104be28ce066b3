/**
 * Gathering on the host. At a dropped site the output keeps the zeros or '' that it was filled with, or
 * that are put there before. Without such sites all of it is written.
 */
import { asIndices, asNumbers, asStrings } from '../contract/dtypes.js';
import type { Numbers } from '../contract/dtypes.js';
import type { IndexGeometry } from '../contract/geometry.js';
import type { HostMemory, HostOutput, SiteLoop } from '../contract/host_memory.js';
import type { IndexCheck } from '../contract/bounds.js';
import type { GatherPlan } from '../contract/plan.js';
import { asBits, toTruth } from './bits.js';
import { gatherPlaces, gatherSingles } from './gather_singles.js';
import { forEachRun } from './offsets.js';
import { forEachPlaces } from './places.js';
import type { PlacesConsumer } from './places.js';
import { sliceGatherer } from './slices.js';
import { BLOCK } from './strategy.js';
import { hasLongLines, sliceSizeOf } from './walk.js';

/** Gathers values of any dtype into an output. */
export function gather(plan: GatherPlan, memory: HostMemory, output: HostOutput): void {
  const out = output.values;
  const data = memory.read(plan.data);
  const indices = asIndices(memory.read(plan.indices));
  if (Array.isArray(out)) {
    gatherStrings(plan, asStrings(data), indices, out);
    return;
  }
  const from = asNumbers(data);
  let own = memory.ownLoop?.(plan, indices, from, out) ?? null;
  if (output.holdsAny && plan.attributes.outOfBounds === 'drop') {
    if (own) own = zeroingWhatIsLeft(own, plan.geometry, out);
    else out.fill(0);
  }
  gatherNumbers(plan, from, indices, out, own);
  if (plan.data.dtype === 'bool') toTruth(out);
}

/** Zeros the block of each site that `own` leaves: sites that it carries out are not dropped. */
function zeroingWhatIsLeft(
  own: SiteLoop,
  { siteCount, sliceSize }: IndexGeometry,
  out: Numbers,
): SiteLoop {
  return (first) => {
    const left = own(first);
    const end = Math.min(left + BLOCK, siteCount);
    out.fill(0, left * sliceSize, end * sliceSize);
    return left;
  };
}

export function gatherNumbers(
  plan: IndexCheck,
  data: Numbers,
  indices: Int32Array,
  out: Numbers,
  own?: SiteLoop | null,
): void {
  const sliceSize = sliceSizeOf(plan.geometry);
  const from = asBits(data);
  const to = asBits(out);
  if (plan.geometry.indexSizes.length === 0 && from.length === 1) {
    // Without indices every site has all of data.
    to.fill(from[0]);
    return;
  }
  const gatherSlices = sliceGatherer(from, to, sliceSize);
  if (gatherSlices) {
    forEachRun(plan, indices, gatherSlices, own);
  } else if (!own && sliceSize === 1 && hasLongLines(plan.geometry)) {
    gatherSingles(plan, from, indices, to);
  } else {
    const consume: PlacesConsumer = (places, begin, end, first) => {
      gatherPlaces(from, places, begin, end, to, first);
    };
    forEachPlaces(plan, indices, consume, own);
  }
}

function gatherStrings(
  plan: GatherPlan,
  data: Uint8Array[],
  indices: Int32Array,
  out: Uint8Array[],
): void {
  forEachPlaces(plan, indices, (places, begin, end, first) => {
    for (let i = begin; i < end; i++) out[first + i - begin] = data[places[i]];
  });
}
