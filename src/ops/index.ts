/**
 * The public ops. Unlike the entries, this module registers nothing.
 */
export { checkIndices } from './check_indices.js';
export { gatherElements, gatherND } from './gathers.js';
export { scatterElements, scatterND, scatterNDUpdate } from './scatters.js';
export {
  tensorScatterAdd,
  tensorScatterMax,
  tensorScatterMin,
  tensorScatterSub,
} from './tensor_scatter.js';
