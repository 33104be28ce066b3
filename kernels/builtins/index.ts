/**
 * Kernels for tfjs' own ops, built from this package's kernels. They run in front of tfjs' kernels, or
 * replace missing ones. Each backend's entry point picks the ones that help there.
 *
 *     adapters          each op as a call to this package's kernels
 *     beside_tfjs       for cpu: those of calls that tfjs does not run faster
 *     sparse_segments   ops that need segment ids known to the host
 *     adapter           kernels made from adapters
 */
export { inTfjsWords, overrideKernels, supplyMissing } from './adapter.js';
export * from './adapters.js';
export { besideTfjs } from './beside_tfjs.js';
export { sparseSegmentMessage, sparseSegments } from './sparse_segments.js';
