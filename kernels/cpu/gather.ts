/**
 * Gathering on the host. At a dropped site the output keeps the zeros or '' that it was made with, or
 * the number that it is filled with before. Without such sites all of it is written.
 */
import { asIndices, asNumbers, asStrings } from '../contract/dtypes.js';
import type { Numbers } from '../contract/dtypes.js';
import type { IndexGeometry } from '../contract/geometry.js';
import type { HostMemory, HostOutput, SiteLoop } from '../contract/host_memory.js';
import type { GatherPlan } from '../contract/plan.js';
import { toTruth } from './bits.js';
import type { HostLoops } from './host_loops.js';
import { forEachPlaces } from './places.js';
import { BLOCK } from './strategy.js';

/** Gathers values of any dtype into an output. */
export function gather(
  plan: GatherPlan,
  memory: HostMemory,
  output: HostOutput,
  loops: HostLoops,
): void {
  const out = output.values;
  const data = memory.read(plan.data);
  const indices = asIndices(memory.read(plan.indices));
  if (Array.isArray(out)) {
    gatherStrings(plan, asStrings(data), indices, out);
    return;
  }
  const from = asNumbers(data);
  let own = memory.ownLoop?.(plan, indices, from, out) ?? null;
  const { outOfBounds, fill } = plan.attributes;
  if (outOfBounds === 'drop' && (output.holdsAny || !Object.is(fill, 0))) {
    if (own) own = fillingWhatIsLeft(own, plan.geometry, out, fill);
    else out.fill(fill);
  }
  loops.gather(plan, from, indices, out, own);
  if (plan.data.dtype === 'bool') toTruth(out);
}

/** Fills the block of each site that `own` leaves: sites that it carries out are not dropped. */
function fillingWhatIsLeft(
  own: SiteLoop,
  { siteCount, sliceSize }: IndexGeometry,
  out: Numbers,
  fill: number,
): SiteLoop {
  return (first) => {
    const left = own(first);
    const end = Math.min(left + BLOCK, siteCount);
    out.fill(fill, left * sliceSize, end * sliceSize);
    return left;
  };
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
