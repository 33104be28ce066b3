/**
 * Walks the sites in blocks and lines, and computes the numbers that their loops use.
 *
 * A computed length, such as 2 ** 4 or a quotient, may be a double. A loop that has seen one is compiled for
 * doubles from then on, and takes twice as long. That is why lengths get `| 0` where they enter loops.
 */
import type { Bounds } from '../call/bounds.js';
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
