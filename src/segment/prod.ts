import { segmentFunction } from './run_segments.js';
import { onNumbers, reducing } from './segment_op.js';

export const PROD = onNumbers(
  'unsortedSegmentProd',
  reducing((rows, segments) => segments.reduce(rows, 'mul', 1)),
);

/**
 * The product of the slices of `x` in each segment; 1 where there are none. Its gradients are exact
 * where factors are zero.
 *
 * TensorFlow's `tf.math.unsorted_segment_prod`.
 *
 * ```ts
 * import { unsortedSegmentProd } from 'tfjs-gather-scatter/segment';
 *
 * unsortedSegmentProd([2, 3, 4], [0, 2, 0], 3).print(); // [8, 1, 3]
 * ```
 *
 * @function
 * @param x A tensor, float32 or int32, or an array.
 * @param segmentIds int32, of the shape of x's leading dimensions: the segment of each slice of x.
 *     Negative ones drop their slices.
 * @param numSegments The number of segments.
 * @returns A tensor of x's dtype and the shape `[numSegments, ...x.shape.slice(segmentIds.rank)]`.
 * @throws An Error that names the argument, for shapes, dtypes or a number of segments that do not
 *     fit. Also for an id of numSegments or more; where ids live only on a GPU, it drops its slice.
 */
export const unsortedSegmentProd = segmentFunction(PROD);
