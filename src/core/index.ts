/**
 * tfjs-gather-scatter/core: all that tfjs-gather-scatter has but the kernels. Importing it registers
 * gradients with tfjs, and the kernels come with the entries of the backends that a page uses.
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

export { OUT_OF_BOUNDS } from '../../kernels/contract/attributes.js';
export type { OutOfBounds } from '../../kernels/contract/attributes.js';
export { REDUCTIONS } from '../../kernels/contract/reductions.js';
export type { Reduction, UpdateReduction } from '../../kernels/contract/reductions.js';

export { accelerateBuiltins } from '../builtins/accelerate.js';
export * from '../ops/index.js';
export type {
  CheckIndicesOptions,
  GatherElementsOptions,
  GatherNDOptions,
  ScatterElementsOptions,
  ScatterNDOptions,
  ScatterNDUpdateOptions,
} from '../ops/options.js';
export { registerKernels } from '../serving.js';
