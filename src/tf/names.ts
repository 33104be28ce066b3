/**
 * All names of tfjs-gather-scatter/tf.
 */
export * from '@tensorflow/tfjs';
export { accelerateBuiltins } from '../builtins/accelerate.js';
export { registerConverterOps } from '../converter/register_converter_ops.js';
export * from '../indexing/index.js';
export * from '../losses/index.js';
export * from '../ops/index.js';
export * from '../repair/index.js';
export * from '../segment/functions.js';
export * from '../sparse/functions.js';
export { sampledDenseMatMul, sparseDenseMatMul } from '../sparse/mat_mul.js';
export * from '../train/index.js';

// Names that both have must be chosen here: `export *` drops ambiguous names.
export { scatterND } from '@tensorflow/tfjs';
export { gatherND, unsortedSegmentSum } from './as_tfjs.js';
