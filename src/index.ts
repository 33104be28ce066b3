/**
 * tfjs-gather-scatter: gathers and scatters for TensorFlow.js. Importing it registers their kernels,
 * for all backends, and gradients with tfjs.
 *
 * @module tfjs-gather-scatter
 */
import '../kernels/index.js';

export * from './core/index.js';
