/**
 * The thresholds between methods. `npm run bench -- --only gpu` sets these constants to time both methods. Nothing
 * else may be defined here.
 */

/** How many updates an output scans in the time it takes to draw a point or triangle. */
export const READS_PER_TRIANGLE = 32;

/** The number of updates scanned in one pass: WebGL 1 needs a constant, and a draw may not take too long. */
export const UPDATES_PER_PASS = 256;
