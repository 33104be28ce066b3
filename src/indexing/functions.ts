/**
 * The functions of /indexing. They are also methods of tensors. Unlike the entry, this module registers nothing.
 */
export { at, type Places } from './at.js';
export * from './index_ops.js';
export type { Index } from './indexers.js';
export type { AtOptions } from './run_at.js';
export { takeAlongAxis, type TakeAlongAxisOptions } from './take_along_axis.js';
