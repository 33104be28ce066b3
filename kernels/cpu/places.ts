/**
 * Computes the places of single values from the offsets of slices, so that one loop per reduction serves
 * slices of every length. Writing out the places of a short slice is cheaper than an inner loop over it.
 */
import { forEachRun, type RunConsumer } from './offsets.js';
import { BLOCK } from './strategy.js';
import type { EndSites } from './walk.js';

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
