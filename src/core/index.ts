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
export * from '../ops/index.js';
export * from '../ops/options.js';
export { registerKernels } from '../register_kernels.js';
