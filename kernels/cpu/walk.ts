/**
 * The walk over the sites, in blocks and in lines, and the numbers that the loops over them go by.
 *
 * Lengths that were computed, as by 2 ** 4 or a division, may come as doubles. V8 compiles a loop that
 * has met one for doubles ever after, half as fast. Hence `| 0` where lengths enter the loops.
 */
import type { IndexCheck } from '../contract/bounds.js';
import type { IndexGeometry } from '../contract/geometry.js';
import { BLOCK, RESOLVES_LINES_FROM } from './strategy.js';

/** Walks the sites of a call a block at a time. */
export function forEachBlock(
  check: IndexCheck,
  visit: (first: number, count: number) => void,
): void {
  const { first, end } = partOf(check);
  for (let at = first; at < end; at += BLOCK) visit(at, Math.min(BLOCK, end - at) | 0);
}

/** Returns the sites that a call is to walk, from the first up to the end. */
export function partOf({ part, geometry }: IndexCheck): { first: number; end: number } {
  return part ?? { first: 0, end: geometry.siteCount };
}

/**
 * Walks a block, `count` sites from number `first` on, in lines: pieces along the innermost site
 * dimension. Tells of each where it lies in the block and its first site's offset without indices;
 * stops where `visit` says false.
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
    const end = Math.min(count, begin + length - row) | 0;
    let offset = row * siteStrides[inner];
    row = (first + begin - row) / length;
    for (let d = inner - 1; d >= 0; d--) {
      const coordinate = row % siteShape[d];
      offset += coordinate * siteStrides[d];
      row = (row - coordinate) / siteShape[d];
    }
    if (!visit(begin, end, offset | 0)) return false;
    begin = end;
  }
  return true;
}

/** Returns whether a site has one index, and lines of sites are long enough to be resolved in one go. */
export function hasLongLines({ siteShape, indexSizes }: IndexGeometry): boolean {
  const inner = siteShape.length - 1;
  return indexSizes.length === 1 && (inner === 0 || siteShape[inner] >= RESOLVES_LINES_FROM);
}

/**
 * Returns the numbers that make of a k-th index its part of the offset. Sizes are unsigned: one
 * comparison then finds both the indices that are too large and those that are negative.
 */
export function termOf({ geometry, attributes }: IndexCheck, k: number) {
  const size = geometry.indexSizes[k] >>> 0;
  return { size, stride: geometry.indexStrides[k] | 0, wrap: attributes.wrapNegatives ? size : 0 };
}

/** Returns the number that a step along a line of sites adds to the offset. */
export function stepOf({ siteStrides }: IndexGeometry): number {
  return siteStrides[siteStrides.length - 1] | 0;
}

/** Returns the number of values that a site addresses. */
export function sliceSizeOf({ sliceSize }: IndexGeometry): number {
  return sliceSize | 0;
}
