/**
 * Scattering in the order of the sites, with the same bits as the CPU's row-major loop. Sites are sorted by
 * slice, so the sites of one slice form a run. A thread combines a run's values in order, for one unit of the
 * slice.
 *
 * A run longer than PIECE is split: its first piece is combined with data like a short run, and the other
 * pieces separately. Then all results are combined in order.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { isSoftware } from './adapter.js';
import { initialOutput } from './copies.js';
import type { OrderedCall } from './in_order.js';
import type { Memory } from './memory.js';
import { combineOtherPieces } from './scatter_pieces.js';
import { sortSites } from './sort.js';
import { combineRun } from './scatter_run.js';
import { PIECE, SITES_PER_BLOCK } from './strategy.js';

export function scatterInOrder(call: OrderedCall, memory: Memory): TensorInfo {
  const { plan, units, updates, numbers } = call;
  const sorted = sortSites(plan.target, memory);
  const output = initialOutput(plan, memory);
  // On a GPU, all threads but those of a run's first site have nothing to do.
  const perBlock = isSoftware(memory.backend) ? SITES_PER_BLOCK : 1;
  // Combines the first piece of each run with data. A run belongs to the block that it begins in. Dropped
  // sites come last.
  memory.run({
    name: 'ScatterRuns',
    inputs: { sorted },
    parts: [updates],
    output,
    writes: call.writes,
    width: units.width,
    threads: Math.ceil(numbers.sites / perBlock) * units.perSlice,
    numbers: { ...numbers, perBlock },
    body: `  let block = i / uniforms.units;
  let c = i - block * uniforms.units;
  var j = block * uniforms.perBlock;
  let last = uniforms.sites - 1;
  let endOfBlock = min(j + uniforms.perBlock, uniforms.sites);
  var before = -1;
  if (j > 0) { before = sorted[j - 1].x; }
  var next = sorted[j].x;
  while (j < endOfBlock) {
    let slice = next;
    if (slice == uniforms.slices) { return; }
    if (slice == before) {
      j++;
      next = sorted[min(j, last)].x;
      continue;
    }
    before = slice;
    let begin = j;
    var value = ${call.start};
${combineRun(updates, call.combine.combine, memory)}
    result[slice * uniforms.units + c] = value;
  }`,
  });
  if (numbers.sites > PIECE) combineOtherPieces(call, sorted, output, memory);
  return output;
}
