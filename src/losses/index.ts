/**
 * tfjs-gather-scatter/losses: losses whose labels are integers. Importing it registers gradients with tfjs.
 * Import kernels from tfjs-gather-scatter or the entry points of your backends.
 *
 * @module tfjs-gather-scatter/losses
 */
import '../register.js';

export * from './sparse_softmax_cross_entropy.js';
