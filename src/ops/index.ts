/**
 * The public ops. Unlike the entries, this module registers nothing.
 */
export * from './assign.js';
export * from './check_indices.js';
export * from './gathers.js';
export * from './scatters.js';
export * from './stop_gradient.js';
export * from './tensor_scatter.js';
