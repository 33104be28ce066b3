/** How a call's sort splits keys into digits, and sites among threads. */
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

export interface Digits {
  bits: number;
  /** The greatest digit in any call that shares the program. */
  most: number;
  passes: number;
  threads: number;
}

/**
 * Returns the digits of a radix sort. Each thread walks consecutive sites and counts digits in an array of
 * its own, which WGSL limits to 8 kB. On a software adapter, a pass over 262,144 sites takes 5 ms this way;
 * ranks in a workgroup's shared memory take 54 ms.
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
