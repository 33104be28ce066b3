/**
 * tfjs-gather-scatter/indexing: gathers and scatters under the names that they have in PyTorch, NumPy
 * and JAX. Importing it registers their gradients with tfjs. Import kernels from tfjs-gather-scatter or
 * the entry points of your backends.
 *
 * @module tfjs-gather-scatter/indexing
 */
import '../register.js';

export * from './along_axis.js';
export * from './at.js';
