/**
 * From index values to offsets, a block of sites at a time. The block stays in the first-level
 * cache, and the loops that move values need to know nothing of indices.
 *
 * A block is first taken to have its indices in range, with one comparison for each. One that turns
 * out to hold another is resolved again, index by index. Loops over the block are fast, as it is a
 * constant of the module. V8 checks the type and length of any other array at every access.
 */
import { DROPPED, placeOutOfBounds } from '../contract/bounds.js';
import type { IndexCheck } from '../contract/bounds.js';
import type { IndexGeometry } from '../contract/geometry.js';
import { BLOCK } from './strategy.js';
import { forEachBlock, forEachLine, hasLongLines, stepOf, termOf } from './walk.js';

// Kernels run to completion one after another, so one block serves them all.
const block = new Int32Array(BLOCK);

/**
 * Receives a run of sites that are not dropped: `offsets[begin]` is the offset of site `first`. It may
 * overwrite its part of `offsets`.
 */
export type RunConsumer = (offsets: Int32Array, begin: number, end: number, first: number) => void;

/** Resolves all sites in row-major order, and hands them on in runs. */
export function forEachRun(check: IndexCheck, indices: Int32Array, consume: RunConsumer): void {
  const resolve = (first: number, count: number): void => {
    resolveBlock(check, indices, first, count, consume);
  };
  forEachBlock(check, resolve);
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
  const { geometry } = check;
  const depth = geometry.indexSizes.length;
  if (hasLongLines(geometry)) {
    block.set(indices.subarray(first, first + count));
    return forEachLine(geometry, first, count, (begin, end, offset) =>
      resolveLine(check, begin, end, offset),
    );
  }
  startOffsets(geometry, first, count);
  for (let k = 0; k < depth; k++) {
    if (!addIndices(check, k, indices, first, count)) return false;
  }
  return true;
}

/** Turns the indices that a part of the block holds into offsets. */
function resolveLine(check: IndexCheck, begin: number, end: number, offset: number): boolean {
  const { size, stride, wrap } = termOf(check, 0);
  const step = stepOf(check.geometry);
  for (let i = begin; i < end; i++) {
    let index = block[i];
    index = (index + ((index >> 31) & wrap)) >>> 0;
    if (index >= size) return false;
    block[i] = (offset + Math.imul(index, stride)) | 0;
    offset = (offset + step) | 0;
  }
  return true;
}

/** Adds what the k-th indices of the block's sites contribute. */
function addIndices(
  check: IndexCheck,
  k: number,
  indices: Int32Array,
  first: number,
  count: number,
): boolean {
  const { size, stride, wrap } = termOf(check, k);
  const depth = check.geometry.indexSizes.length;
  for (let i = 0, at = first * depth + k; i < count; i++, at += depth) {
    let index = indices[at];
    index = (index + ((index >> 31) & wrap)) >>> 0;
    if (index >= size) return false;
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
    const shift = shiftOf(check, indices, first + i);
    block[i] += shift;
    if (shift !== DROPPED) continue;
    if (begin < i) consume(block, begin, i, first + begin);
    begin = i + 1;
  }
  if (begin < count) consume(block, begin, count, first + begin);
}

/** The part of a site's indices in its offset, or DROPPED; throws for those that are errors. */
function shiftOf(check: IndexCheck, indices: Int32Array, site: number): number {
  const { indexSizes, indexStrides } = check.geometry;
  const depth = indexSizes.length;
  let shift = 0;
  for (let k = 0; k < depth; k++) {
    const value = indices[site * depth + k];
    let place = value < 0 && check.attributes.wrapNegatives ? value + indexSizes[k] : value;
    if (place < 0 || place >= indexSizes[k])
      place = placeOutOfBounds(check, value, site * depth + k, k);
    // A tuple with one dropped index has no place, whatever the others say.
    shift = place === DROPPED || shift === DROPPED ? DROPPED : shift + place * indexStrides[k];
  }
  return shift;
}

/** Fills the block with the part of the offsets that does not depend on indices. */
function startOffsets(geometry: IndexGeometry, first: number, count: number): void {
  const step = stepOf(geometry);
  forEachLine(geometry, first, count, (begin, end, offset) => {
    if (step === 0) block.fill(offset, begin, end);
    else for (let i = begin; i < end; i++, offset += step) block[i] = offset;
    return true;
  });
}
