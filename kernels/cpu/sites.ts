/**
 * From the sites of a call to places of single values: the host's loops move values, and know nothing about indices.
 *
 * Sites are walked in lines, and their offsets are computed a block at a time, which stays in the first-level cache. The
 * fast path checks each index with one comparison; if one is out of range, the block is resolved again, index by index.
 * Offsets of slices then become places of values, so that one loop per reduction serves slices of every length:
 * writing out the places of a short slice is cheaper than an inner loop over it.
 *
 * Loops over a block are fast because it is a constant of the module: V8 checks the type and length of any other array
 * at every access. A computed length, such as 2 ** 4 or a quotient, may be a double. A loop that has seen one is compiled
 * for doubles from then on, and takes twice as long. That is why lengths get `| 0` where they enter loops.
 */
import { type Bounds, DROPPED, resolveIndex } from '../call/bounds.js';
import type { IndexGeometry } from '../call/geometry.js';
import { BLOCK } from './strategy.js';

/** The sites at an end of a call. */
export interface EndSites {
  end: Bounds;
  indices: Int32Array;
  /** The sites to visit, if not all. */
  part?: { first: number; end: number };
}

export function forEachBlock(sites: EndSites, visit: (first: number, count: number) => void): void {
  const { first, end } = partOf(sites);
  for (let at = first; at < end; at += BLOCK) visit(at, Math.min(BLOCK, end - at) | 0);
}

export function partOf({ part, end }: EndSites): { first: number; end: number } {
  return part ?? { first: 0, end: end.geometry.siteCount };
}

/**
 * Visits `count` sites, starting at site `first`, in lines along the innermost site dimension. `visit` gets
 * the line's range in the block and the index-independent offset of its first site. Stops if it returns
 * false.
 */
export function forEachLine(
  geometry: IndexGeometry,
  first: number,
  count: number,
  visit: (begin: number, end: number, offset: number) => boolean,
): boolean {
  const { siteShape } = geometry;
  const length = siteShape[siteShape.length - 1];
  let skipped = first % length;
  for (let begin = 0; begin < count; skipped = 0) {
    const end = Math.min(count, begin + length - skipped) | 0;
    if (!visit(begin, end, offsetOf(geometry, first + begin))) return false;
    begin = end;
  }
  return true;
}

/** Sites as if they were a whole call on the data from `offset` on. */
export interface PartOfSites {
  sites: EndSites;
  count: number;
  offset: number;
}

/** Returns at most `most` sites of a line, from site `first` on. */
export function partOfLine({ end, indices }: EndSites, first: number, most: number): PartOfSites {
  const { geometry } = end;
  const length = geometry.siteShape[geometry.siteShape.length - 1];
  const count = Math.min(most, length - (first % length)) | 0;
  const depth = geometry.indexSizes.length;
  const line = { siteShape: [count], siteStrides: [stepOf(geometry)], siteCount: count };
  const sites: EndSites = {
    end: { ...end, geometry: { ...geometry, ...line } },
    indices: indices.subarray(first * depth, (first + count) * depth),
  };
  return { sites, count, offset: offsetOf(geometry, first) };
}

/** Returns the part of a site's offset that is independent of indices. */
export function offsetOf({ siteShape, siteStrides }: IndexGeometry, site: number): number {
  let offset = 0;
  for (let d = siteShape.length - 1; d >= 0; d--) {
    const coordinate = site % siteShape[d];
    offset += coordinate * siteStrides[d];
    site = (site - coordinate) / siteShape[d];
  }
  return offset | 0;
}

/**
 * Returns the numbers that turn a k-th index into its part of the offset. Sizes are unsigned, so that one
 * comparison catches both negative and too large indices.
 */
export function termOf({ geometry, wrapNegatives }: Bounds, k: number) {
  const size = geometry.indexSizes[k] >>> 0;
  return { size, stride: geometry.indexStrides[k] | 0, wrap: wrapNegatives ? size : 0 };
}

/** Returns how much a step along a line of sites adds to the offset. */
export function stepOf({ siteStrides }: IndexGeometry): number {
  return siteStrides[siteStrides.length - 1] | 0;
}

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

/** Shared, because only one kernel runs at a time. V8 checks accesses to arrays that are not constants. */
const places = new Int32Array(BLOCK);
// Exported separately: otherwise TypeScript's CommonJS output would access a property at each use.
export { places };

/**
 * Receives `count` places in data, at the start of `places`, which it may overwrite. They belong to the values
 * at the sites from number `from` on.
 */
type PlacesConsumer = (count: number, from: number) => void;

/** Passes on the places of all values in row-major order, except at dropped sites. */
export function forEachPlaces(sites: EndSites, consume: PlacesConsumer): void {
  forEachRun(sites, placesOf(sites, consume));
}

/** Turns offsets into places: of several slices at once, or of a part of a slice longer than the block. */
function placesOf({ end }: EndSites, consume: PlacesConsumer): RunConsumer {
  const sliceSize = end.geometry.sliceSize | 0;
  if (sliceSize === 1) {
    return (offsets, begin, stop, first) => {
      // A view of a part would take longer than a small call.
      if (stop - begin === BLOCK) places.set(offsets);
      else for (let i = begin; i < stop; i++) places[i - begin] = offsets[i];
      consume((stop - begin) | 0, first | 0);
    };
  }
  const atOnce = Math.max(1, (BLOCK / sliceSize) | 0);
  return (offsets, begin, stop, first) => {
    for (let i = begin; i < stop; i += atOnce) {
      const count = Math.min(atOnce, stop - i);
      // Empty slices have no places; their indices are already checked.
      for (let c = 0; c < sliceSize; c += BLOCK) {
        const length = Math.min(BLOCK, sliceSize - c);
        for (let j = 0, to = 0; j < count; j++, to += length) {
          countUp(to, to + length, offsets[i + j] + c);
        }
        consume((count * length) | 0, ((first + i - begin) * sliceSize + c) | 0);
      }
    }
  };
}

/** Writes consecutive places into the block, from `begin` up to `end`. */
function countUp(begin: number, end: number, place: number): void {
  for (let i = begin; i < end; i++, place++) places[i] = place;
}

/** Visits places one at a time, which is slower. `at` is the position of the value among those at the sites. */
export function forEachPlace(sites: EndSites, visit: (place: number, at: number) => void): void {
  forEachPlaces(sites, (count, first) => {
    for (let i = 0; i < count; i++) visit(places[i], first + i);
  });
}

export function fillSites<Value>(sites: EndSites, value: Value, out: Record<number, Value>): void {
  forEachPlaces(sites, (count) => {
    for (let i = 0; i < count; i++) out[places[i]] = value;
  });
}

/** Returns the number of the slice at each site; null if a site is dropped. */
export function slicesAt(sites: EndSites): Int32Array | null {
  const { siteCount, sliceSize } = sites.end.geometry;
  const slices = new Int32Array(siteCount);
  let kept = 0;
  forEachRun(sites, (offsets, begin, stop, first) => {
    for (let i = begin, at = first; i < stop; i++, at++) slices[at] = offsets[i] / sliceSize;
    kept += stop - begin;
  });
  return kept === siteCount ? slices : null;
}

/** Returns whether indices address each slice at most once. */
export function addressDistinctSlices(sites: EndSites): boolean {
  const { geometry, outOfBounds } = sites.end;
  const { siteCount, dataSize, sliceSize } = geometry;
  const visits = new Uint8Array(dataSize / sliceSize);
  let areDistinct = siteCount <= visits.length || outOfBounds === 'drop';
  if (!areDistinct) return false;
  forEachRun(sites, (offsets, begin, end) => {
    for (let i = begin; i < end; i++) {
      const slice = offsets[i] / sliceSize;
      if (visits[slice]++ > 0) areDistinct = false;
    }
  });
  return areDistinct;
}
