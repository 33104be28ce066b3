/**
 * Scattering in the order of the sites, with the same bits as the CPU's row-major loop. Sites are sorted by
 * slice, so the sites of one slice form a run. A thread combines a run's values in order, for one unit of the
 * slice.
 *
 * A run longer than PIECE is split: its first piece is combined with data like a short run, and the other
 * pieces separately. Then all results are combined in order.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { copyOf } from './copies.js';
import type { OrderedCall } from './in_order.js';
import type { Memory } from './memory.js';
import { combineOtherPieces } from './scatter_pieces.js';
import { sortSites } from './sort.js';
import { PIECE, READ_AHEAD, SITES_PER_BLOCK } from './strategy.js';

export function scatterInOrder(call: OrderedCall, memory: Memory): TensorInfo {
  const { plan } = call;
  const sorted = sortSites(plan, memory);
  const output = copyOf(plan.data, memory);
  combineRuns(call, sorted, output, memory);
  if (plan.geometry.siteCount > PIECE) combineOtherPieces(call, sorted, output, memory);
  return output;
}

/** Combines the first piece of each run with data. A run belongs to the block that it begins in. */
function combineRuns(
  call: OrderedCall,
  sorted: TensorInfo,
  output: TensorInfo,
  memory: Memory,
): void {
  const { units, plan, startInputs, updates } = call;
  const ahead = [...Array(READ_AHEAD).keys()];
  memory.run({
    name: 'ScatterRuns',
    pairs: ['sorted'],
    inputs: { ...startInputs, ...updates.inputs, sorted },
    output,
    writes: call.writes,
    width: units.width,
    threads: Math.ceil(plan.geometry.siteCount / SITES_PER_BLOCK) * units.perSlice,
    numbers: call.numbers,
    functions: call.average + updates.functions,
    body: `  _ = uniforms.start;
  let block = i / uniforms.units;
  let c = i - block * uniforms.units;
  let most = uniforms.sites - 1;
  var j = block * ${SITES_PER_BLOCK};
  let end = min(j + ${SITES_PER_BLOCK}, uniforms.sites);
  var slice = -1;
  if (j > 0) { slice = sorted[j - 1].x; }
  while (j < end && sorted[j].x == slice) { j++; }
  if (j == end) { return; }
  slice = sorted[j].x;
  var value = ${call.start};
  var terms = 0;
  loop {
${read(call, ahead)}
${ahead.map((n) => step(call, n)).join('')}
  }`,
  });
}

/** Reads several updates before combining the first. */
function read({ updates }: OrderedCall, ahead: number[]): string {
  const pairs = [...ahead, ahead.length].map(
    (n) => `    let pair${n} = sorted[min(j + ${n}, most)];\n`,
  );
  const values = ahead.map((n) => `    let update${n} = ${updates.value(`pair${n}.y`, 'c')};\n`);
  return pairs.join('') + values.join('');
}

/** Combines the update at `j`, and stores the value if that completes a run or piece. */
function step({ combine, start }: OrderedCall, n: number): string {
  return `    {
      let update = update${n};
      value = ${combine.combine};
      terms++;
      j++;
      let next = select(-1, pair${n + 1}.x, j <= most);
      let isKept = slice < uniforms.slices;
      if (next == slice) {
        if (terms == ${PIECE}) {
          if (isKept) { result[slice * uniforms.units + c] = value; }
          return;
        }
      } else {
        if (isKept) {
          result[slice * uniforms.units + c] = averaged(value, terms + uniforms.ownTerms);
        }
        if (j >= end) { return; }
        slice = next;
        value = ${start};
        terms = 0;
      }
    }
`;
}
