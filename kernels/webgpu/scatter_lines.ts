/**
 * Scattering in order without a sort or atomics: one thread walks each line of sites. If the sites are known
 * to address distinct slices, the sites of a line are spread over several threads.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { copyToStartFrom } from './copies.js';
import type { OrderedCall } from './in_order.js';
import type { Memory } from './memory.js';
import { runAtSites } from './walks.js';

export function scatterLines(
  call: OrderedCall,
  memory: Memory,
  walk: 'whole line' | 'spread' = 'whole line',
): TensorInfo {
  const { plan, units, combine, updates } = call;
  const output = copyToStartFrom(plan, memory);
  runAtSites(plan.target, memory, {
    name: 'ScatterLines',
    units,
    walk,
    parts: [updates],
    output,
    writes: call.writes,
    body: (each) =>
      each(`    if (slice < 0) { continue; }
    let place = slice * uniforms.units + c;
    let update = ${updates.value('site')};
    let value = result[place];
    result[place] = ${combine.combine};`),
  });
  return output;
}
