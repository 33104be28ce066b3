/** Sparse products: updates read from their sources, and dot products of the two rows at each site. */
import { asNumbers, type Numbers } from '../call/dtypes.js';
import { type DotPlan, type FusedPlan, hasNoValues } from '../call/plan.js';
import type { Combination } from '../call/reductions.js';
import type { FusedDot, HostCall } from './host_loops.js';
import { sitesAt } from './memory.js';
import { writeOffsets } from './offsets.js';
import { hostRead, startingAt, withReader } from './reads.js';
import { scatterNumbers } from './scatter.js';
import { BLOCK, VALUES_AT_ONCE } from './strategy.js';
import { forEachBlock, partOfLine } from './walk.js';

export function runProduct(plan: DotPlan | FusedPlan, call: HostCall): void {
  if (plan.kind === 'dot') {
    dot(plan, call);
    return;
  }
  // The output is a copy of data.
  scatterNumbers(plan, call, (combination, target, data) => {
    if (hasNoValues(plan)) return;
    const read = hostRead(plan.read, call.memory);
    if (call.loops.combineRead?.(combination, read, target, data)) return;
    combineInBlocks(combination, plan, call);
  });
}

/** Combines all updates with an output: reads those of a block of sites at one end, and scatters them at the other. */
function combineInBlocks(combination: Combination, plan: FusedPlan, call: HostCall): void {
  const { memory, loops, output } = call;
  const { tensor, geometry } = plan.target;
  const { siteCount, sliceSize } = geometry;
  const most = Math.min(siteCount, Math.max(1, (VALUES_AT_ONCE / sliceSize) | 0));
  const block = memory.output([most * sliceSize], tensor.dtype);
  try {
    withReader(plan.read, most, call, (readPart, source) => {
      // Read again, because outputs were made.
      const [updates, data] = [block, output].map(({ values }) => asNumbers(values));
      const target = sitesAt(plan.target, memory);
      for (let first = 0; first < siteCount;) {
        const from = partOfLine(source, first, most);
        const to = partOfLine(target, first, from.count);
        readPart(updates, from, to, first);
        loops.combine(combination, to.sites, updates, startingAt(data, to.offset));
        first += to.count;
      }
    });
  } finally {
    block.discard();
  }
}

/** Writes the products at all sites, 0 where an index is out of bounds. */
function dot({ source, target, heads }: DotPlan, { memory, output, loops }: HostCall): void {
  const call: FusedDot = {
    source: sitesAt(source, memory),
    target: sitesAt(target, memory),
    x: asNumbers(memory.read(source.tensor)),
    data: asNumbers(memory.read(target.tensor)),
    heads,
    products: asNumbers(output.values),
  };
  if (!loops.dot?.(call)) plainDot(call);
}

function plainDot({ source, target, x, data, heads, products }: FusedDot): void {
  const offsets = new Int32Array(BLOCK);
  const others = new Int32Array(BLOCK);
  const perHead = target.end.geometry.sliceSize / heads;
  forEachBlock(target, (first, count) => {
    writeOffsets(offsets, target, first, count);
    writeOffsets(others, source, first, count);
    for (let i = 0, to = first * heads; i < count; i++) {
      const [from, other] = [offsets[i], others[i]];
      const isDropped = from < 0 || other < 0;
      for (let head = 0, at = 0; head < heads; head++, at += perHead, to++) {
        products[to] = isDropped ? 0 : product(data, from + at, x, other + at, perHead);
      }
    }
  });
}

/** Keeps four sums, each of every fourth product, and adds them in pairs, as SIMD code does. */
function product(a: Numbers, i: number, b: Numbers, j: number, count: number): number {
  const { fround } = Math;
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let n = 0;
  for (; n + 4 <= count; n += 4, i += 4, j += 4) {
    s0 = fround(s0 + fround(a[i] * b[j]));
    s1 = fround(s1 + fround(a[i + 1] * b[j + 1]));
    s2 = fround(s2 + fround(a[i + 2] * b[j + 2]));
    s3 = fround(s3 + fround(a[i + 3] * b[j + 3]));
  }
  if (n < count) s0 = fround(s0 + fround(a[i] * b[j]));
  if (n + 1 < count) s1 = fround(s1 + fround(a[i + 1] * b[j + 1]));
  if (n + 2 < count) s2 = fround(s2 + fround(a[i + 2] * b[j + 2]));
  return fround(fround(s0 + s1) + fround(s2 + s3));
}
