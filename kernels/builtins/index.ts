/**
 * Kernels of tfjs' own ops, made of this package's kernels: in front of a kernel of tfjs, or where a
 * backend has none. The entry of each backend takes those that serve there.
 *
 *     adapters     each op as a call of this package's kernels
 *     sparse_segments         those that need ids which the host knows
 *     sparse_segment_errors   what they throw where tfjs does not
 *       fills      tensors of one value, in the way of a backend
 *     adapter      kernels made of adapters
 */
export { inFrontOfOwn, inPlaceOfMissing } from './adapter.js';
export * from './adapters.js';
export { sparseSegmentMessage } from './sparse_segment_errors.js';
export { sparseSegments } from './sparse_segments.js';
export { repeated, repeatedZero, zeros } from './fills.js';
