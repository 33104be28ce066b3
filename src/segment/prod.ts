import { segmentFunction } from './segment_function.js';
import type { SegmentFunction } from './segment_function.js';
import { onNumbers, reducing } from './segment_op.js';

export const PROD = onNumbers(
  'unsortedSegmentProd',
  reducing((rows, segments) => segments.reduce(rows, 'mul', 1)),
);

/**
 * The product of the slices of `x` in each segment; 1 for an empty segment. x is float32 or int32. The
 * gradients are exact even if factors are zero.
 *
 * TensorFlow's `tf.math.unsorted_segment_prod`.
 *
 * ```ts
 * import '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import { unsortedSegmentProd } from 'tfjs-gather-scatter/segment';
 *
 * unsortedSegmentProd([2, 3, 4], [0, 2, 0], 3).print(); // [8, 1, 3]
 * ```
 *
 * @function
 */
export const unsortedSegmentProd: SegmentFunction = segmentFunction(PROD);
