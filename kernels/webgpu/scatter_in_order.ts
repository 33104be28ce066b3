/**
 * Scattering in the order of the sites, with the same bits as the CPU's row-major loop. Sites are sorted by slice, so
 * the sites of one slice form a run. A thread combines a run's values in order, for one unit of the slice.
 *
 * A run longer than PIECE is split: its first piece is combined with data like a short run, and the other pieces
 * separately. Then all results are combined in order.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { asNumeric } from '../call/dtypes.js';
import type { ScatterPlan } from '../call/plan.js';
import { startOf } from '../call/reductions.js';
import { isSoftware } from './backend.js';
import type { Ordered } from './combine.js';
import { orderOf } from './known_values.js';
import type { Memory } from './memory.js';
import type { Run } from './program.js';
import { bisection } from './sort.js';
import { PIECE, SITES_PER_BLOCK, UNROLLED } from './strategy.js';
import { updatesOf } from './wgsl_reads.js';
import { bitsOfNumber, ONE_UNIT, storedType, typeOf, unitsOf } from './wgsl_sites.js';

/** Combines the updates with an output that has data's values. */
export function scatterInOrder(
  combine: Ordered,
  plan: ScatterPlan,
  output: TensorInfo,
  memory: Memory,
): TensorInfo {
  const { tensor, geometry } = plan.target;
  const { siteCount: sites, dataSize, sliceSize } = geometry;
  const units = unitsOf(plan);
  const sorted = orderOf(plan.target, memory);
  const run: OnSorted = {
    parts: [updatesOf(plan, units)],
    pairs: { sorted },
    output,
    writes: storedType(asNumeric(tensor.dtype)),
    width: units.width,
    numbers: { units: units.perSlice, sites, slices: dataSize / sliceSize },
  };
  combineRuns(combine, run, plan, memory);
  if (sites > PIECE) combineOtherPieces(combine, run, memory);
  return output;
}

/** What the programs that read sorted sites share. */
interface OnSorted extends Pick<Run, 'output' | 'parts' | 'writes'> {
  pairs: { sorted: TensorInfo };
  width: 1 | 4;
  numbers: Record<'units' | 'sites' | 'slices', number>;
}

/**
 * Combines each run, or its first piece, with data or what replaces it. Threads share the sorted sites by blocks, and a
 * run belongs to the block that it begins in.
 */
function combineRuns(
  { combine }: Ordered,
  run: OnSorted,
  { attributes, target }: ScatterPlan,
  memory: Memory,
): void {
  const { numbers, width } = run;
  const dtype = asNumeric(target.tensor.dtype);
  const type = typeOf(dtype, { width, perSlice: numbers.units });
  const start = startOf(attributes, dtype);
  // Zeros are not read.
  const ofData = attributes.dataIsZero ? `${type}(0)` : 'result[slice * uniforms.units + c]';
  const ofStart = `${type}(bitcast<${typeOf(dtype, ONE_UNIT)}>(uniforms.start))`;
  // On a GPU, all threads but those of a run's first site have nothing to do.
  const perBlock = isSoftware(memory.backend) ? SITES_PER_BLOCK : 1;
  memory.run({
    ...run,
    name: 'ScatterRuns',
    threads: Math.ceil(numbers.sites / perBlock) * numbers.units,
    numbers: { ...numbers, perBlock, start: bitsOfNumber(start ?? 0, dtype) },
    // Dropped sites come last.
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
${combinePiece(combine, memory)}
    result[slice * uniforms.units + c] = value;
  }`,
  });
}

/**
 * Combines `value` with the updates of `slice` in the order of sites, from position `j` of the sorted sites on, up to
 * PIECE sites after `begin`. `last` is the last position, and `next` the pair at `j`, before and after. Steps wait for
 * memory, but not for each other, if the updates of several sites are read at once.
 */
function combinePiece(combine: string, { backend }: Memory): string {
  const each = (write: (n: number) => string) =>
    Array.from({ length: UNROLLED }, (_, n) => write(n)).join('\n');
  const severalAtOnce = `  for (; j + ${UNROLLED} <= end; j += ${UNROLLED}) {
    if (sorted[j + ${UNROLLED - 1}].x != slice) { break; }
${each((n) => `    let update${n} = updateOf(sorted[j + ${n}].y, c);`)}
${each((n) => `    { let update = update${n}; value = ${combine}; }`)}
  }
  next = sorted[min(j, last)];`;
  return `  let end = min(begin + ${PIECE}, uniforms.sites);
${isSoftware(backend) ? '' : severalAtOnce}
  while (j < end && next.x == slice) {
    let update = updateOf(next.y, c);
    value = ${combine};
    j++;
    next = sorted[min(j, last)];
  }`;
}

/**
 * Combines the pieces of long runs, except the first, each separately. Then it combines the results, in order, with the
 * first piece's in the output.
 */
function combineOtherPieces({ combine, among }: Ordered, run: OnSorted, memory: Memory): void {
  const { width, numbers } = run;
  const threads = Math.ceil(numbers.sites / PIECE) * numbers.units;
  const pieces = memory.output([threads * width], run.output.dtype);
  const ofPieces = { ...run, threads, functions: bisection('sorted', 'x') };
  memory.run({
    ...ofPieces,
    name: 'ScatterPieces',
    output: pieces,
    body: `${pieceOfThread()}
  var value = updateOf(sorted[begin].y, c);
  let last = uniforms.sites - 1;
  var j = begin + 1;
  var next = sorted[min(j, last)];
${combinePiece(among, memory)}
  result[i] = value;`,
  });
  memory.run({
    ...ofPieces,
    name: 'ScatterJoin',
    parts: [],
    inputs: { pieces },
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
