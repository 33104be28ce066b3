/**
 * Scattering in the order of the sites, with the same bits as the CPU's row-major loop. Sites are sorted by
 * slice, so the sites of one slice form a run. A thread combines a run's values in order, for one unit of the
 * slice.
 *
 * A run longer than PIECE is split: its first piece is combined with data like a short run, and the other
 * pieces separately. Then all results are combined in order.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { asNumeric } from '../call/dtypes.js';
import type { ScatterPlan } from '../call/plan.js';
import { startOf } from '../call/reductions.js';
import { isSoftware } from './adapter.js';
import { orderOf } from './cached_orders.js';
import type { InOrder } from './combine.js';
import { initialOutput } from './copies.js';
import type { Memory } from './memory.js';
import { combineOtherPieces, combinePiece } from './scatter_pieces.js';
import { PIECE, SITES_PER_BLOCK } from './strategy.js';
import { updateReader } from './wgsl_reads.js';
import { bitsOfNumber, ONE_UNIT, storedType, typeOf, unitsOf } from './wgsl_values.js';

export function scatterInOrder(combine: InOrder, plan: ScatterPlan, memory: Memory): TensorInfo {
  const { attributes, target } = plan;
  const { siteCount: sites, dataSize, sliceSize } = target.geometry;
  const dtype = asNumeric(target.tensor.dtype);
  const units = unitsOf(plan);
  const type = typeOf(dtype, units);
  const updates = updateReader(plan, units);
  const start = startOf(attributes, dtype);
  // Reading the values would take a quarter of a call's time.
  const ofData = attributes.dataIsZero ? `${type}(0)` : 'result[slice * uniforms.units + c]';
  const ofStart = `${type}(bitcast<${typeOf(dtype, ONE_UNIT)}>(uniforms.start))`;
  // On a GPU, all threads but those of a run's first site have nothing to do.
  const perBlock = isSoftware(memory.backend) ? SITES_PER_BLOCK : 1;
  const sorted = orderOf(target, memory);
  const output = initialOutput(plan, memory);
  const numbers = { units: units.perSlice, sites, slices: dataSize / sliceSize };
  const run = {
    inputs: { sorted },
    output,
    writes: storedType(dtype),
    width: units.width,
    numbers,
  };
  // Combines the first piece of each run with data. A run belongs to the block that it begins in. Dropped
  // sites come last.
  memory.run({
    ...run,
    name: 'ScatterRuns',
    parts: [updates],
    threads: Math.ceil(sites / perBlock) * units.perSlice,
    numbers: { ...numbers, perBlock, start: bitsOfNumber(start ?? 0, dtype) },
    body: `  let block = i / uniforms.units;
  let c = i - block * uniforms.units;
  var j = block * uniforms.perBlock;
  let last = uniforms.sites - 1;
  let endOfBlock = min(j + uniforms.perBlock, uniforms.sites);
  var before = -1;
  if (j > 0) { before = sorted[j - 1].x; }
  var next = sorted[j];
  while (j < endOfBlock) {
    let slice = next.x;
    if (slice == uniforms.slices) { return; }
    if (slice == before) {
      j++;
      next = sorted[min(j, last)];
      continue;
    }
    before = slice;
    let begin = j;
    var value = ${start === null ? ofData : ofStart};
${combinePiece(updates, combine.combine, memory)}
    result[slice * uniforms.units + c] = value;
  }`,
  });
  if (sites > PIECE) combineOtherPieces(combine, run, updates, memory);
  return output;
}
