/** How threads share the work of a call, by the thresholds in strategy.ts. */
import {
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
