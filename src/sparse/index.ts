/**
 * tfjs-gather-scatter/sparse: products of sparse and dense tensors that never store a tensor of edges ×
 * features. Importing it registers their gradients with tfjs. Import kernels from tfjs-gather-scatter or
 * the entries of backends.
 *
 * @module tfjs-gather-scatter/sparse
 */
import '../register.js';

export {
  gatherSegmentMax,
  gatherSegmentMean,
  gatherSegmentMin,
  gatherSegmentSqrtN,
  gatherSegmentSum,
} from './functions.js';
export type { GatherSegmentFunction, GatherSegmentOptions } from './gather_segment_function.js';
export { sampledDenseMatMul } from './sampled_dense_mat_mul.js';
export { sparseDenseMatMul } from './sparse_dense_mat_mul.js';
export type { SparseDenseMatMulOptions, SparseMatrix } from './sparse_dense_mat_mul.js';
