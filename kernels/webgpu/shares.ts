/** How threads share the work of a call, by the thresholds in strategy.ts. */
import {
  FEWEST_PER_COUNTER,
  FEW_BITS,
  FEW_COUNTERS,
  MANY_BITS,
  MANY_COUNTERS,
  MANY_SITES,
  PIECE,
  SORTING_THREADS_OF_GPU,
  CHUNK,
  CHUNK_ON_GPU,
  ENOUGH_BLOCKS,
  ENOUGH_THREADS,
  FEWEST_PER_BLOCK,
  MOST_CONTENDERS,
  MOST_PER_BLOCK,
  MOST_PER_THREAD,
  MOST_SUMMED,
  MOST_SUMMED_ON_GPU,
} from './strategy.js';

/** Returns the maximum number of values per thread, of `count` in all. */
export function mostPerThread(count: number): number {
  return Math.max(1, Math.min(MOST_PER_THREAD, Math.floor(count / ENOUGH_THREADS)));
}

/** Returns the maximum number of updates per thread in an unordered call. */
export function updatesPerThread(count: number, isOnCpu: boolean): number {
  const most = mostPerThread(count);
  return isOnCpu ? most : Math.max(most, Math.ceil(count / MOST_CONTENDERS));
}

/** Returns how many numbers one thread may add up, and the length of chunks if there are more. */
export function chunksOf(count: number, isOnCpu: boolean): { most: number; length: number } {
  if (!isOnCpu) return { most: MOST_SUMMED_ON_GPU, length: CHUNK_ON_GPU };
  return { most: MOST_SUMMED, length: Math.max(CHUNK, Math.ceil(count / MOST_SUMMED)) };
}

/** Returns the number of sorted sites in a block; a thread combines the runs that begin in its block. */
export function sitesPerBlock(siteCount: number): number {
  const perBlock = Math.ceil(siteCount / ENOUGH_BLOCKS);
  return Math.max(FEWEST_PER_BLOCK, Math.min(MOST_PER_BLOCK, perBlock));
}

/** How a sort splits keys into digits, and sites among threads. */
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
