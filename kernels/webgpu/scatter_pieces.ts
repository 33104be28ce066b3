/**
 * The pieces of long runs, except the first. Each is combined separately. Then the results are combined, in
 * order, with the first piece's.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { OrderedCall } from './in_order.js';
import type { Memory } from './memory.js';
import { combineRun } from './scatter_run.js';
import { PIECE } from './strategy.js';

export function combineOtherPieces(
  call: OrderedCall,
  sorted: TensorInfo,
  output: TensorInfo,
  memory: Memory,
): void {
  const { plan, units, writes, combine, updates, numbers } = call;
  const threads = Math.ceil(plan.target.geometry.siteCount / PIECE) * units.perSlice;
  const pieces = memory.output([threads * units.width], plan.target.tensor.dtype);
  const run = { writes, width: units.width, threads, numbers };
  memory.run({
    ...run,
    name: 'ScatterPieces',
    inputs: { sorted },
    parts: [updates],
    output: pieces,
    functions: BISECTION,
    body: `${pieceOfThread()}
  var value = ${updates.value('sorted[begin].y')};
  let last = uniforms.sites - 1;
  var j = begin + 1;
  var next = sorted[min(j, last)].x;
${combineRun(updates, combine.among, memory)}
  result[i] = value;`,
  });
  // Combines the first piece of each long run with its others.
  memory.run({
    ...run,
    name: 'ScatterJoin',
    inputs: { pieces, sorted },
    output,
    functions: BISECTION,
    body: `${pieceOfThread()}
  if (number != 1) { return; }
  let terms = firstFrom(slice + 1, a, uniforms.sites) - first;
  let count = (terms + ${PIECE - 1}) / ${PIECE};
  let place = slice * uniforms.units + c;
  var value = result[place];
  for (var k = 1; k < count; k++) {
    let update = pieces[i + (k - 1) * uniforms.units];
    value = ${combine.combine};
  }
  result[place] = value;`,
  });
}

/** Finds, by bisection between two positions, the first pair of a slice or of a later one. */
const BISECTION = `fn firstFrom(slice : i32, begin : i32, end : i32) -> i32 {
  var low = begin;
  var high = end;
  while (low < high) {
    let middle = (low + high) / 2;
    if (sorted[middle].x < slice) { low = middle + 1; } else { high = middle; }
  }
  return low;
}
`;

/**
 * Each multiple `a` of PIECE stands for the next piece that begins at or after it, unless that is the first
 * of its run. So the pieces of a run get consecutive threads, one each.
 */
const pieceOfThread = (): string => `  let a = i / uniforms.units * ${PIECE};
  let c = i % uniforms.units;
  let slice = sorted[a].x;
  if (slice >= uniforms.slices) { return; }
  let first = firstFrom(slice, 0, a);
  let number = (a - first + ${PIECE - 1}) / ${PIECE};
  let begin = first + number * ${PIECE};
  if (number == 0 || begin >= uniforms.sites) { return; }
  if (sorted[begin].x != slice) { return; }`;
