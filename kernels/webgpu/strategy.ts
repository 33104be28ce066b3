/**
 * The thresholds between methods. `npm run bench -- --only gpu` sets these constants to time the methods that they
 * choose from. Nothing else may be defined here. The thresholds for GPUs were timed on an H100.
 */

/** Threads per workgroup. On a software adapter 32 to 256 are equally fast. */
export const WORKGROUP_SIZE = 64;

/**
 * The maximum number of values per thread: on a software adapter, calls with one per thread take at least
 * twice as long.
 */
export const MAX_PER_THREAD = 8;

/**
 * The minimum number of threads when each computes several values. A GPU needs thousands. On a software
 * adapter, calls take 0.85 times as long with fewer, and 1.3 times with twice as many.
 */
export const MIN_THREADS = 2 ** 13;

/**
 * Up to this many sites are combined in order without a sort: one thread walks them for each value, or four
 * values, of a slice.
 */
export const MAX_UNSORTED_SITES = 64;

/**
 * The maximum number of threads of an unordered call on a GPU. When threads write to one place, all try but
 * only one succeeds: a million updates of one place take 33 ms on an H100, but 1.5 s with eight per thread.
 */
export const MAX_UNORDERED_THREADS = 2 ** 14;

/**
 * Slices whose length is a multiple of 4 and at least this are combined in order even if any order is
 * allowed: for rows of 16, atomics take up to 1.4 times as long as sorting and combining.
 */
export const SORTED_ROWS = 8;

/** The maximum number of bits in a digit: each sorting thread has a counter for each of a digit's values. */
export const DIGIT_BITS = 8;

/**
 * The maximum number of sorting threads, unless a thread would get too many sites: a million sites take 0.8 ms
 * on an H100, but 7 ms with 256 threads. A software adapter sorts 65,536 sites and more twice as fast with 128
 * threads, because the counts of all threads are summed.
 */
export const MAX_COUNTERS = 2 ** 13;

/** The minimum number of sites per sorting thread. With 16, a sort takes 1.5 times as long. */
export const MIN_PER_COUNTER = 64;

/**
 * The maximum number of integers that one thread adds up, and their number in a chunk if there are more. On a
 * GPU, one thread takes 0.4 ms to add up thousands of numbers; another program takes 0.01 ms.
 */
export const MAX_SUMMED = 128;
export const CHUNK = 64;

/**
 * From this many lines on, a thread walks each line. On a software adapter, sorting new indices takes nearly
 * three times as long or more even for 8 lines, but a GPU would have too few threads.
 */
export const MIN_LINES = 32;

/**
 * The longest lines that are walked if any order is allowed, because each step waits for the one before. On a
 * software adapter, atomics take twice as long for lines of any length.
 */
export const MAX_UNORDERED_LINE = 512;

/**
 * The number of sorted sites in a block; a thread combines the runs that begin in its block. With 8, a call
 * with 65,536 sites takes 1.4 times as long; with 32, a call with runs of 64 does.
 */
export const SITES_PER_BLOCK = 64;

/**
 * The number of sites in a piece. Longer runs into one slice are split into pieces of this length, counted
 * from the run's first site, and the results of the pieces are combined in order. This length is documented
 * for users, because another one changes the bits of results; 256 to 16,384 are about equally fast.
 *
 * The length is limited because a GPU's watchdog ends long loops, and Firefox silently ends those of more
 * than 65,535 steps. A buffer of 2 GiB holds the sites of 65,536 pieces.
 */
export const PIECE = 4096;

/**
 * The maximum number of cached orders: calls that cycle through 20 never find one, and take six times as
 * long.
 */
export const MAX_CACHED_ORDERS = 16;

/**
 * The maximum size of all cached orders in bytes, enough for 16 million sites. Calls that sort take two to
 * four times as long as calls that find an order.
 */
export const MAX_CACHED_BYTES = 2 ** 27;
