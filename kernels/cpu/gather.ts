/**
 * Gathering on the host. Dropped sites keep what the output holds: zeros, '' or the fill value.
 */
import { asIndices, asNumbers, asStrings } from '../contract/dtypes.js';
import type { HostMemory, HostOutput } from '../contract/host_memory.js';
import type { GatherPlan } from '../contract/plan.js';
import { toTruth } from './bits.js';
import type { HostLoops } from './host_loops.js';
import { forEachPlace } from './places.js';

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
    const strings = asStrings(data);
    forEachPlace(plan, indices, (place, at) => {
      out[at] = strings[place];
    });
    return;
  }
  const from = asNumbers(data);
  const { outOfBounds, fill } = plan.attributes;
  const isFilled = outOfBounds !== 'drop' || (!output.holdsAny && Object.is(fill, 0));
  loops.gather(plan, from, indices, out, isFilled ? null : fill);
  if (plan.data.dtype === 'bool') toTruth(out);
}
