/**
 * Scattering in the order of sites along lines, each walked by one thread: without a sort or atomics.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { copyOf } from './copies.js';
import type { OrderedCall } from './in_order.js';
import type { Memory } from './memory.js';
import { FEWEST_LINES } from './strategy.js';
import { linesOf, walkSites } from './walks.js';
import { byFour } from './wgsl_values.js';

/** Whether threads can walk lines of at most so many sites. A mean needs the number of its terms. */
export function hasLines({ plan, isMean }: OrderedCall, longest: number): boolean {
  const { count, length } = linesOf(plan.geometry);
  return !isMean && length <= longest && count >= FEWEST_LINES;
}

export function scatterLines(call: OrderedCall, memory: Memory): TensorInfo {
  const { plan, units, combine } = call;
  const output = copyOf(plan.data, memory);
  const { run, functions, start, each } = walkSites(plan, units, 'whole line');
  memory.run({
    ...run,
    name: 'ScatterLines',
    variant: `${call.variant} ${run.variant}`,
    inputs: { updates: plan.updates, ...run.inputs },
    output,
    writes: call.writes,
    byFour: byFour(units, 'result', 'updates'),
    numbers: { ...call.numbers, ...run.numbers },
    code: () => ({
      functions,
      body: `${start}
${call.startsOver ? each(`    if (slice >= 0) { result[slice * uniforms.units + c] = ${call.start}; }`) : ''}
${each(`    if (slice < 0) { continue; }
    let place = slice * uniforms.units + c;
    let update = ${call.value('updates', 'unit')};
    let value = result[place];
    result[place] = ${combine.combine};`)}`,
    }),
  });
  return output;
}
