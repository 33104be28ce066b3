/** The digits of a call's sort. */
import {
  FEWEST_PER_COUNTER,
  FEW_BITS,
  FEW_COUNTERS,
  MANY_BITS,
  MANY_COUNTERS,
  MANY_SITES,
  PIECE,
  SORTING_THREADS_OF_GPU,
} from './strategy.js';

/** The digits of a radix sort, and the threads that sort by one. */
export interface Digits {
  bits: number;
  /** The greatest digit of all calls that share a program. */
  most: number;
  passes: number;
  threads: number;
}

/**
 * The digits by which sites are sorted. Each thread walks consecutive sites, and counts them in an
 * array of its own, of which WGSL allows 8 kB. Ranks in the memory that a workgroup shares take
 * 54 ms for a pass over 262,144 sites on a software adapter, where these take 5.
 */
export function digitsOf(siteCount: number, slices: number, isOnCpu: boolean): Digits {
  const isMany = isOnCpu && siteCount >= MANY_SITES;
  const mostBits = isMany ? MANY_BITS : FEW_BITS;
  const keyBits = Math.max(1, 32 - Math.clz32(slices - 1));
  const passes = Math.ceil(keyBits / mostBits);
  const ofCpu = isMany ? MANY_COUNTERS : FEW_COUNTERS;
  const mostThreads = isOnCpu ? ofCpu : SORTING_THREADS_OF_GPU;
  const perThread = Math.min(
    PIECE,
    Math.max(FEWEST_PER_COUNTER, Math.ceil(siteCount / mostThreads)),
  );
  return {
    bits: Math.ceil(keyBits / passes),
    most: 2 ** mostBits,
    passes,
    threads: Math.ceil(siteCount / perThread),
  };
}
