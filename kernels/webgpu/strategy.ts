/**
 * Which way a call goes, and from where on.
 */

/** The threads of a workgroup; 64 and 256 are as fast on a software adapter. */
export const WORKGROUP_SIZE = 64;

/**
 * A thread computes several values, at most so many, where this many threads remain. On a software
 * adapter eight take 0.75 of the time of one; a GPU wants its thousands of threads as well.
 */
const MOST_PER_THREAD = 8;
const ENOUGH_THREADS = 2 ** 13;

/** Returns how many of `count` values a thread computes at most. */
export function mostPerThread(count: number): number {
  return Math.max(1, Math.min(MOST_PER_THREAD, Math.floor(count / ENOUGH_THREADS)));
}

/** Up to this many sites are combined in order without a sort. */
export const FEW = 64;

/** Up to this many pairs of an output and a site, each output looks at all sites: no copy is made. */
export const FEW_STEPS = 2 ** 16;

/** Up to this many sites are sorted by counting, for each, those that come before it. */
export const RANKS_UP_TO = 256;

/**
 * The most threads of an unordered call on a GPU. All of those that want one place try at once, and one
 * succeeds: a million updates of one take an H100 33 ms, and 1.5 s by eight for each thread.
 */
const MOST_CONTENDERS = 2 ** 14;

/** Returns how many of `count` updates a thread takes at most in an unordered call. */
export function updatesPerThread(count: number, isOnCpu: boolean): number {
  const most = mostPerThread(count);
  return isOnCpu ? most : Math.max(most, Math.ceil(count / MOST_CONTENDERS));
}

/**
 * Slices of so many values, four at a time, are combined in order even where no order is asked for: a
 * software adapter takes 24 ms for 16,384 rows of 64 with their sort, and 39 ms by atomics.
 */
export const SORTED_ROWS = 8;

/** The digits of a radix sort, and the threads that sort by one. */
export interface Digits {
  bits: number;
  /** The greatest digit of all calls that share a program. */
  most: number;
  passes: number;
  threads: number;
}

/** From this many sites on, fewer passes over them save more than more counts of digits take. */
const MANY_SITES = 2 ** 17;

const FEW_BITS = 8;
const MANY_BITS = 10;

/** The most threads that sort, as far as none gets too many sites: all of their counts are added up. */
const FEW_COUNTERS = 128;
const MANY_COUNTERS = 256;

/** The most threads that sort on a GPU: a million sites take an H100 0.8 ms, and 7 with 256. */
const SORTING_THREADS_OF_GPU = 2 ** 13;

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
  const perThread = Math.min(PIECE, Math.max(64, Math.ceil(siteCount / mostThreads)));
  return {
    bits: Math.ceil(keyBits / passes),
    most: 2 ** mostBits,
    passes,
    threads: Math.ceil(siteCount / perThread),
  };
}

/**
 * From so many lines on, each is walked by a thread: along an axis of 512 × 512 in a quarter of the time
 * of a sort. Where no order is asked for, shorter lines are, for each step waits for the one before.
 */
export const FEWEST_LINES = 32;
export const SHORT_LINE = 512;

/** From 32 to 128 sites, by their number: with 32 each, those of 4 million take twice as long. */
const FEWEST_PER_BLOCK = 32;
const MOST_PER_BLOCK = 128;
const ENOUGH_BLOCKS = 2 ** 13;

/** Returns the number of sorted sites among which a thread begins runs. */
export function sitesPerBlock(siteCount: number): number {
  const perBlock = Math.ceil(siteCount / ENOUGH_BLOCKS);
  return Math.max(FEWEST_PER_BLOCK, Math.min(MOST_PER_BLOCK, perBlock));
}

/**
 * The sites of a piece. Longer runs into one slice are cut into pieces of this length, counted from
 * the run's first site, and the results of pieces are combined in order. It is part of what users are
 * told: another length makes other bits. No loop runs longer, for a GPU's watchdog ends long ones,
 * and Firefox those of more than 65,535 steps, silently.
 */
export const PIECE = 4096;

/** The most orders that are kept, and the most bytes of them all: 16 million sites' worth. */
export const MOST_KEPT_ORDERS = 16;
export const MOST_KEPT_BYTES = 2 ** 27;
