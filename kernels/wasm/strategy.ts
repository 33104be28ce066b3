/**
 * From which sizes on tfjs' own kernels are put together anew. `npm run bench:builtins` times calls on both sides of
 * these constants. Nothing else may be defined here.
 */

/**
 * The fewest multiplications, less the number of values to transpose, for which a product of two matrices is faster in
 * tfjs' fast kernel, which takes as long as some thousands of them to start.
 */
export const PRODUCT_FROM = 8192;

/**
 * The fewest values for which a sum along axes in front is faster by adding rows, the fewest of each sum where there are
 * several, and the fewest in a row.
 */
export const SUM_FROM = 2048;
export const EACH_SUM_FROM = 64;
export const SUM_WIDTH_FROM = 4;
