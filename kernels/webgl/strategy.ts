/**
 * From where on each way of a call is taken. `npm run bench:thresholds -- webgl` times both ways around
 * each threshold, in the rows that are named here, and sets the constants for that: nothing else may
 * stand here.
 */

/** From this length on a slice is drawn as a rectangle rather than as points. Rows "values in a slice". */
export const DRAWS_RECTANGLES_FROM = 4;

/**
 * Looks at an update, by an output that scans, that take as long as a point that is drawn. Rows "looks
 * for each point".
 */
export const LOOKS_PER_POINT = 12;

/**
 * The updates that one pass scans: WebGL 1 wants a constant, and a draw may not take too long. Rows "updates
 * in a pass".
 */
export const UPDATES_PER_PASS = 256;

/**
 * Dimensions of sites are unrolled up to here: software and old GPUs are slow at short loops. Rows
 * "dimensions around lines".
 */
export const UNROLLED_DIMENSIONS = 3;
