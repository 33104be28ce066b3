/**
 * Scattering in the order of the sites, with the same bits as the CPU's row-major loop. Sites are sorted by
 * slice, so the sites of one slice form a run. A thread combines a run's values in order, for one unit of the
 * slice.
 *
 * A run longer than PIECE is split: its first piece is combined with data like a short run, and the other
 * pieces separately. Then all results are combined in order.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { initialOutput } from './copies.js';
import type { OrderedCall } from './in_order.js';
import type { Memory } from './memory.js';
import { combineOtherPieces } from './scatter_pieces.js';
import { sortSites } from './sort.js';
import { PIECE, SITES_PER_BLOCK } from './strategy.js';

export function scatterInOrder(call: OrderedCall, memory: Memory): TensorInfo {
  const { plan, units, updates, numbers } = call;
  const sorted = sortSites(plan.target, memory);
  const output = initialOutput(plan, memory);
  // Combines the first piece of each run with data. A run belongs to the block that it begins in. Dropped
  // sites come last.
  memory.run({
    name: 'ScatterRuns',
    inputs: { sorted },
    parts: [updates],
    output,
    writes: call.writes,
    width: units.width,
    threads: Math.ceil(numbers.sites / SITES_PER_BLOCK) * units.perSlice,
    numbers,
    body: `  let block = i / uniforms.units;
  let c = i % uniforms.units;
  let last = uniforms.sites - 1;
  var j = block * ${SITES_PER_BLOCK};
  let end = min(j + ${SITES_PER_BLOCK}, uniforms.sites);
  if (j > 0) {
    let before = sorted[j - 1].x;
    while (j < end && sorted[j].x == before) { j++; }
  }
  if (j == end) { return; }
  var slice = sorted[j].x;
  var value = ${call.start};
  var terms = 0;
  while (slice < uniforms.slices) {
    let update = ${updates.value('sorted[j].y')};
    value = ${call.combine.combine};
    terms++;
    j++;
    let next = select(-1, sorted[min(j, last)].x, j <= last);
    if (next == slice && terms < ${PIECE}) { continue; }
    result[slice * uniforms.units + c] = value;
    if (next == slice || j >= end) { return; }
    slice = next;
    value = ${call.start};
    terms = 0;
  }`,
  });
  if (numbers.sites > PIECE) combineOtherPieces(call, sorted, output, memory);
  return output;
}
