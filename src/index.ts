/**
 * tfjs-gather-scatter: gathers and scatters for TensorFlow.js. Importing it registers their gradients
 * with tfjs, and their kernels for all backends.
 *
 * @module tfjs-gather-scatter
 */
export * from './core/index.js';

import '../kernels/index.js';
