/**
 * tfjs-gather-scatter/sparse: products of sparse and dense tensors that never store a tensor of edges ×
 * features. Importing it registers their gradients with tfjs. Import kernels from tfjs-gather-scatter or
 * the entries of backends.
 *
 * @module tfjs-gather-scatter/sparse
 */
import '../register.js';

export * from './functions.js';
export { sampledDenseMatMul } from './sampled_dense_mat_mul.js';
export { sparseDenseMatMul } from './sparse_dense_mat_mul.js';
export type { SparseDenseMatMulOptions, SparseMatrix } from './sparse_dense_mat_mul.js';
