/** The loops that move and combine numbers. Host kernels are built from them. */
import type { Numbers } from '../call/dtypes.js';
import type { Changes } from '../call/reads.js';
import type { Combination } from '../call/reductions.js';
import type { HostMemory, HostOutput } from './memory.js';
import type { EndSites } from './walk.js';

/** What sites read, as numbers in memory. */
export interface HostRead extends Changes<Numbers> {
  source: EndSites;
  /** The values at the source; null if sites read a number in their place. */
  x: Numbers | null;
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
