/**
 * Gathering single values.
 */
import type { IndexGeometry } from '../contract/geometry.js';
import type { IndexCheck } from '../contract/bounds.js';
import type { Bits } from './bits.js';
import { resolveBlock } from './offsets.js';
import { BLOCK } from './strategy.js';
import { block, gatherFromRow, gatherInPlace, gatherLine } from './unrolled_move.js';
import { forEachBlock, forEachLine, termOf } from './walk.js';

/**
 * Gathers single values at all sites in one pass, from indices to values. Writing offsets down and
 * reading them again made this, which does little else, half as long again.
 */
export function gatherSingles(plan: IndexCheck, data: Bits, indices: Int32Array, out: Bits): void {
  const gatherSites = sharesRows(plan.geometry) ? gatherFromRows : gatherFromAll;
  forEachBlock(plan, (first, count) => {
    if (gatherSites(plan, data, indices, out, first, count)) return;
    resolveBlock(plan, indices, first, count, (places, begin, end, at) => {
      gatherPlaces(data, places, begin, end, out, at);
    });
  });
}

/** Returns whether each line of sites gathers from one row of data, one that is not longer than the line. */
function sharesRows({ siteShape, siteStrides, indexSizes, indexStrides }: IndexGeometry): boolean {
  const inner = siteShape.length - 1;
  const most = Math.min(BLOCK, siteShape[inner]);
  return siteStrides[inner] === 0 && indexStrides[0] === 1 && indexSizes[0] <= most;
}

/** Gathers at `count` sites, whose lines share rows; false if an index was out of range. */
function gatherFromRows(
  plan: IndexCheck,
  data: Bits,
  indices: Int32Array,
  out: Bits,
  first: number,
  count: number,
): boolean {
  const { size } = termOf(plan, 0);
  return forEachLine(plan.geometry, first, count, (begin, end, offset) => {
    block.set(data.subarray(offset, offset + size));
    return gatherFromRow(plan, indices, first + begin, first + end, out);
  });
}

/** Gathers at `count` sites; false if an index was out of range. */
function gatherFromAll(
  plan: IndexCheck,
  data: Bits,
  indices: Int32Array,
  out: Bits,
  first: number,
  count: number,
): boolean {
  block.set(indices.subarray(first, first + count));
  const inRange = forEachLine(plan.geometry, first, count, (begin, end, offset) =>
    gatherLine(plan, data, begin, end, offset),
  );
  if (inRange) out.set(count === BLOCK ? block : block.subarray(0, count), first);
  return inRange;
}

/**
 * Copies the values at places to `out`, from `to` on, and overwrites the places with them first. New
 * memory is best written to in one go, as its first use of each page is slow.
 */
export function gatherPlaces(
  data: Bits,
  places: Int32Array,
  begin: number,
  end: number,
  out: Bits,
  to: number,
): void {
  gatherInPlace(data, places, begin, end);
  out.set(places.subarray(begin, end), to);
}
