/** How a thread combines the updates of a run, in the order of sites. */
import { isSoftware } from './adapter.js';
import type { Memory } from './memory.js';
import { PIECE, UNROLLED } from './strategy.js';
import type { UpdateReader } from './wgsl_updates.js';

/**
 * Combines `value` with the updates of `slice`, from position `j` of the sorted sites on, up to PIECE sites after
 * `begin`. `last` is the last position, and `next` the slice at `j`, before and after. Steps wait for memory, but not for each other, if the updates
 * of several sites are read at once.
 */
export function combineRun(updates: UpdateReader, combine: string, { backend }: Memory): string {
  const each = (write: (n: number) => string) =>
    Array.from({ length: UNROLLED }, (_, n) => write(n)).join('\n');
  const severalAtOnce = `  for (; j + ${UNROLLED} <= end; j += ${UNROLLED}) {
    if (sorted[j + ${UNROLLED - 1}].x != slice) { break; }
${each((n) => `    let update${n} = ${updates.value(`sorted[j + ${n}].y`)};`)}
${each((n) => `    { let update = update${n}; value = ${combine}; }`)}
  }
  next = sorted[min(j, last)].x;`;
  return `  let end = min(begin + ${PIECE}, uniforms.sites);
${isSoftware(backend) ? '' : severalAtOnce}
  while (j < end && next == slice) {
    let update = ${updates.value('sorted[j].y')};
    value = ${combine};
    j++;
    next = sorted[min(j, last)].x;
  }`;
}
