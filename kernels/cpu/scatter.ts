/**
 * Scattering on the host: updates are combined with a copy of data, in row-major order.
 */
import { averageOf, combinationOf, startOf } from '../call/reductions.js';
import { asNumbers, asNumeric, asStrings, type Numbers } from '../call/dtypes.js';
import type { HostMemory, HostOutput } from '../registry/host_memory.js';
import { hasNoValues, type ScatterPlan } from '../call/plan.js';
import { toTruth } from './bits.js';
import { combineFused, fusedScatter } from './fused.js';
import type { HostLoops } from './host_loops.js';
import { divideByTerms } from './mean.js';
import { sitesAt } from './memory.js';
import { fillSites } from './places.js';
import { COMBINE_STRINGS, NO_BYTES } from './strings.js';
import type { Sites } from './walk.js';

/** Scatters values of any dtype into an output that is a copy of data. */
export function scatter(
  plan: ScatterPlan,
  memory: HostMemory,
  { values: out }: HostOutput,
  loops: HostLoops,
): void {
  const { target, source, attributes } = plan;
  const sites = sitesAt(target, memory);
  if (Array.isArray(out)) {
    if (!attributes.includeSelf) fillSites(sites, NO_BYTES, out);
    const combine = COMBINE_STRINGS[combinationOf(attributes, 'string')];
    combine(sites, asStrings(memory.read(source.tensor)), out);
  } else {
    scatterNumbers(plan, sites, memory, out, loops);
    // In the loops any byte but 0 is true.
    if (target.tensor.dtype === 'bool') toTruth(out);
  }
}

function scatterNumbers(
  plan: ScatterPlan,
  sites: Sites,
  memory: HostMemory,
  out: Numbers,
  loops: HostLoops,
): void {
  const { attributes, source, target } = plan;
  const dtype = asNumeric(target.tensor.dtype);
  const start = startOf(attributes, dtype);
  if (start !== null) loops.fill(sites, start, out);
  const combination = combinationOf(attributes, dtype);
  if (!source.geometry) {
    loops.combine(combination, sites, asNumbers(memory.read(source.tensor)), out);
  } else if (!hasNoValues(plan)) {
    combineFused(combination, fusedScatter(plan, source, sites, memory, out), loops);
  }
  const average = averageOf(attributes, dtype);
  if (average !== null) divideByTerms(average, sites, attributes.includeSelf, out);
}
