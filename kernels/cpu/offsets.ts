/**
 * From index values to offsets, a block of sites at a time: the block stays in the first-level
 * cache, and the loops that move values need to know nothing of indices.
 */
import { DROPPED, settle } from '../../src/bounds.js';
import type { IndexCheck } from '../../src/bounds.js';
import type { IndexGeometry } from '../../src/geometry.js';

/** How many sites are resolved at once; 8 KB of offsets. */
export const BLOCK = 2048;

// Kernels run to completion one after another, so one block serves them all.
const block = new Int32Array(BLOCK);

/** Receives the offsets of `count` sites from site number `first` on; dropped ones are DROPPED. */
export type OffsetsConsumer = (offsets: Int32Array, first: number, count: number) => void;

/** Resolves all sites in row-major order, and hands them on in blocks. */
export function forEachBlock(
  check: IndexCheck,
  indices: Int32Array,
  consume: OffsetsConsumer,
): void {
  const { siteCount } = check.geometry;
  for (let first = 0; first < siteCount; first += BLOCK) {
    const count = Math.min(BLOCK, siteCount - first);
    resolveBlock(check, indices, first, count);
    consume(block, first, count);
  }
}

/** Resolves one block: runs along the innermost site dimension share an outer part of the offset. */
function resolveBlock(check: IndexCheck, indices: Int32Array, first: number, count: number): void {
  const { siteShape, siteStrides } = check.geometry;
  const inner = siteShape.length - 1;
  const length = siteShape[inner];
  const stride = siteStrides[inner];
  const resolveRun = check.geometry.indexSizes.length === 1 ? resolveSingles : resolveTuples;
  for (let done = 0; done < count;) {
    const along = (first + done) % length;
    const run = Math.min(length - along, count - done);
    const base = outerOffset(check.geometry, (first + done - along) / length) + along * stride;
    resolveRun(check, indices, first + done, run, base, stride, done);
    done += run;
  }
}

/** The part of the offset that comes from all site dimensions but the innermost. */
function outerOffset({ siteShape, siteStrides }: IndexGeometry, row: number): number {
  let offset = 0;
  for (let d = siteShape.length - 2; d >= 0; d--) {
    const coordinate = row % siteShape[d];
    offset += coordinate * siteStrides[d];
    row = (row - coordinate) / siteShape[d];
  }
  return offset;
}

/** A run of sites with one index each (K = 1): every Elements op, and most ND calls. */
function resolveSingles(
  check: IndexCheck,
  indices: Int32Array,
  site: number,
  run: number,
  base: number,
  stride: number,
  to: number,
): void {
  const size = check.geometry.indexSizes[0];
  const indexStride = check.geometry.indexStrides[0];
  const end = check.wrapNegatives ? size : 0;
  for (let i = 0; i < run; i++) {
    let place = indices[site + i];
    if (place < 0) place += end;
    if (place >>> 0 >= size) place = settle(check, indices[site + i], site + i, 0);
    block[to + i] = place === DROPPED ? DROPPED : base + i * stride + place * indexStride;
  }
}

/** A run of sites with any number of indices each, none included. */
function resolveTuples(
  check: IndexCheck,
  indices: Int32Array,
  site: number,
  run: number,
  base: number,
  stride: number,
  to: number,
): void {
  const { indexSizes, indexStrides } = check.geometry;
  const { wrapNegatives } = check;
  const depth = indexSizes.length;
  let at = site * depth;
  for (let i = 0; i < run; i++) {
    let offset = base + i * stride;
    for (let k = 0; k < depth; k++, at++) {
      let place = indices[at];
      if (place < 0 && wrapNegatives) place += indexSizes[k];
      if (place >>> 0 >= indexSizes[k]) place = settle(check, indices[at], at, k);
      // A tuple with one dropped index has no place, whatever the others say.
      offset = place === DROPPED || offset === DROPPED ? DROPPED : offset + place * indexStrides[k];
    }
    block[to + i] = offset;
  }
}
