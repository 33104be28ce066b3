/**
 * The public ops. Unlike the entries, this module registers nothing.
 */
export { checkIndices } from './check_indices.js';
export { gatherElements } from './gather_elements.js';
export { gatherND } from './gather_nd.js';
export { scatterElements } from './scatter_elements.js';
export { scatterND } from './scatter_nd.js';
export { scatterNDUpdate } from './scatter_nd_update.js';
export {
  tensorScatterAdd,
  tensorScatterMax,
  tensorScatterMin,
  tensorScatterSub,
} from './tensor_scatter.js';
