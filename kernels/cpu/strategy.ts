/**
 * From where on each way of the host's loops is taken. `npm run bench:thresholds -- cpu` times both
 * ways around each threshold, in the rows that are named after it, and sets the constants for that: nothing
 * else may stand here.
 */

/**
 * The sites, or places, in a block, a power of two: 8 KB, so that several blocks fit into a first-level
 * cache. Rows "sites at once".
 */
export const BLOCK = 2048;

/** From this length on a line of sites is resolved in one go. Rows "sites in a line". */
export const RESOLVES_LINES_FROM = 8;

/** From this length on slices are moved or added one by one. Rows "values in a slice". */
export const ROWS_FROM = 8;

/** From this length on slices that are no words of 64 bits are. Rows "values in an odd slice". */
export const ODD_ROWS_FROM = 32;

/** From this length on slices are moved by the arrays' own method. Rows "values in a slice, by set". */
export const ROWS_BY_SET_FROM = 128;

/** The slices that are read ahead at once. Rows "slices read ahead". */
export const ROWS_AT_ONCE = 32;
