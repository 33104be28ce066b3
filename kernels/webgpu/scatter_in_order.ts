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
import { isSoftware } from './backend.js';
import { bisection, orderOf } from './order.js';
import type { Memory, Run } from './program.js';
import { updatesOf } from './reads.js';
import { bitsOfNumber, ONE_UNIT, storedType, typeOf, unitsOf } from './sites.js';
import { PIECE, SITES_PER_BLOCK, UNROLLED } from './strategy.js';

/** Combines in the order of sites; `value` is the value at a place. */
export interface Ordered {
  /** Combines `value` with `update`. */
  combine: string;
  /** Combines `value`, the result of earlier updates without data, with `update`. */
  among: string;
}

/** Combines the updates with an output that has data's values. */
export function scatterInOrder(
  combine: Ordered,
  plan: ScatterPlan,
  output: TensorInfo,
  memory: Memory,
): TensorInfo {
  const { siteCount: sites, sliceSize, dtype, target } = plan;
  const units = unitsOf(plan);
  const sorted = orderOf(target, memory);
  const run: OnSorted = {
    parts: [updatesOf(plan, units)],
    pairs: { sorted },
    output,
    writes: storedType(dtype),
    width: units.width,
    numbers: { units: units.perSlice, sites, slices: target.geometry.dataSize / sliceSize },
  };
  const type = typeOf(dtype, units);
  // Made before the output is written, which others keep if there is no room.
  const pieces =
    sites > PIECE ? memory.output([Math.ceil(sites / PIECE) * sliceSize], dtype) : null;
  combineRuns(combine, type, run, plan, memory);
  if (pieces) combineOtherPieces(combine, type, run, pieces, memory);
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
  type: string,
  run: OnSorted,
  { identity, start, dtype: of }: ScatterPlan,
  memory: Memory,
): void {
  const { numbers } = run;
  const dtype = asNumeric(of);
  // Zeros are not read.
  const ofStart = Object.is(start.value, 0) ? `${type}(0)` : 'result[place]';
  const ofIdentity = `${type}(bitcast<${typeOf(dtype, ONE_UNIT)}>(uniforms.identity))`;
  // On a GPU, all threads but those of a run's first site have nothing to do.
  const perBlock = isSoftware(memory.backend) ? SITES_PER_BLOCK : 1;
  memory.run({
    ...run,
    name: 'ScatterRuns',
    threads: Math.ceil(numbers.sites / perBlock) * numbers.units,
    numbers: { ...numbers, perBlock, identity: bitsOfNumber(identity ?? 0, dtype) },
    functions: combineRun(combine, type, memory),
    // Dropped sites come last.
    body: `  let block = i / uniforms.units;
  let c = i - block * uniforms.units;
  var j = block * uniforms.perBlock;
  let end = min(j + uniforms.perBlock, uniforms.sites);
  var before = -1;
  if (j > 0) { before = sorted[j - 1].x; }
  while (j < end) {
    let slice = sorted[j].x;
    if (slice == uniforms.slices) { return; }
    if (slice == before) {
      j++;
      continue;
    }
    before = slice;
    let place = slice * uniforms.units + c;
    result[place] = combineRun(${identity === null ? ofStart : ofIdentity}, slice, &j, j + ${PIECE}, c);
  }`,
  });
}

/**
 * Writes `combineRun`, which combines a value with the updates of a slice, in the order of the sorted sites, and moves
 * `at` to `end` or to the end of the slice's run. On a GPU, steps wait for memory, but not for each other, if the updates
 * of several sites are read at once.
 */
function combineRun(combine: string, type: string, { backend }: Memory): string {
  const each = (write: (n: number) => string) =>
    Array.from({ length: UNROLLED }, (_, n) => write(n)).join('\n');
  const severalAtOnce = `  for (; j + ${UNROLLED} <= last; j += ${UNROLLED}) {
    if (sorted[j + ${UNROLLED - 1}].x != slice) { break; }
${each((n) => `    let update${n} = updateOf(sorted[j + ${n}].y, c);`)}
${each((n) => `    { let update = update${n}; value = ${combine}; }`)}
  }`;
  return `fn combineRun(start : ${type}, slice : i32, at : ptr<function, i32>, end : i32, c : i32) -> ${type} {
  let last = min(end, uniforms.sites);
  var value = start;
  var j = *at;
${isSoftware(backend) ? '' : severalAtOnce}
  for (; j < last; j++) {
    let next = sorted[j];
    if (next.x != slice) { break; }
    let update = updateOf(next.y, c);
    value = ${combine};
  }
  *at = j;
  return value;
}
`;
}

/**
 * Combines the pieces of long runs, except the first, each separately. Then it combines the results, in order, with the
 * first piece's in the output.
 */
function combineOtherPieces(
  { combine, among }: Ordered,
  type: string,
  run: OnSorted,
  pieces: TensorInfo,
  memory: Memory,
): void {
  const { numbers } = run;
  const threads = Math.ceil(numbers.sites / PIECE) * numbers.units;
  const ofPieces = { ...run, threads };
  const findFirst = bisection('sorted', 'x');
  memory.run({
    ...ofPieces,
    name: 'ScatterPieces',
    output: pieces,
    functions: findFirst + combineRun(among, type, memory),
    body: `${pieceOfThread()}
  var j = begin + 1;
  result[i] = combineRun(updateOf(sorted[begin].y, c), slice, &j, begin + ${PIECE}, c);`,
  });
  memory.run({
    ...ofPieces,
    name: 'ScatterJoin',
    parts: [],
    inputs: { pieces },
    functions: findFirst,
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
