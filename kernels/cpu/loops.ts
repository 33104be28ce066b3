/**
 * The loops that move and combine numbers, from which host kernels are built, and their simple form: for calls that other
 * backends leave to the host. These are small, or their tensors are copied to and from other memory anyway.
 */
import type { Numbers } from '../call/dtypes.js';
import type { Changes } from '../call/reads.js';
import type { Combination } from '../call/reductions.js';
import { asBits, type Bits, type HostMemory, type HostOutput } from './memory.js';
import { type EndSites, fillSites, forEachPlaces, forEachRun, partOf, places } from './sites.js';
import { BLOCK } from './strategy.js';

/** What sites read, as numbers in memory. */
export interface HostRead extends Changes<Numbers> {
  /** The sites at the source; null if they read in order. */
  source: EndSites | null;
  /** The values at the source; null if sites read a number in their place. */
  x: Numbers | null;
  value: number;
  /** What a dropped site reads. */
  fill: number;
}

/** The change of the values x by factors that are in the order of the sites. */
export interface Change extends Changes<Numbers> {
  x: Numbers;
  out: Numbers;
  sliceSize: number;
}

/** Dot products of the values at two ends. */
export interface FusedDot {
  source: EndSites;
  target: EndSites;
  x: Numbers;
  data: Numbers;
  heads: number;
  products: Numbers;
}

/** What a call on the host works with. */
export interface HostCall {
  memory: HostMemory;
  output: HostOutput;
  loops: HostLoops;
}

export interface HostLoops {
  /**
   * Gathers numbers of any dtype. Dropped sites get `fill`, or any number if it is null. Returns true if it
   * knows that every site is kept. Only the loops of wasm's module know; after others, the caller fills dropped sites again.
   */
  gather: (sites: EndSites, data: Numbers, out: Numbers, fill: number | null) => boolean;
  /** Writes a number in place of the values of dropped sites, in the order of all sites. */
  fillDropped: (sites: EndSites, value: number, out: Numbers) => void;
  /** Writes one number at all sites. */
  fill: (sites: EndSites, value: number, out: Numbers) => void;
  /** Combines updates with the values at their sites. */
  combine: (combination: Combination, sites: EndSites, updates: Numbers, out: Numbers) => void;
  /** Combines what sites read with data at their targets; returns false for calls that it does not support. */
  combineRead?: (
    combination: Combination,
    read: HostRead,
    target: EndSites,
    data: Numbers,
  ) => boolean;
  /** Changes the first `size` values, which are whole slices; returns false for changes that it does not support. */
  change?: (change: Change, size: number) => boolean;
  /** Computes dot products; returns false for calls that it does not support. */
  dot?: (call: FusedDot) => boolean;
}

/** Combines `count` updates with the values at the places in the block. */
export type Combine<Values> = (out: Values, count: number, updates: Values, from: number) => void;

// A constant of this module in CommonJS, too.
const block = places;

const replace: Combine<Numbers> = (out, count, updates, from) => {
  for (let i = 0; i < count; i++, from++) out[block[i]] = updates[from];
};

// Storing rounds to float32 and wraps int32.
const add: Combine<Numbers> = (out, count, updates, from) => {
  for (let i = 0; i < count; i++, from++) out[block[i]] += updates[from];
};

const sub: Combine<Numbers> = (out, count, updates, from) => {
  for (let i = 0; i < count; i++, from++) out[block[i]] -= updates[from];
};

const mul: Combine<Numbers> = (out, count, updates, from) => {
  for (let i = 0; i < count; i++, from++) out[block[i]] *= updates[from];
};

// The product of two int32 does not fit into a double's 53 bits.
const mulIntegers: Combine<Numbers> = (out, count, updates, from) => {
  for (let i = 0; i < count; i++, from++) out[block[i]] = Math.imul(out[block[i]], updates[from]);
};

const max: Combine<Numbers> = (out, count, updates, from) => {
  for (let i = 0; i < count; i++, from++) out[block[i]] = Math.max(out[block[i]], updates[from]);
};

const min: Combine<Numbers> = (out, count, updates, from) => {
  for (let i = 0; i < count; i++, from++) out[block[i]] = Math.min(out[block[i]], updates[from]);
};

// Compares truth values, because any byte but 0 is true.
const xor: Combine<Numbers> = (out, count, updates, from) => {
  for (let i = 0; i < count; i++, from++)
    out[block[i]] = +((out[block[i]] === 0) !== (updates[from] === 0));
};

const COMBINE: Record<Combination, Combine<Numbers>> = { replace, add, sub, mul, max, min, xor };

/** Replaces the places in the block with the values there. */
function gatherPlaces(data: Bits, count: number): void {
  for (let i = 0; i < count; i++) block[i] = data[block[i]];
}

export const PLAIN_LOOPS: HostLoops = {
  gather(sites, data, out, fill) {
    if (fill !== null) {
      const { first, end } = partOf(sites);
      const { sliceSize } = sites.end.geometry;
      out.fill(fill, first * sliceSize, end * sliceSize);
    }
    // Moving bits preserves a NaN's payload.
    const [from, to] = [asBits(data), asBits(out)];
    // In one go: V8 does not check the constant block, and the first use of each page of new memory is slow.
    forEachPlaces(sites, (count, first) => {
      gatherPlaces(from, count);
      to.set(count < BLOCK ? block.subarray(0, count) : block, first);
    });
    return false;
  },
  fillDropped(sites, value, out) {
    const { sliceSize, siteCount } = sites.end.geometry;
    let at = 0;
    const fillUpTo = (site: number) => out.fill(value, at * sliceSize, site * sliceSize);
    forEachRun(sites, (_, begin, end, first) => {
      fillUpTo(first);
      at = first + end - begin;
    });
    fillUpTo(siteCount);
  },
  fill: fillSites,
  combine(combination, sites, updates, out) {
    const isFloat = out instanceof Float32Array;
    const combine = combination === 'mul' && !isFloat ? mulIntegers : COMBINE[combination];
    const isMove = combination === 'replace';
    const [from, to] = isMove ? [asBits(updates), asBits(out)] : [updates, out];
    forEachPlaces(sites, (count, first) => {
      combine(to, count, from, first);
    });
  },
};
