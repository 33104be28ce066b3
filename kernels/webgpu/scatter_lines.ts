/**
 * Scattering in order without a sort or atomics: one thread walks each line of sites. If the sites are known
 * to address distinct slices, the sites of a line are spread over several threads.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { linesOf } from '../call/geometry.js';
import type { ScatterPlan } from '../call/plan.js';
import { strategyOf } from './adapter.js';
import { initialOutput } from './copies.js';
import type { OrderedCall } from './in_order.js';
import type { Memory } from './memory.js';
import { MANY_LINES, MAX_WALKED } from './strategy.js';
import { runAtSites } from './walks.js';

/** Returns whether the lines of a call are so short that a thread walks each. */
export function hasShortLines({ target }: ScatterPlan, { backend }: Memory): boolean {
  const { count, length } = linesOf(target.geometry);
  return length <= (count < MANY_LINES ? MAX_WALKED : strategyOf(backend).LONGEST_OF_MANY);
}

export function scatterLines(
  call: OrderedCall,
  memory: Memory,
  walk: 'whole line' | 'spread' = 'whole line',
): TensorInfo {
  const { plan, units, combine, updates } = call;
  const output = initialOutput(plan, memory);
  runAtSites(plan.target, memory, {
    name: 'ScatterLines',
    units,
    walk,
    parts: [updates],
    output,
    writes: call.writes,
    numbers: call.numbers,
    body: (each) => `
${call.startsOver ? each(`    if (slice >= 0) { result[slice * uniforms.units + c] = ${call.start}; }`) : ''}
${each(`    if (slice < 0) { continue; }
    let place = slice * uniforms.units + c;
    let update = ${updates.value('site')};
    let value = result[place];
    result[place] = ${combine.combine};`)}`,
  });
  return output;
}
