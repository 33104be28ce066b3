/**
 * The thresholds between methods. `npm run bench -- --only gpu` sets these constants to time the methods that they
 * choose from. Nothing else may be defined here. Times for GPUs are those of an NVIDIA H200.
 */

/** Threads per workgroup: 64 to 256 are equally fast, 32 take 1.2 times as long. */
export const WORKGROUP_SIZE = 64;

/**
 * The maximum number of values per thread, where one thread may compute several: on a software adapter, calls with
 * one per thread take at least twice as long, and on a GPU as long.
 */
export const MAX_PER_THREAD = 8;

/**
 * The minimum number of threads when each computes several values. On a software adapter, calls take 0.85 times as
 * long with fewer, and 1.3 times with twice as many. On a GPU, 2^11 to 2^17 are equally fast.
 */
export const MIN_THREADS = 2 ** 13;

/** The number of integers that one thread adds up: with 64, new orders take 1.06 times as long, with 256 1.4 times. */
export const CHUNK = 32;

/**
 * The number of sites in a piece. Longer runs into one slice are split into pieces of this length, counted
 * from the run's first site, and the results of the pieces are combined in order. This length is documented
 * for users, because another one changes the bits of results. On a GPU that reads four updates at once, a million of one
 * place take 0.35 ms in pieces of 256, 0.33 of 1,024, 1.0 of 4,096 and 3.8 of 16,384.
 *
 * The length is limited because a GPU's watchdog ends long loops, and Firefox silently ends those of more
 * than 65,535 steps. A buffer of 2 GiB holds the sites of 65,536 pieces.
 */
export const PIECE = 4096;

/**
 * How many sorted stretches of a row become one in a pass: a site takes this many steps, or more in rows out of order.
 * With 8 to 64, new orders take 0.9 to 1.2 times as long.
 */
export const MERGED = 32;

/** How many sites' updates a thread reads at once: a million of one place take 0.57 ms, and 1.8 one by one. */
export const UNROLLED = 16;

/**
 * The longest lines that a thread walks, without an order of their sites: at new indices, one of 64 takes 0.6 times as
 * long as with an order, 8,192 of 32 take 0.2 times as long, and 512 of 512 take twice as long.
 */
export const MAX_WALKED = 64;

/**
 * The number of sorted sites in a block on a software adapter; a thread combines the runs that begin in its block. With
 * one site each, as on GPUs, 262,144 sums take 1.8 to 2.9 times as long. A GPU takes 1.5 times as long with 16.
 */
export const SITES_PER_BLOCK = 64;

/** The most sites that a thread walks in one program: Firefox ends longer loops on software adapters. */
export const MAX_STEPS = 2 ** 15;

/**
 * The number of places in a workgroup's table in unordered calls, and that of values per thread. With 256 places,
 * indices that favour few slices (Zipf's law) take 3 times as long, and others 0.8 times. With 8 values, a million
 * updates of one place take 2.4 times as long, and others 0.7 times.
 */
export const SLOTS = 1024;
export const UNORDERED_PER_THREAD = 32;

/**
 * The maximum size of all cached orders in bytes, enough for 16 million sites. Calls that sort take two to
 * four times as long as calls that find an order, and on a GPU up to seven times.
 */
export const MAX_CACHED_BYTES = 2 ** 27;

/** The most cached orders, each of which has a buffer: as many as webgl has textures. */
export const MAX_CACHED_ORDERS = 2 ** 11;
