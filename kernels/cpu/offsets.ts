/**
 * Computes offsets from index values, a block of sites at a time. The block stays in the first-level cache,
 * and the loops that move values know nothing about indices.
 *
 * The fast path checks each index with one comparison. If one is out of range, the block is resolved again,
 * index by index. Loops over the block are fast because it is a constant of the module: V8 checks the type
 * and length of any other array at every access.
 */
import { type Bounds, DROPPED, resolveIndex } from '../call/bounds.js';
import type { IndexGeometry } from '../call/geometry.js';
import { BLOCK } from './strategy.js';
import { type EndSites, forEachBlock, forEachLine, stepOf, termOf } from './walk.js';

// Shared, because only one kernel runs at a time.
const block = new Int32Array(BLOCK);

/**
 * Receives a run of sites without dropped ones: `offsets[begin]` is the offset of site `first`. It may
 * overwrite this part of `offsets`.
 */
export type RunConsumer = (offsets: Int32Array, begin: number, end: number, first: number) => void;

/** Resolves all sites in row-major order and passes them on in runs. */
export function forEachRun(sites: EndSites, consume: RunConsumer): void {
  forEachBlock(sites, (first, count) => {
    if (resolveInRange(sites, first, count)) {
      consume(block, 0, count, first);
      return;
    }
    resolveAny(sites, first, count);
    let begin = 0;
    for (let i = 0; i < count; i++) {
      if (block[i] !== DROPPED) continue;
      if (begin < i) consume(block, begin, i, first + begin);
      begin = i + 1;
    }
    if (begin < count) consume(block, begin, count, first + begin);
  });
}

/** Writes the offsets of `count` sites, at most a block, from site `first` on; DROPPED for dropped ones. */
export function writeOffsets(
  offsets: Int32Array,
  sites: EndSites,
  first: number,
  count: number,
): void {
  if (!resolveInRange(sites, first, count)) resolveAny(sites, first, count);
  offsets.set(count < BLOCK ? block.subarray(0, count) : block);
}

/** Resolves a block. Returns false if an index is out of range; the block is then undefined. */
function resolveInRange({ end, indices }: EndSites, first: number, count: number): boolean {
  const { geometry } = end;
  startOffsets(geometry, first, count);
  return geometry.indexSizes.every((_, k) => addIndices(end, k, indices, first, count));
}

/** Adds the k-th indices' part of the offsets. */
function addIndices(
  end: Bounds,
  k: number,
  indices: Int32Array,
  first: number,
  count: number,
): boolean {
  const { size, stride, wrap } = termOf(end, k);
  const depth = end.geometry.indexSizes.length;
  for (let i = 0, at = first * depth + k; i < count; i++, at += depth) {
    let index = indices[at];
    index = (index + ((index >> 31) & wrap)) >>> 0;
    if (index >= size) return false;
    block[i] = (block[i] + Math.imul(index, stride)) | 0;
  }
  return true;
}

/** Resolves a block index by index; throws for indices that are errors. */
function resolveAny({ end, indices }: EndSites, first: number, count: number): void {
  const { geometry } = end;
  const { indexSizes, indexStrides } = geometry;
  const depth = indexSizes.length;
  startOffsets(geometry, first, count);
  for (let i = 0, flat = first * depth; i < count; i++) {
    for (let k = 0; k < depth; k++, flat++) {
      let index = indices[flat];
      // Asked here as well, because a call for each index takes longer.
      if (index < 0 || index >= indexSizes[k]) index = resolveIndex(end, index, flat, k);
      // One dropped index drops the whole tuple.
      const isDropped = index === DROPPED || block[i] === DROPPED;
      block[i] = isDropped ? DROPPED : block[i] + index * indexStrides[k];
    }
  }
}

/** Fills the block with the part of the offsets that is independent of indices. */
function startOffsets(geometry: IndexGeometry, first: number, count: number): void {
  const step = stepOf(geometry);
  forEachLine(geometry, first, count, (begin, end, offset) => {
    if (step === 0) block.fill(offset, begin, end);
    else for (let i = begin; i < end; i++, offset += step) block[i] = offset;
    return true;
  });
}
