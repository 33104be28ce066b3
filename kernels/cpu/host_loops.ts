/**
 * What kernels on the host take from those who make them: loops that move and combine numbers.
 */
import type { IndexCheck } from '../contract/bounds.js';
import type { Numbers } from '../contract/dtypes.js';
import type { SiteLoop } from '../contract/host_memory.js';
import type { Combination, FloatCombination } from '../contract/reductions.js';

/** Combines the updates of a call with the output, by one way to combine two numbers. */
type CombineAll<Way> = (
  combination: Way,
  check: IndexCheck,
  indices: Int32Array,
  updates: Numbers,
  out: Numbers,
  own?: SiteLoop | null,
) => void;

export interface HostLoops {
  /** Gathers numbers of any dtype into an output. */
  gather: (
    check: IndexCheck,
    data: Numbers,
    indices: Int32Array,
    out: Numbers,
    own?: SiteLoop | null,
  ) => void;
  combineFloats: CombineAll<FloatCombination>;
  combineIntegers: CombineAll<Combination>;
}
