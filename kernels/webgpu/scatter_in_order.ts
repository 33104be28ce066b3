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
import { combineRun } from './scatter_run.js';
import { PIECE } from './strategy.js';

export function scatterInOrder(call: OrderedCall, memory: Memory): TensorInfo {
  const { plan, units, updates, numbers } = call;
  const sorted = sortSites(plan.target, memory);
  const output = initialOutput(plan, memory);
  // Combines the first piece of each run with data. Dropped sites come last.
  memory.run({
    name: 'ScatterRuns',
    inputs: { sorted },
    parts: [updates],
    output,
    writes: call.writes,
    width: units.width,
    threads: numbers.sites * units.perSlice,
    numbers,
    body: `  let begin = i / uniforms.units;
  let c = i - begin * uniforms.units;
  let slice = sorted[begin].x;
  if (slice == uniforms.slices) { return; }
  if (begin > 0) {
    if (sorted[begin - 1].x == slice) { return; }
  }
  var j = begin;
  var value = ${call.start};
${combineRun(updates, call.combine.combine)}
  result[slice * uniforms.units + c] = value;`,
  });
  if (numbers.sites > PIECE) combineOtherPieces(call, sorted, output, memory);
  return output;
}
