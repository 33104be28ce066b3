/**
 * The thresholds between the host's loops. `npm run bench:thresholds` sets these constants to time
 * both choices around each threshold. Nothing else may be defined here.
 *
 * How many times as fast the cpu backend's own loops make whole calls: sums of single values 1.7 by four and 1.4 in
 * one pass, gathers from rows in the block 2, extremes by bits 1.8 to 2, rows of 16 to 64 values by words 1.3 to 1.5, and
 * reading ahead from large data 1.4 to 2.
 */

/**
 * The number of sites, or places, in a block. A power of two; 8 KB, so that several blocks fit into the
 * first-level cache.
 */
export const BLOCK = 2048;

/** Single values at lines of at least this many sites are moved or added a line at a time. */
export const LINES_FROM = 8;

/** Slices of at least this length are moved or added one at a time. */
export const ROWS_FROM = 8;

/** The minimum for slices that do not consist of whole 64-bit words. */
export const ODD_ROWS_FROM = 32;

/** Slices of at least this length are moved with TypedArray.set. */
export const ROWS_BY_SET_FROM = 128;

/** The number of slices prefetched at once. */
export const ROWS_AT_ONCE = 32;

/**
 * The number of values read from their sources at once, before they are combined: few enough to stay in the
 * second-level cache.
 */
export const VALUES_AT_ONCE = 16384;

/** The most bits of a slice's number by which sites are sorted in one pass; the counts of 14 stay in the cache. */
export const DIGIT_BITS = 14;

/** The most slices whose sites are counted all at once. Above, several passes take less than counts outside the cache. */
export const COUNTED_SLICES = 2 ** 17;

/**
 * The fewest values of a variable that scatters change in place. Below, a copy takes as long; and once there are such
 * arrays, every tensor of a few values that tfjs makes takes 0.3 microseconds longer.
 */
export const OWNED_FROM = 1024;
