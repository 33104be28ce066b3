/**
 * tfjs-gather-scatter/core: everything in tfjs-gather-scatter except the kernels. Importing it registers
 * gradients with tfjs. Import kernels from the entry points of your backends.
 *
 * ```ts
 * import '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter/backend-cpu';
 * import { scatterND } from 'tfjs-gather-scatter/core';
 *
 * scatterND([1, 2, 3], [[1], [1]], [10, 20], { reduction: 'add' }).print(); // [1, 32, 3]
 * ```
 *
 * @module tfjs-gather-scatter/core
 */
import '../register.js';

export { OUT_OF_BOUNDS, type OutOfBounds } from '../../kernels/call/attributes.js';
export { type Reduction, REDUCTIONS } from '../../kernels/call/reductions.js';

export { accelerateBuiltins } from '../builtins/accelerate.js';
// The files inside the other entries have no side effects, so bundlers leave out what a page does not use of them.
export * from '../indexing/along_axis.js';
export * from '../indexing/at.js';
export * from '../losses/sparse_softmax_cross_entropy.js';
export * from '../ops/index.js';
export * from '../ops/options.js';
export { registerKernels } from '../register_kernels.js';
export * from '../repair/repair_gradients.js';
export * from '../segment/counting.js';
export * from '../segment/functions.js';
export * from '../sparse/functions.js';
export * from '../sparse/mat_mul.js';
export * from '../train/sparse_adam.js';
