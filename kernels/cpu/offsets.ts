/**
 * From index values to offsets, a block of sites at a time: the block stays in the first-level
 * cache, and the loops that move values need to know nothing of indices.
 *
 * A block is first taken to have its indices in range, without a branch for any of them; one that
 * turns out to hold another is resolved again, index by index. V8 checks an array's type and length
 * at every access that it does not see to follow another in the same iteration, except where the
 * array is a constant of the module. Hence `block`, and the loops over other arrays that are unrolled
 * by four: each about twice as fast as a plain loop over arrays that it is handed.
 */
import { DROPPED, settle } from '../../src/bounds.js';
import type { IndexCheck } from '../../src/bounds.js';
import type { IndexGeometry } from '../../src/geometry.js';

/** How many sites are resolved at once, a power of two; 8 KB of offsets. */
export const BLOCK = 2048;

/** From this length on a line of sites is resolved in one go. */
const LONG_LINE = 32;

// Kernels run to completion one after another, so one block serves them all.
const block = new Int32Array(BLOCK);

/** Receives a run of sites that are not dropped: `offsets[begin]` is the offset of site `first`. */
export type RunConsumer = (offsets: Int32Array, begin: number, end: number, first: number) => void;

/** Resolves all sites in row-major order, and hands them on in runs. */
export function forEachRun(check: IndexCheck, indices: Int32Array, consume: RunConsumer): void {
  const { siteCount } = check.geometry;
  for (let first = 0; first < siteCount; first += BLOCK) {
    resolveBlock(check, indices, first, Math.min(BLOCK, siteCount - first), consume);
  }
}

/** Resolves a block's worth of sites from number `first` on. */
export function resolveBlock(
  check: IndexCheck,
  indices: Int32Array,
  first: number,
  count: number,
  consume: RunConsumer,
): void {
  if (resolveInRange(check, indices, first, count)) consume(block, 0, count, first);
  else resolveAny(check, indices, first, count, consume);
}

/** Resolves a block; returns false, with nothing of use in it, if an index was out of range. */
function resolveInRange(
  check: IndexCheck,
  indices: Int32Array,
  first: number,
  count: number,
): boolean {
  const { geometry, wrapNegatives } = check;
  const { siteStrides, indexSizes, indexStrides } = geometry;
  const depth = indexSizes.length;
  if (hasLongLines(geometry)) {
    const step = siteStrides[siteStrides.length - 1];
    const [size, stride, wrap] = [
      indexSizes[0],
      indexStrides[0],
      wrapNegatives ? indexSizes[0] : 0,
    ];
    block.set(indices.subarray(first, first + count));
    return forEachLine(geometry, first, count, (begin, end, offset) =>
      resolveLine(begin, end, offset, step, size, stride, wrap),
    );
  }
  startOffsets(geometry, first, count);
  for (let k = 0; k < depth; k++) {
    const [size, stride, wrap] = [
      indexSizes[k],
      indexStrides[k],
      wrapNegatives ? indexSizes[k] : 0,
    ];
    if (!addIndices(indices, first * depth + k, depth, count, size, stride, wrap)) return false;
  }
  return true;
}

/** Whether a site has one index, and lines of sites are long enough to be resolved in one go. */
export function hasLongLines({ siteShape, indexSizes }: IndexGeometry): boolean {
  const inner = siteShape.length - 1;
  return indexSizes.length === 1 && (inner === 0 || siteShape[inner] >= LONG_LINE);
}

/** Turns the indices that a part of the block holds into offsets. */
function resolveLine(
  begin: number,
  end: number,
  offset: number,
  step: number,
  size: number,
  stride: number,
  wrap: number,
): boolean {
  for (let i = begin; i < end; i++) {
    let index = block[i];
    index += (index >> 31) & wrap;
    if (index < 0 || index >= size) return false;
    block[i] = (offset + Math.imul(index, stride)) | 0;
    offset = (offset + step) | 0;
  }
  return true;
}

/** Adds what the k-th indices of the block's sites contribute; `from` is the first site's. */
function addIndices(
  indices: Int32Array,
  from: number,
  depth: number,
  count: number,
  size: number,
  stride: number,
  wrap: number,
): boolean {
  for (let i = 0; i < count; i++, from += depth) {
    let index = indices[from];
    index += (index >> 31) & wrap;
    if (index < 0 || index >= size) return false;
    block[i] = (block[i] + Math.imul(index, stride)) | 0;
  }
  return true;
}

/** Resolves a block index by index, and hands on the runs of sites that are not dropped. */
function resolveAny(
  check: IndexCheck,
  indices: Int32Array,
  first: number,
  count: number,
  consume: RunConsumer,
): void {
  startOffsets(check.geometry, first, count);
  let begin = 0;
  for (let i = 0; i < count; i++) {
    const shift = settledShift(check, indices, first + i);
    block[i] += shift;
    if (shift !== DROPPED) continue;
    if (begin < i) consume(block, begin, i, first + begin);
    begin = i + 1;
  }
  if (begin < count) consume(block, begin, count, first + begin);
}

/** What a site's indices contribute to its offset, or DROPPED; throws for those that are errors. */
function settledShift(check: IndexCheck, indices: Int32Array, site: number): number {
  const { indexSizes, indexStrides } = check.geometry;
  const depth = indexSizes.length;
  let shift = 0;
  for (let k = 0; k < depth; k++) {
    const value = indices[site * depth + k];
    let place = value < 0 && check.wrapNegatives ? value + indexSizes[k] : value;
    if (place < 0 || place >= indexSizes[k]) place = settle(check, value, site * depth + k, k);
    // A tuple with one dropped index has no place, whatever the others say.
    shift = place === DROPPED || shift === DROPPED ? DROPPED : shift + place * indexStrides[k];
  }
  return shift;
}

/** Fills the block with the part of the offsets that does not depend on indices. */
function startOffsets(geometry: IndexGeometry, first: number, count: number): void {
  const step = geometry.siteStrides[geometry.siteStrides.length - 1];
  forEachLine(geometry, first, count, (begin, end, offset) => {
    if (step === 0) block.fill(offset, begin, end);
    else for (let i = begin; i < end; i++, offset += step) block[i] = offset;
    return true;
  });
}

/**
 * Walks the block in lines, pieces along the innermost site dimension, and tells of each where it
 * lies in the block and its first site's offset without indices; stops where `visit` says false.
 */
export function forEachLine(
  { siteShape, siteStrides }: IndexGeometry,
  first: number,
  count: number,
  visit: (begin: number, end: number, offset: number) => boolean,
): boolean {
  const inner = siteShape.length - 1;
  const length = siteShape[inner];
  for (let begin = 0; begin < count;) {
    let row = (first + begin) % length;
    const end = Math.min(count, begin + length - row);
    let offset = row * siteStrides[inner];
    row = (first + begin - row) / length;
    for (let d = inner - 1; d >= 0; d--) {
      const coordinate = row % siteShape[d];
      offset += coordinate * siteStrides[d];
      row = (row - coordinate) / siteShape[d];
    }
    if (!visit(begin, end, offset)) return false;
    begin = end;
  }
  return true;
}
