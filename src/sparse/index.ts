/**
 * tfjs-gather-scatter/sparse: products of sparse and dense tensors that never store a tensor of edges ×
 * features. Importing it registers their gradients with tfjs. Import kernels from tfjs-gather-scatter or
 * the entry points of your backends.
 *
 * @module tfjs-gather-scatter/sparse
 */
import '../register.js';

export * from './functions.js';
export * from './mat_mul.js';
