/**
 * Gathering on the host. Dropped sites keep what the output holds: zeros, '' or the fill value.
 */
import { asNumbers, asStrings } from '../call/dtypes.js';
import type { HostMemory, HostOutput } from '../registry/host_memory.js';
import type { GatherPlan } from '../call/plan.js';
import { toTruth } from './bits.js';
import { fillFor, gatherChanged } from './factors.js';
import type { HostLoops } from './host_loops.js';
import { sitesAt } from './memory.js';
import { forEachPlace } from './places.js';

/** Gathers values of any dtype into an output. */
export function gather(
  plan: GatherPlan,
  memory: HostMemory,
  output: HostOutput,
  loops: HostLoops,
): void {
  const { source, factors } = plan;
  if (factors) {
    gatherChanged(plan, factors, memory, output, loops);
    return;
  }
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
  loops.gather(sites, from, out, fillFor(source, output));
  if (source.tensor.dtype === 'bool') toTruth(out);
}
