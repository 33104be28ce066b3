/** The loops that move and combine numbers. Host kernels are built from them. */
import type { Numbers } from '../call/dtypes.js';
import type { ByFactor, Per } from '../call/factors.js';
import type { Combination } from '../call/reductions.js';
import type { HostMemory, HostOutput } from './memory.js';
import type { Sites } from './walk.js';

/** A call that is indexed at both ends. */
export interface FusedCall {
  source: Sites;
  target: Sites;
  /** The values at the source. */
  x: Numbers;
  /** The values at the target. */
  data: Numbers;
  heads: number;
}

/** A scatter whose updates are read from their sources, and combined with data. */
export interface FusedScatter extends FusedCall {
  weights: Numbers | null;
  like: Record<'source' | 'target', Numbers> | null;
  /** The product that a source out of bounds gives. */
  fill: number;
}

export interface FusedDot extends FusedCall {
  products: Numbers;
}

/** The numbers of a factor in the order of the result. */
export interface NumbersInOrder {
  numbers: Numbers;
  per: Per;
}

/** A gather's change of the values x by its factors. */
export interface Change {
  x: Numbers;
  out: Numbers;
  sliceSize: number;
  by: ByFactor<NumbersInOrder>;
  exp: boolean;
  /** The value in place of those that are not alike. */
  fill: number;
}

/** What a call on the host works with. */
export interface HostCall {
  memory: HostMemory;
  output: HostOutput;
  loops: HostLoops;
}

export interface HostLoops {
  /**
   * Gathers numbers of any dtype. Dropped sites get `fill`, or keep what `out` holds if it is null. Returns true if it
   * has seen that no site is dropped.
   */
  gather: (sites: Sites, data: Numbers, out: Numbers, fill: number | null) => boolean;
  /** Writes one number at all sites. */
  fill: (sites: Sites, value: number, out: Numbers) => void;
  /** Combines updates with the values at their sites. */
  combine: (combination: Combination, sites: Sites, updates: Numbers, out: Numbers) => void;
  /** Combines updates read from their sources; returns false for calls that it does not support. */
  combineFused?: (combination: Combination, call: FusedScatter) => boolean;
  /**
   * Changes the values from `begin` up to `end`, which are whole slices; returns false for changes that it does not
   * support.
   */
  change?: (change: Change, begin: number, end: number) => boolean;
  /** Computes dot products; returns false for calls that it does not support. */
  dot?: (call: FusedDot) => boolean;
}
