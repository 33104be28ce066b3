/**
 * From which sizes on tfjs' own kernels are put together anew. `npm run bench:builtins` times calls on both sides of
 * these constants. Nothing else may be defined here.
 */

/**
 * The fewest rows of a plain product of two matrices that is faster in the module, and the largest second matrix: tfjs'
 * own kernel keeps it packed.
 */
export const PLAIN_ROWS_FROM = 4;
export const PLAIN_UP_TO = 16_384;

/** The fewest multiplications for which, on pages with threads, it pays to transpose for tfjs' own kernel. */
export const ON_THREADS_FROM = 2 ** 20;

/**
 * The fewest values for which a sum along axes in front is faster by adding rows, the fewest of each sum where there are
 * several, and the fewest in a row.
 */
export const SUM_FROM = 2048;
export const EACH_SUM_FROM = 64;
export const SUM_WIDTH_FROM = 4;

/** The fewest exponentials that are faster in the module. */
export const EXP_FROM = 1024;

/** The fewest values for which it is faster to repeat tensors before they are compared. */
export const EQUAL_FROM = 128;
