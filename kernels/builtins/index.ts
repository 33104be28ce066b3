/**
 * Kernels of tfjs' own ops, made of this package's kernels: in front of a kernel of tfjs, or where a
 * backend has none. The entry of each backend takes those that serve there.
 *
 *     adapters     each op as a call of this package's kernels
 *       fills      tensors of one value, in the way of a backend
 *     adapter      kernels made of adapters
 */
export { inFrontOfOwn, inPlaceOfMissing } from './adapter.js';
export * from './adapters.js';
export { repeated, repeatedZero, zeros } from './fills.js';
