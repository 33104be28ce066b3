/**
 * Computes the places of single values from the offsets of slices, so that one loop per reduction serves
 * slices of every length. Writing out the places of a short slice is cheaper than an inner loop over it.
 */
import type { IndexCheck } from '../contract/bounds.js';
import { forEachRun, resolveBlock } from './offsets.js';
import { BLOCK } from './strategy.js';
import { sliceSizeOf } from './walk.js';

// Shared, because only one kernel runs at a time.
const block = new Int32Array(BLOCK);

/**
 * Receives places in data; `places[begin]` belongs to number `from` of the values at the sites. It may
 * overwrite this part of `places`.
 */
export type PlacesConsumer = (places: Int32Array, begin: number, end: number, from: number) => void;

/** Passes on the places of all values in row-major order, except at dropped sites. */
export function forEachPlaces(
  check: IndexCheck,
  indices: Int32Array,
  consume: PlacesConsumer,
): void {
  const sliceSize = sliceSizeOf(check.geometry);
  forEachRun(check, indices, sliceSize === 1 ? consume : expandSlices(sliceSize, consume));
}

/** Writes one value at all sites. */
export function fillSites<Value>(
  check: IndexCheck,
  indices: Int32Array,
  value: Value,
  out: Record<number, Value>,
): void {
  forEachPlaces(check, indices, (places, begin, end) => {
    for (let i = begin; i < end; i++) out[places[i]] = value;
  });
}

/** Turns offsets into places: of several slices at once, or of a part of a slice longer than the block. */
function expandSlices(sliceSize: number, consume: PlacesConsumer): PlacesConsumer {
  const atOnce = Math.max(1, (BLOCK / sliceSize) | 0);
  return (offsets, begin, end, first) => {
    for (let i = begin; i < end; i += atOnce) {
      const count = Math.min(atOnce, end - i);
      // Empty slices have no places; their indices are already checked.
      for (let c = 0; c < sliceSize; c += BLOCK) {
        const length = Math.min(BLOCK, sliceSize - c);
        for (let j = 0, to = 0; j < count; j++, to += length) {
          countUp(to, to + length, offsets[i + j] + c);
        }
        consume(block, 0, count * length, (first + i - begin) * sliceSize + c);
      }
    }
  };
}

/** Writes consecutive places into the block, from `begin` up to `end`. */
function countUp(begin: number, end: number, place: number): void {
  for (let i = begin; i < end; i++, place++) block[i] = place;
}

/**
 * Returns whether indices address each slice at most once.
 *
 * @public Used by other backends.
 */
export function addressDistinctSlices(check: IndexCheck, indices: Int32Array): boolean {
  const { siteCount, dataSize, sliceSize } = check.geometry;
  const visits = new Uint8Array(dataSize / sliceSize);
  let areDistinct = siteCount <= visits.length || check.attributes.outOfBounds === 'drop';
  for (let first = 0; areDistinct && first < siteCount; first += BLOCK) {
    resolveBlock(
      check,
      indices,
      first,
      Math.min(BLOCK, siteCount - first),
      (offsets, begin, end) => {
        for (let i = begin; i < end; i++) {
          const slice = offsets[i] / sliceSize;
          if (visits[slice]++ > 0) areDistinct = false;
        }
      },
    );
  }
  return areDistinct;
}
