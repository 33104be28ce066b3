/**
 * tfjs-gather-scatter/indexing: gathers and scatters under the names that they have in PyTorch, NumPy
 * and JAX. Importing it registers their gradients with tfjs. Import kernels from tfjs-gather-scatter or
 * the entries of backends.
 *
 * @module tfjs-gather-scatter/indexing
 */
import '../register.js';

export { at, type Indices, type Places } from './at.js';
export { indexAdd, indexCopy, indexFill, indexSelect } from './index_ops.js';
export type {
  AtOptions,
  IndexOptions,
  IndexSelectOptions,
  TakeAlongAxisOptions,
} from './options.js';
export { takeAlongAxis } from './take_along_axis.js';
