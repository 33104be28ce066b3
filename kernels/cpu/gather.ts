/**
 * Gathering on the host. Dropped sites keep what the output holds: zeros, '' or the fill value.
 */
import { asNumbers, asStrings } from '../call/dtypes.js';
import type { GatherPlan } from '../call/plan.js';
import { isPlain } from '../call/reads.js';
import type { HostCall } from './host_loops.js';
import { sitesAt, toTruth } from './memory.js';
import { forEachPlace } from './places.js';
import { withReader } from './reads.js';

/** Gathers values of any dtype into an output. */
export function gather(plan: GatherPlan, call: HostCall): void {
  const { read } = plan;
  const { end } = read;
  const { memory, output, loops } = call;
  if (!isPlain(read)) {
    const { siteCount } = end.geometry;
    withReader(read, siteCount, call, (readPart, sites) => {
      readPart(asNumbers(output.values), { sites, count: siteCount, offset: 0 }, null);
    });
    return;
  }
  const out = output.values;
  const data = memory.read(end.tensor);
  const sites = sitesAt(end, memory);
  if (Array.isArray(out)) {
    const strings = asStrings(data);
    forEachPlace(sites, (place, at) => {
      out[at] = strings[place];
    });
    return;
  }
  const from = asNumbers(data);
  // Zeros need not be written again.
  const fills = end.outOfBounds === 'drop' && (output.holdsAny === true || !Object.is(end.fill, 0));
  loops.gather(sites, from, out, fills ? end.fill : null);
  if (end.tensor.dtype === 'bool') toTruth(out);
}
