/**
 * Gathering on the host. Dropped sites keep what the output holds: zeros, '' or the fill value.
 */
import { asNumbers, asStrings } from '../call/dtypes.js';
import type { HostMemory, HostOutput } from '../registry/host_memory.js';
import type { GatherPlan } from '../call/plan.js';
import { toTruth } from './bits.js';
import type { HostLoops } from './host_loops.js';
import { sitesAt } from './memory.js';
import { forEachPlace } from './places.js';

/** Gathers values of any dtype into an output. */
export function gather(
  { source }: GatherPlan,
  memory: HostMemory,
  output: HostOutput,
  loops: HostLoops,
): void {
  const out = output.values;
  const data = memory.read(source.tensor);
  const sites = sitesAt(source, memory);
  if (Array.isArray(out)) {
    const strings = asStrings(data);
    forEachPlace(sites, (place, at) => {
      out[at] = strings[place];
    });
    return;
  }
  const from = asNumbers(data);
  const { outOfBounds, fill } = source;
  const isFilled = outOfBounds !== 'drop' || (!output.holdsAny && Object.is(fill, 0));
  loops.gather(sites, from, out, isFilled ? null : fill);
  if (source.tensor.dtype === 'bool') toTruth(out);
}
