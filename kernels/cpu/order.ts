/** The order of sites by slice, found on the host for backends that read it on a GPU. */
import { COUNTED_SLICES, DIGIT_BITS } from './strategy.js';
import { type EndSites, forEachBlock, forEachRun, writeOffsets } from './sites.js';

/** Its arrays are longer, and the next order has the same ones. */
export interface Order {
  /** The numbers of the sites by slice, and within a slice in order, without dropped sites. */
  sites: Int32Array;
  /** How many sites there are. */
  kept: number;
  /** The slices that have sites, in order; null if there is a run for every slice. */
  touched: Int32Array | null;
  /** Where each run begins in `sites`; then where the last one ends. */
  begins: Int32Array;
  /** How many runs there are. */
  runs: number;
}

/** Sorts sites by slice. If `areFew` slices have sites, only these have runs, and no array has all slices. */
export function orderSites(target: EndSites, areFew: (touched: number) => boolean): Order {
  const { siteCount, sliceSize, dataSize } = target.end.geometry;
  taken = 0;
  const [pairs, other] = [0, 1].map(() => ({ sites: take(siteCount), slices: take(siteCount) }));
  const kept = listKept(target, pairs);
  const sliceCount = (dataSize / sliceSize) | 0;
  if (sliceCount <= COUNTED_SLICES && !areFew(kept)) {
    const { begins, distinct } = counted(pairs, other.sites, kept, sliceCount);
    if (!areFew(distinct)) {
      return { sites: other.sites, kept, touched: null, begins, runs: sliceCount };
    }
  }
  const { sites, slices } = sorted(pairs, other, kept, sliceCount);
  let distinct = kept > 0 ? 1 : 0;
  for (let n = 1; n < kept; n++) if (slices[n] !== slices[n - 1]) distinct++;
  const isListed = areFew(distinct);
  const runs = isListed ? distinct : sliceCount;
  const begins = take(runs + 1);
  const touched = isListed ? take(runs) : null;
  let run = 0;
  for (let n = 0; n < kept; n++) {
    if (!touched) while (run <= slices[n]) begins[run++] = n;
    else if (n === 0 || slices[n] !== slices[n - 1]) {
      touched[run] = slices[n];
      begins[run++] = n;
    }
  }
  begins.fill(kept, run, runs + 1);
  return { sites, kept, touched, begins, runs };
}

/** Numbers of sites, and their slices. */
type Pairs = Record<'sites' | 'slices', Int32Array>;

/** Lists the sites that are not dropped; returns how many there are. */
function listKept(target: EndSites, { sites, slices }: Pairs): number {
  const size = target.end.geometry.sliceSize | 0;
  let kept = 0;
  forEachRun(target, (offsets, begin, end, first) => {
    for (let i = begin, site = first; i < end; i++, site++, kept++) {
      slices[kept] = (offsets[i] / size) | 0;
      sites[kept] = site;
    }
  });
  return kept;
}

/** Sorts sites by slice at once. Returns where each run begins, and how many slices have sites. */
function counted({ sites, slices }: Pairs, to: Int32Array, kept: number, sliceCount: number) {
  // First counts; then where the run of the slice before begins; at last where it ends, and its own begins.
  const begins = take(sliceCount + 1);
  begins.fill(0, 0, sliceCount + 1);
  for (let n = 0; n < kept; n++) begins[slices[n] + 1]++;
  let distinct = 0;
  for (let slice = 0, begin = 0; slice < sliceCount; slice++) {
    const count = begins[slice + 1];
    begins[slice + 1] = begin;
    begin += count;
    if (count > 0) distinct++;
  }
  for (let n = 0; n < kept; n++) to[begins[slices[n] + 1]++] = sites[n];
  return { begins, distinct };
}

/**
 * Sorts pairs by slice, digit by digit from the lowest one, each time in order. Counts of all slices would not stay in
 * the cache.
 */
function sorted(from: Pairs, to: Pairs, kept: number, sliceCount: number): Pairs {
  const bits = 32 - Math.clz32(sliceCount - 1);
  const digitBits = Math.ceil(bits / Math.ceil(bits / DIGIT_BITS));
  const digits = 2 ** digitBits;
  const mask = digits - 1;
  for (let shift = 0; shift < bits; shift += digitBits) {
    const begins = new Int32Array(digits + 1);
    for (let n = 0; n < kept; n++) begins[((from.slices[n] >> shift) & mask) + 1]++;
    for (let digit = 1; digit < digits; digit++) begins[digit] += begins[digit - 1];
    moveByDigit(from, to, kept, shift, begins);
    [from, to] = [to, from];
  }
  return from;
}

function moveByDigit(
  from: Pairs,
  to: Pairs,
  kept: number,
  shift: number,
  begins: Int32Array,
): void {
  const mask = begins.length - 2;
  for (let n = 0; n < kept; n++) {
    const slice = from.slices[n];
    const at = begins[(slice >> shift) & mask]++;
    to.slices[at] = slice;
    to.sites[at] = from.sites[n];
  }
}

/** Returns the offsets at the sites of an order, -1 for dropped ones. */
export function offsetsIn({ sites, kept }: Order, source: EndSites): Int32Array {
  const offsets = take(source.end.geometry.siteCount);
  forEachBlock(source, (first, count) => {
    writeOffsets(offsets.subarray(first), source, first, count);
  });
  const inOrder = take(kept);
  for (let n = 0; n < kept; n++) inOrder[n] = offsets[sites[n]];
  return inOrder;
}

/** Arrays for one order after another, by their turn: the first access to new memory takes longer than a sort. */
const arrays = new Map<number, Int32Array>();
let taken = 0;

/** Longer arrays are freed. */
const MOST_KEPT = 2 ** 20;

/** Returns the next array, whose length is a power of two. */
function take(least: number): Int32Array {
  const turn = taken++;
  const kept = arrays.get(turn);
  if (kept && kept.length >= least) return kept;
  const array = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(1, least))));
  if (array.length <= MOST_KEPT) arrays.set(turn, array);
  return array;
}
