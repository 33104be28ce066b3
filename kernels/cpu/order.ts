/** The order of sites by slice, found on the host for backends that read it on a GPU. */
import { forEachRun, writeOffsets } from './offsets.js';
import { BLOCK } from './strategy.js';
import { type EndSites, forEachBlock } from './walk.js';

export interface Order {
  /** The numbers of the sites by slice, and within a slice in order, without dropped sites; zeros follow. */
  sites: Int32Array;
  /** How many sites there are. */
  kept: number;
  /** The slices that have sites, in order; null if there is a run for every slice. */
  touched: Int32Array | null;
  /** Where the run of each slice begins in `sites`, or of each touched slice; then where the last run ends. */
  begins: Int32Array;
}

/** Whether few slices have sites, so that these should be listed. */
type AreFew = (touched: number) => boolean;

/**
 * Sorts sites by slice. Arrays have lengths that are `padded`. If even distinct sites would touch few slices, no array
 * has a number for each slice.
 */
export function orderSites(
  target: EndSites,
  areFew: AreFew,
  padded: (count: number) => number,
): Order {
  const { siteCount, sliceSize, dataSize } = target.end.geometry;
  // The slice of each site, plus one; 0 for a dropped one.
  const sliceOf = new Int32Array(siteCount);
  const size = sliceSize | 0;
  forEachRun(target, (offsets, begin, end, first) => {
    for (let i = begin, at = first; i < end; i++, at++) sliceOf[at] = ((offsets[i] / size) | 0) + 1;
  });
  return areFew(siteCount)
    ? sortFew(sliceOf, padded)
    : countAll(sliceOf, dataSize / sliceSize, areFew, padded);
}

/** Sorts numbers that hold both slice and site. They stay below 2^53. */
function sortFew(sliceOf: Int32Array, padded: (count: number) => number): Order {
  const { length } = sliceOf;
  const keys = Float64Array.from(sliceOf, (slice, site) => slice * length + site).sort();
  const sites = new Int32Array(padded(length));
  const touched: number[] = [];
  const begins: number[] = [];
  let kept = 0;
  for (const key of keys) {
    const slice = Math.floor(key / length) - 1;
    if (slice < 0) continue;
    if (touched.at(-1) !== slice) {
      touched.push(slice);
      begins.push(kept);
    }
    sites[kept++] = key % length;
  }
  begins.push(kept);
  return { sites, kept, touched: Int32Array.from(touched), begins: Int32Array.from(begins) };
}

/** Counts the sites of each slice. */
function countAll(
  sliceOf: Int32Array,
  slices: number,
  areFew: AreFew,
  padded: (count: number) => number,
): Order {
  // First counts; then where the run of the slice before begins; at last where it ends, and its own begins.
  const begins = new Int32Array(padded(slices + 1));
  for (const slice of sliceOf) begins[slice]++;
  let kept = 0;
  let count = 0;
  begins[0] = 0;
  for (let slice = 1; slice <= slices; slice++) {
    const sites = begins[slice];
    begins[slice] = kept;
    kept += sites;
    if (sites > 0) count++;
  }
  const sites = new Int32Array(padded(kept));
  for (let site = 0; site < sliceOf.length; site++) {
    const slice = sliceOf[site];
    if (slice > 0) sites[begins[slice]++] = site;
  }
  if (!areFew(count)) return { sites, kept, touched: null, begins };
  const touched = new Int32Array(count);
  const few = new Int32Array(count + 1).fill(kept);
  for (let slice = 0, n = 0; slice < slices; slice++) {
    if (begins[slice] === begins[slice + 1]) continue;
    touched[n] = slice;
    few[n++] = begins[slice];
  }
  return { sites, kept, touched, begins: few };
}

/** Returns the offsets at sites in their order, -1 for dropped ones. */
export function offsetsIn({ sites, kept }: Order, source: EndSites): Int32Array {
  const offsets = new Int32Array(source.end.geometry.siteCount);
  forEachBlock(source, (first, count) => {
    const part = count < BLOCK ? offsets.subarray(first, first + count) : offsets.subarray(first);
    writeOffsets(part, source, first, count);
  });
  const sorted = new Int32Array(sites.length);
  for (let n = 0; n < kept; n++) sorted[n] = offsets[sites[n]];
  return sorted;
}
