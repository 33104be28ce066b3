/**
 * The thresholds between methods. `npm run bench -- --only gpu` sets these constants to time both methods. Nothing
 * else may be defined here.
 */

/** Slices of at least this length are drawn as triangles instead of points. */
export const DRAWS_TRIANGLES_FROM = 4;

/**
 * The output's texture has whole slices on each line if data has at most this many values for each site. With
 * fewer sites, drawing data into that texture takes longer than drawing two triangles for each slice.
 */
export const VALUES_PER_SITE = 16;

/** How many updates an output scans in the time it takes to draw a point. */
export const READS_PER_POINT = 12;

/** The number of updates scanned in one pass: WebGL 1 needs a constant, and a draw may not take too long. */
export const UPDATES_PER_PASS = 256;
