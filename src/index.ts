/**
 * tfjs-gather-scatter: gathers and scatters for TensorFlow.js. Importing it registers their kernels
 * and gradients with tfjs.
 *
 * @module tfjs-gather-scatter
 */
import './register.js';

export { OUT_OF_BOUNDS } from '../kernels/contract/attributes.js';
export type { OutOfBounds } from '../kernels/contract/attributes.js';
export { REDUCTIONS } from '../kernels/contract/reductions.js';
export type { Reduction, UpdateReduction } from '../kernels/contract/reductions.js';

export { accelerateBuiltins } from './builtins/accelerate.js';
export * from './ops/index.js';
export type {
  CheckIndicesOptions,
  GatherElementsOptions,
  GatherNDOptions,
  ScatterElementsOptions,
  ScatterNDOptions,
  ScatterNDUpdateOptions,
} from './ops/options.js';
export { registerKernels } from './serving.js';
