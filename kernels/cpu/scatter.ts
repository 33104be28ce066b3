/**
 * Scattering on the host: updates are combined with a copy of data, in row-major order.
 */
import { averageOf, combinationOf, startOf } from '../contract/reductions.js';
import { asIndices, asNumbers, asNumeric, asStrings, type Numbers } from '../contract/dtypes.js';
import type { HostMemory, HostOutput } from '../contract/host_memory.js';
import { hasNoValues, type ScatterPlan } from '../contract/plan.js';
import { toTruth } from './bits.js';
import { arraysOf, combineGathered } from './gathered.js';
import type { HostLoops } from './host_loops.js';
import { divideByTerms } from './mean.js';
import { fillSites } from './places.js';
import { COMBINE_STRINGS, NO_BYTES } from './strings.js';

/** Scatters values of any dtype into an output that is a copy of data. */
export function scatter(
  plan: ScatterPlan,
  memory: HostMemory,
  { values: out }: HostOutput,
  loops: HostLoops,
): void {
  const indices = asIndices(memory.read(plan.indices));
  if (Array.isArray(out)) {
    const { attributes } = plan;
    if (!attributes.includeSelf) fillSites(plan, indices, NO_BYTES, out);
    const combine = COMBINE_STRINGS[combinationOf(attributes, 'string')];
    combine(plan, indices, asStrings(memory.read(plan.updates)), out);
  } else {
    scatterNumbers(plan, indices, memory, out, loops);
    // In the loops any byte but 0 is true.
    if (plan.data.dtype === 'bool') toTruth(out);
  }
}

function scatterNumbers(
  plan: ScatterPlan,
  indices: Int32Array,
  memory: HostMemory,
  out: Numbers,
  loops: HostLoops,
): void {
  const { attributes, gathered } = plan;
  const dtype = asNumeric(plan.data.dtype);
  const start = startOf(attributes, dtype);
  if (start !== null) loops.fill(plan, indices, start, out);
  const combination = combinationOf(attributes, dtype);
  if (!gathered) {
    loops.combine(combination, plan, indices, asNumbers(memory.read(plan.updates)), out);
  } else if (!hasNoValues(plan)) {
    const arrays = arraysOf(plan, gathered, memory, out);
    if (!loops.combineGathered?.(combination, plan, gathered, arrays)) {
      combineGathered(plan, gathered, arrays, combination, loops);
    }
  }
  const average = averageOf(attributes, dtype);
  if (average !== null) divideByTerms(average, plan, indices, out);
}
