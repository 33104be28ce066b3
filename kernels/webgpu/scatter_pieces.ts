/**
 * The pieces of runs: how a thread combines one, and how the pieces of a long run are combined.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { isSoftware } from './adapter.js';
import type { InOrder } from './combine.js';
import type { Memory } from './memory.js';
import type { Run } from './program.js';
import { bisection } from './sort.js';
import { PIECE, UNROLLED } from './strategy.js';
import type { UpdateReader } from './wgsl_reads.js';

/** What the programs that read sorted sites share. */
interface OnSorted extends Pick<Run, 'output' | 'writes'> {
  inputs: { sorted: TensorInfo };
  width: 1 | 4;
  numbers: Record<'units' | 'sites', number>;
}

/**
 * Combines `value` with the updates of `slice` in the order of sites, from position `j` of the sorted sites on, up to
 * PIECE sites after `begin`. `last` is the last position, and `next` the pair at `j`, before and after. Steps wait for
 * memory, but not for each other, if the updates of several sites are read at once.
 */
export function combinePiece(updates: UpdateReader, combine: string, { backend }: Memory): string {
  const each = (write: (n: number) => string) =>
    Array.from({ length: UNROLLED }, (_, n) => write(n)).join('\n');
  const severalAtOnce = `  for (; j + ${UNROLLED} <= end; j += ${UNROLLED}) {
    if (sorted[j + ${UNROLLED - 1}].x != slice) { break; }
${each((n) => `    let update${n} = ${updates.value(`sorted[j + ${n}].y`)};`)}
${each((n) => `    { let update = update${n}; value = ${combine}; }`)}
  }
  next = sorted[min(j, last)];`;
  return `  let end = min(begin + ${PIECE}, uniforms.sites);
${isSoftware(backend) ? '' : severalAtOnce}
  while (j < end && next.x == slice) {
    let update = ${updates.value('next.y')};
    value = ${combine};
    j++;
    next = sorted[min(j, last)];
  }`;
}

/**
 * Combines the pieces of long runs, except the first, each separately. Then it combines the results, in order, with the
 * first piece's in the output.
 */
export function combineOtherPieces(
  { combine, among }: InOrder,
  run: OnSorted,
  updates: UpdateReader,
  memory: Memory,
): void {
  const { width, numbers } = run;
  const threads = Math.ceil(numbers.sites / PIECE) * numbers.units;
  const pieces = memory.output([threads * width], run.output.dtype);
  memory.run({
    ...run,
    name: 'ScatterPieces',
    parts: [updates],
    output: pieces,
    threads,
    functions: bisection('sorted', 'x'),
    body: `${pieceOfThread()}
  var value = ${updates.value('sorted[begin].y')};
  let last = uniforms.sites - 1;
  var j = begin + 1;
  var next = sorted[min(j, last)];
${combinePiece(updates, among, memory)}
  result[i] = value;`,
  });
  // Combines the first piece of each long run with its others.
  memory.run({
    ...run,
    name: 'ScatterJoin',
    inputs: { ...run.inputs, pieces },
    threads,
    functions: bisection('sorted', 'x'),
    body: `${pieceOfThread()}
  if (number != 1) { return; }
  let terms = firstFrom(slice + 1, a, uniforms.sites) - first;
  let count = (terms + ${PIECE - 1}) / ${PIECE};
  let place = slice * uniforms.units + c;
  var value = result[place];
  for (var k = 1; k < count; k++) {
    let update = pieces[i + (k - 1) * uniforms.units];
    value = ${combine};
  }
  result[place] = value;`,
  });
}

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
