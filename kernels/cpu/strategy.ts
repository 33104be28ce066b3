/**
 * From where on each way of the host's loops is taken. `npm run bench:stages` times both ways around
 * each threshold, in the rows that are named after it.
 */

/**
 * The sites, or places, in a block, a power of two: 8 KB, so that several blocks fit into a first-level
 * cache. Rows "sites at once".
 */
export const BLOCK = 2048;

/** From this length on a line of sites is resolved in one go. Rows "sites in a line". */
export const RESOLVES_LINES_FROM = 8;

/** From this length on a run's places are read ahead. Rows "values in a run, read ahead". */
export const PREFETCHES_RUNS_FROM = 16;

/**
 * From these lengths of slices on their places are read ahead: for max and min, and for sums and
 * products of integers and of floats. These have many places in flight at once by themselves, unless
 * they lie together. Rows "values in a slice, read ahead".
 */
export const PREFETCHES_EXTREMA_FROM = 1;
export const PREFETCHES_INTEGER_SUMS_FROM = 2;
export const PREFETCHES_FLOAT_SUMS_FROM = 4;

/**
 * From this length on slices are added slice by slice rather than by the places of their values. Rows
 * "values in a slice, added".
 */
export const ADDS_SLICES_FROM = 8;

/** From this length in bytes on V8 copies slices in words of 64 bits. Rows "in words from". */
export const COPIES_WORDS_FROM = 32;

/** Up to this length in bytes V8 copies slices in words. Rows "in words up to". */
export const COPIES_WORDS_UP_TO = 512;

/** From this length in bytes on slices that are not copied in words are by `set`. Rows "by set". */
export const COPIES_BY_SET_FROM = 192;

/**
 * The longest slices, in bytes, that are read ahead: in longer ones the processor does so by itself.
 * Rows "read ahead up to".
 */
export const PREFETCHES_UP_TO = 512;

/** The slices that are read ahead at once; 16 KB with the longest. Rows "read ahead at once". */
export const PREFETCHED_SLICES = 32;
