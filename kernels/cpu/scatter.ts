/**
 * Scattering on the host: updates are combined with a copy of data, in row-major order.
 */
import { combinationOf, startOf } from '../call/reductions.js';
import { asNumbers, asNumeric, asStrings, type Numbers } from '../call/dtypes.js';
import type { HostMemory, HostOutput } from '../registry/host_memory.js';
import { hasNoValues, type ScatterPlan } from '../call/plan.js';
import { toTruth } from './bits.js';
import { combineFused, fusedScatter } from './fused.js';
import type { HostLoops } from './host_loops.js';
import { sitesAt } from './memory.js';
import { fillSites } from './places.js';
import { COMBINE_STRINGS, NO_BYTES } from './strings.js';

/** Scatters values of any dtype into an output that is a copy of data. */
export function scatter(
  plan: ScatterPlan,
  memory: HostMemory,
  output: HostOutput,
  loops: HostLoops,
): void {
  const { target, source, attributes, valuesShape } = plan;
  const { dtype } = target.tensor;
  if (source.geometry) {
    scatterNumbers(plan, null, memory, output, loops);
  } else if (!source.tensor) {
    // Memory may move when an output is made, so that comes before reading.
    const numbers = memory.output(valuesShape, dtype);
    try {
      const updates = asNumbers(numbers.values).fill(source.value);
      scatterNumbers(plan, updates, memory, output, loops);
    } finally {
      numbers.discard();
    }
  } else if (dtype !== 'string') {
    scatterNumbers(plan, asNumbers(memory.read(source.tensor)), memory, output, loops);
  } else {
    const out = asStrings(output.values);
    const sites = sitesAt(target, memory);
    if (!attributes.includeSelf) fillSites(sites, NO_BYTES, out);
    const combine = COMBINE_STRINGS[combinationOf(attributes, dtype)];
    combine(sites, asStrings(memory.read(source.tensor)), out);
  }
}

/** Scatters stored updates, or if they are null, those that are read from their sources. */
function scatterNumbers(
  plan: ScatterPlan,
  updates: Numbers | null,
  memory: HostMemory,
  output: HostOutput,
  loops: HostLoops,
): void {
  const { attributes, source, target } = plan;
  const dtype = asNumeric(target.tensor.dtype);
  const out = asNumbers(output.values);
  const sites = sitesAt(target, memory);
  const start = startOf(attributes, dtype);
  if (start !== null) loops.fill(sites, start, out);
  const combination = combinationOf(attributes, dtype);
  if (updates) loops.combine(combination, sites, updates, out);
  else if (source.geometry && !hasNoValues(plan)) {
    combineFused(combination, fusedScatter(plan, source, sites, memory, out), loops);
  }
  // In the loops any byte but 0 is true.
  if (dtype === 'bool') toTruth(out);
}
