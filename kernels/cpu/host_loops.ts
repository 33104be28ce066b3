/**
 * The loops that move and combine numbers. Host kernels are built from them.
 */
import type { IndexCheck } from '../contract/bounds.js';
import type { Numbers } from '../contract/dtypes.js';
import type { DotPlan } from '../contract/fused.js';
import type { GatheredUpdates, ScatterPlan } from '../contract/plan.js';
import type { Combination } from '../contract/reductions.js';

/** The values of a call whose updates are read from their sources. */
export interface GatheredArrays {
  indices: Int32Array;
  sources: Int32Array;
  x: Numbers;
  weights: Numbers | null;
  like: Record<'source' | 'data', Numbers> | null;
  out: Numbers;
}

export interface DotArrays extends Record<'data' | 'x' | 'out', Float32Array> {
  indices: Int32Array;
  sources: Int32Array;
}

export interface HostLoops {
  /** Gathers numbers of any dtype. Dropped sites get `fill`, or keep what `out` holds if it is null. */
  gather: (
    check: IndexCheck,
    data: Numbers,
    indices: Int32Array,
    out: Numbers,
    fill: number | null,
  ) => void;
  /** Writes one number at all sites. */
  fill: (check: IndexCheck, indices: Int32Array, value: number, out: Numbers) => void;
  /** Combines updates with the values at their sites. */
  combine: (
    combination: Combination,
    check: IndexCheck,
    indices: Int32Array,
    updates: Numbers,
    out: Numbers,
  ) => void;
  /** Combines updates read from their sources; returns false for calls that it does not support. */
  combineGathered?: (
    combination: Combination,
    plan: ScatterPlan,
    gathered: GatheredUpdates,
    arrays: GatheredArrays,
  ) => boolean;
  /** Computes dot products; returns false for calls that it does not support. */
  dot?: (plan: DotPlan, arrays: DotArrays) => boolean;
}
