/**
 * tfjs-gather-scatter/indexing: gathers and scatters under the names that they have in PyTorch, NumPy
 * and JAX. Importing it registers their gradients with tfjs. Import kernels from tfjs-gather-scatter or
 * the entry points of your backends.
 *
 * @module tfjs-gather-scatter/indexing
 */
import '../register.js';

export type { IndexOptions, IndexSelectOptions } from './along_axis.js';
export { at, type AtOptions, type Indices, type Places } from './at.js';
export { indexAdd, indexCopy, indexFill, indexSelect } from './index_ops.js';
export { takeAlongAxis, type TakeAlongAxisOptions } from './take_along_axis.js';
