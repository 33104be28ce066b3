/**
 * All names of tfjs-gather-scatter/tf: those of tfjs, and this package's among them.
 */
export * from '@tensorflow/tfjs';
export { accelerateBuiltins } from '../builtins/accelerate.js';
export { registerConverterOps } from '../converter/register_converter_ops.js';
export * from '../ops/index.js';
export * from '../segment/functions.js';
export * from '../sparse/functions.js';
export { sampledDenseMatMul } from '../sparse/sampled_dense_mat_mul.js';
export { sparseDenseMatMul } from '../sparse/sparse_dense_mat_mul.js';

// Names that both have: unless one is chosen here, a name of both is in neither.
export { scatterND } from '@tensorflow/tfjs';
export { gatherND, unsortedSegmentSum } from './as_tfjs.js';
