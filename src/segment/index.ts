/**
 * tfjs-gather-scatter/segment: ops over segments. Importing it registers their gradients with tfjs.
 * Import kernels from tfjs-gather-scatter or the entry points of your backends.
 *
 * @module tfjs-gather-scatter/segment
 */
import '../register.js';

export { bincount, type BincountOptions, histogramFixedWidth } from './counting.js';
export * from './functions.js';
export type { SegmentExtremumOptions, SegmentOptions } from './options.js';
export type { SegmentFunction, SegmentResult } from './run_segments.js';
