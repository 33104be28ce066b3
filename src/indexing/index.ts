/**
 * tfjs-gather-scatter/indexing: gathers and scatters under the names that PyTorch, NumPy and JAX have
 * for them, made of the package's public ops. Importing it registers their gradients with tfjs; kernels
 * come with tfjs-gather-scatter or the entries of backends.
 *
 * @module tfjs-gather-scatter/indexing
 */
import '../register.js';

export { at } from './at.js';
export type { Indices, Places } from './at.js';
export { indexAdd, indexCopy, indexFill, indexSelect } from './index_ops.js';
export type {
  AtOptions,
  IndexOptions,
  IndexSelectOptions,
  TakeAlongAxisOptions,
} from './options.js';
export { takeAlongAxis } from './take_along_axis.js';
