/**
 * Dot products of the rows that sites connect.
 */
import { asIndices, asNumbers } from '../contract/dtypes.js';
import type { DotPlan } from '../contract/fused.js';
import type { HostMemory } from '../contract/host_memory.js';
import { asFloats } from './bits.js';
import { offsetsOf } from './gathered.js';
import { BLOCK } from './strategy.js';

/** Writes the products of all sites; 0 where an index is out of bounds. */
export function dot(plan: DotPlan, memory: HostMemory, out: Float32Array): void {
  const { ends, heads, geometry } = plan;
  const { siteCount, sliceSize } = geometry;
  const floats = (tensor: DotPlan['data']) => asFloats(asNumbers(memory.read(tensor)));
  const [a, b] = [floats(plan.data), floats(plan.x)];
  const [ofData, ofSource] = [ends.data, ends.source].map((end) => ({
    end,
    indices: asIndices(memory.read(end.indices)),
    offsets: new Int32Array(BLOCK),
  }));
  const perHead = sliceSize / heads;
  for (let first = 0; first < siteCount; first += BLOCK) {
    const count = Math.min(BLOCK, siteCount - first);
    for (const { end, indices, offsets } of [ofData, ofSource]) {
      offsetsOf(end, indices, sliceSize, first, count, offsets);
    }
    for (let i = 0, to = first * heads; i < count; i++) {
      const [from, other] = [ofData.offsets[i], ofSource.offsets[i]];
      const isDropped = from < 0 || other < 0;
      for (let head = 0, at = 0; head < heads; head++, at += perHead, to++) {
        out[to] = isDropped ? 0 : product(a, from + at, b, other + at, perHead);
      }
    }
  }
}

/** Adds up in four sums, as a processor with vectors would. */
function product(a: Float32Array, i: number, b: Float32Array, j: number, count: number): number {
  let s0 = 0,
    s1 = 0,
    s2 = 0,
    s3 = 0;
  let n = 0;
  for (; n + 4 <= count; n += 4, i += 4, j += 4) {
    s0 = Math.fround(s0 + Math.fround(a[i] * b[j]));
    s1 = Math.fround(s1 + Math.fround(a[i + 1] * b[j + 1]));
    s2 = Math.fround(s2 + Math.fround(a[i + 2] * b[j + 2]));
    s3 = Math.fround(s3 + Math.fround(a[i + 3] * b[j + 3]));
  }
  if (n < count) s0 = Math.fround(s0 + Math.fround(a[i] * b[j]));
  if (n + 1 < count) s1 = Math.fround(s1 + Math.fround(a[i + 1] * b[j + 1]));
  if (n + 2 < count) s2 = Math.fround(s2 + Math.fround(a[i + 2] * b[j + 2]));
  return Math.fround(Math.fround(s0 + s1) + Math.fround(s2 + s3));
}
