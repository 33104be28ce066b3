/**
 * Scattering in order without a sort or atomics: one thread walks each line of sites.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { copyOf } from './copies.js';
import type { OrderedCall } from './in_order.js';
import type { Memory } from './memory.js';
import { FEWEST_LINES } from './strategy.js';
import { linesOf, walkSites } from './walks.js';
import { ONE_UNIT } from './wgsl_values.js';

/** Returns whether there are enough lines, of at most `longest` sites. */
export function hasLines({ plan }: OrderedCall, longest: number): boolean {
  const { count, length } = linesOf(plan.geometry);
  return length <= longest && count >= FEWEST_LINES;
}

export function scatterLines(call: OrderedCall, memory: Memory): TensorInfo {
  const { plan, units, combine, updates } = call;
  const output = copyOf(plan.data, memory);
  const { run, functions, start, each } = walkSites(plan, units, 'whole line');
  memory.run({
    ...run,
    name: 'ScatterLines',
    variant: `${call.variant} ${run.variant}`,
    inputs: { ...updates.inputs, ...run.inputs },
    output,
    writes: call.writes,
    width: units.width,
    numbers: { ...call.numbers, ...run.numbers },
    code: () => ({
      functions: functions + updates.functions,
      body: `${start}
${call.startsOver ? each(`    if (slice >= 0) { result[slice * uniforms.units + c] = ${call.start}; }`) : ''}
${each(`    if (slice < 0) { continue; }
    let place = slice * uniforms.units + c;
    let update = ${updates.value('site', 'c')};
    let value = result[place];
    result[place] = ${combine.combine};`)}`,
    }),
  });
  if (call.isMean) average(call, countTerms(call, memory), output, memory);
  return output;
}

function countTerms({ plan }: OrderedCall, memory: Memory): TensorInfo {
  const { dataSize, sliceSize } = plan.geometry;
  const terms = memory.zeros(dataSize / sliceSize, 'for the number of sites of each slice');
  const { run, functions, start, each } = walkSites(plan, ONE_UNIT, 'whole line');
  memory.run({
    ...run,
    name: 'ScatterCount',
    output: terms,
    code: () => ({
      functions,
      body: `${start}\n${each('    if (slice >= 0) { result[slice]++; }')}`,
    }),
  });
  return terms;
}

/** Divides the sums of slices that have sites. */
function average(call: OrderedCall, terms: TensorInfo, output: TensorInfo, memory: Memory): void {
  const { units, plan } = call;
  memory.run({
    name: 'ScatterAverage',
    variant: call.variant,
    inputs: { terms },
    output,
    writes: call.writes,
    width: units.width,
    threads: plan.geometry.dataSize / units.width,
    numbers: call.numbers,
    code: () => ({
      functions: call.average,
      body: `  let count = terms[i / uniforms.units];
  if (count > 0) { result[i] = averaged(result[i], count + uniforms.ownTerms); }`,
    }),
  });
}
