/**
 * The thresholds between methods. `npm run bench -- --only gpu` sets these constants to time both methods. Nothing
 * else may be defined here.
 */

/**
 * What drawing a slice costs beside its values, in values: if few slices have updates, data is copied and only these are
 * drawn.
 */
export const SLICE_COST = 32;

/**
 * The number of sites in a piece. Longer runs into one slice are split into pieces of this length, counted from the
 * run's first site, and the results of the pieces are combined in order, as on webgpu. This length is documented for
 * users, because another one changes the bits of results. It is limited because a GPU's watchdog ends long loops.
 */
export const PIECE = 4096;

/** The maximum size of all cached textures of the package's own in bytes, enough for 10 million sites. */
export const MAX_CACHED_BYTES = 2 ** 27;
