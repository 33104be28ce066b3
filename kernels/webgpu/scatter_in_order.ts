/**
 * Scattering in the order of the sites, with the same bits as the CPU's row-major loop. Sites are sorted by
 * slice, so the sites of one slice form a run. A thread combines a run's values in order, for one or several
 * units of the slice.
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
import { MAX_UNITS, PIECE, READ_AHEAD, SHORT_RUN, SITES_PER_BLOCK } from './strategy.js';

export function scatterInOrder(call: OrderedCall, memory: Memory): TensorInfo {
  const { plan, units, updates, numbers } = call;
  const { sites, slices } = numbers;
  const sorted = sortSites(plan.target, memory);
  const output = initialOutput(plan, memory);
  const share = unitsPerThread(units.perSlice, sites / slices, memory.isOnCpu);
  const each: Each = (write) => range(share).map(write).join('');
  // Combines the first piece of each run with data. A run belongs to the block that it begins in.
  memory.run({
    name: 'ScatterRuns',
    pairs: ['sorted'],
    inputs: { ...updates.inputs, sorted },
    geometries: updates.geometries,
    output,
    writes: call.writes,
    width: units.width,
    threads: (Math.ceil(sites / SITES_PER_BLOCK) * units.perSlice) / share,
    numbers,
    functions: call.average + updates.functions,
    body: `  _ = uniforms.start;
  let perBlock = uniforms.units / ${share};
  let block = i / perBlock;
${each((u) => `  let c${u} = i - (block - ${u}) * perBlock;\n`)}  let most = uniforms.sites - 1;
  var j = block * ${SITES_PER_BLOCK};
  let end = min(j + ${SITES_PER_BLOCK}, uniforms.sites);
  var slice = -1;
  if (j > 0) { slice = sorted[j - 1].x; }
  while (j < end && sorted[j].x == slice) { j++; }
  if (j == end) { return; }
  slice = sorted[j].x;
${each((u) => `  var value${u} = ${call.start(`c${u}`)};\n`)}  var terms = 0;
  loop {
${read(call, each)}
${range(READ_AHEAD)
  .map((n) => step(call, n, each))
  .join('')}
  }`,
  });
  if (sites > PIECE) combineOtherPieces(call, sorted, output, memory);
  return output;
}

/**
 * Returns how many units of a slice a thread combines in the order of sites. Together, they read each site only
 * once. A GPU would have too few threads. A CPU runs four threads in step, which must share their runs if these
 * are long.
 */
function unitsPerThread(perSlice: number, sitesPerSlice: number, isOnCpu: boolean): number {
  const most = sitesPerSlice > SHORT_RUN ? Math.min(MAX_UNITS, perSlice / 4) : MAX_UNITS;
  const shares = isOnCpu ? [4, 2].filter((share) => share <= most) : [];
  return shares.find((share) => perSlice % share === 0) ?? 1;
}

/** Writes code for each unit of a thread. */
type Each = (write: (unit: number) => string) => string;

const range = (count: number): number[] => [...Array(count).keys()];

/** Reads several updates before combining the first. */
function read({ updates }: OrderedCall, each: Each): string {
  const pair = (n: number) => `    let pair${n} = sorted[min(j + ${n}, most)];\n`;
  const row = (n: number) => `    let row${n} = ${updates.row(`pair${n}.y`)};\n`;
  const values = (n: number) =>
    each((u) => `    let update${n}_${u} = ${updates.value(`pair${n}.y`, `c${u}`, `row${n}`)};\n`);
  return [
    ...range(READ_AHEAD + 1).map(pair),
    ...range(READ_AHEAD).map((n) => row(n) + values(n)),
  ].join('');
}

/** Combines the update at `j`, and stores the value if that completes a run or piece. */
function step({ combine, start }: OrderedCall, n: number, each: Each): string {
  const combined = (u: number) => `      {
        let value = value${u};
        let update = update${n}_${u};
        value${u} = ${combine.combine};
      }
`;
  const store = (value: (unit: number) => string) => `        if (slice < uniforms.slices) {
${each((u) => `          result[slice * uniforms.units + c${u}] = ${value(u)};\n`)}        }`;
  return `    {
${each(combined)}      terms++;
      j++;
      let next = select(-1, pair${n + 1}.x, j <= most);
      if (next == slice) {
        if (terms == ${PIECE}) {
${store((u) => `value${u}`)}
          return;
        }
      } else {
${store((u) => `averaged(value${u}, terms + uniforms.ownTerms)`)}
        if (j >= end) { return; }
        slice = next;
${each((u) => `        value${u} = ${start(`c${u}`)};\n`)}        terms = 0;
      }
    }
`;
}
