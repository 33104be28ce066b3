/**
 * What kernels on the host take from those who make them: loops that move and combine numbers.
 */
import type { IndexCheck } from '../contract/bounds.js';
import type { Numbers } from '../contract/dtypes.js';
import type { DotPlan } from '../contract/fused.js';
import type { GatheredUpdates, ScatterPlan } from '../contract/plan.js';
import type { Combination, FloatCombination } from '../contract/reductions.js';

/** Combines the updates of a call with the output, by one way to combine two numbers. */
type CombineAll<Way> = (
  combination: Way,
  check: IndexCheck,
  indices: Int32Array,
  updates: Numbers,
  out: Numbers,
) => void;

/** The values of a call whose updates are read at their sources. */
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
  /**
   * Gathers numbers of any dtype into an output. At dropped sites this gets `fill`; where that is null, it
   * keeps what it holds.
   */
  gather: (
    check: IndexCheck,
    data: Numbers,
    indices: Int32Array,
    out: Numbers,
    fill: number | null,
  ) => void;
  /** Puts one number at all sites. */
  fill: (check: IndexCheck, indices: Int32Array, value: number, out: Numbers) => void;
  combineFloats: CombineAll<FloatCombination>;
  combineIntegers: CombineAll<Combination>;
  /** Combines updates that are read at their sources; returns false for those that it leaves. */
  combineGathered?: (
    combination: Combination,
    plan: ScatterPlan,
    gathered: GatheredUpdates,
    arrays: GatheredArrays,
  ) => boolean;
  /** Computes dot products; returns false for those that it leaves. */
  dot?: (plan: DotPlan, arrays: DotArrays) => boolean;
}
