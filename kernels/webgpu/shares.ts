/** How the work of a call is shared out, by the thresholds of strategy.ts. */
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

/** Returns how many of `count` values a thread computes at most. */
export function mostPerThread(count: number): number {
  return Math.max(1, Math.min(MOST_PER_THREAD, Math.floor(count / ENOUGH_THREADS)));
}

/** Returns how many of `count` updates a thread takes at most in an unordered call. */
export function updatesPerThread(count: number, isOnCpu: boolean): number {
  const most = mostPerThread(count);
  return isOnCpu ? most : Math.max(most, Math.ceil(count / MOST_CONTENDERS));
}

/** Returns the most numbers that one thread adds up, and the length of the chunks of more. */
export function chunksOf(count: number, isOnCpu: boolean): { most: number; length: number } {
  if (!isOnCpu) return { most: MOST_SUMMED_ON_GPU, length: CHUNK_ON_GPU };
  return { most: MOST_SUMMED, length: Math.max(CHUNK, Math.ceil(count / MOST_SUMMED)) };
}

/** Returns the number of sorted sites among which a thread begins runs. */
export function sitesPerBlock(siteCount: number): number {
  const perBlock = Math.ceil(siteCount / ENOUGH_BLOCKS);
  return Math.max(FEWEST_PER_BLOCK, Math.min(MOST_PER_BLOCK, perBlock));
}
