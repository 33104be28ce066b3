/** How threads share the work of a call, by the thresholds in strategy.ts. */
import {
  MIN_THREADS,
  MIN_PER_COUNTER,
  FEW_BITS,
  FEW_COUNTERS,
  GPU_COUNTERS,
  MANY_BITS,
  MANY_COUNTERS,
  MANY_SITES,
  MAX_UNORDERED_THREADS,
  MAX_PER_THREAD,
  MAX_UNITS,
  PIECE,
  SHORT_RUN,
} from './strategy.js';

/** Returns the maximum number of values per thread if there are `count` in all. */
export function maxPerThread(count: number): number {
  return Math.max(1, Math.min(MAX_PER_THREAD, Math.floor(count / MIN_THREADS)));
}

/** Returns the maximum number of updates per thread in an unordered call. */
export function updatesPerThread(count: number): number {
  return Math.max(maxPerThread(count), Math.ceil(count / MAX_UNORDERED_THREADS));
}

/**
 * Returns how many units of a slice a thread combines in the order of sites. Together, they read each site only
 * once. A GPU would have too few threads. A CPU runs four threads in step, which must share their runs if these
 * are long.
 */
export function unitsPerThread(perSlice: number, sitesPerSlice: number, isOnCpu: boolean): number {
  const most = sitesPerSlice > SHORT_RUN ? Math.min(MAX_UNITS, perSlice / 4) : MAX_UNITS;
  const shares = isOnCpu ? [4, 2].filter((share) => share <= most) : [];
  return shares.find((share) => perSlice % share === 0) ?? 1;
}

/** How a sort splits slices into digits, and sites among threads. */
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
  const ofCpu = isMany ? MANY_COUNTERS : FEW_COUNTERS;
  const mostThreads = isOnCpu ? ofCpu : GPU_COUNTERS;
  const allBits = Math.max(1, 32 - Math.clz32(slices - 1));
  const passes = Math.ceil(allBits / mostBits);
  const perThread = Math.ceil(siteCount / mostThreads);
  const threads = Math.ceil(siteCount / Math.min(PIECE, Math.max(MIN_PER_COUNTER, perThread)));
  return { bits: Math.ceil(allBits / passes), most: 2 ** mostBits, passes, threads };
}
