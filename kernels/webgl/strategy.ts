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
 * What reading a slice into another texture and drawing it over costs, in slices that are copied and drawn: if still few
 * have updates, they are drawn into data's own texture, where that may be taken over.
 */
export const READ_COST = 16;

/** The number of sites in a piece, as on webgpu and for the same reasons. Another one changes the bits of results. */
export const PIECE = 4096;

/** The maximum size of all cached textures of the package's own in bytes, enough for 10 million sites. */
export const MAX_CACHED_BYTES = 2 ** 27;

/** The most of these textures. Drivers give each at least 64 KiB, so together they take as much as MAX_CACHED_BYTES. */
export const MAX_CACHED_TEXTURES = 2 ** 11;
