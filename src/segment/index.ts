/**
 * tfjs-gather-scatter/segment: ops over segments. Importing it registers their gradients with tfjs.
 * Import kernels from tfjs-gather-scatter or the entry points of your backends.
 *
 * @module tfjs-gather-scatter/segment
 */
import '../register.js';

export * from './counting.js';
export * from './functions.js';
