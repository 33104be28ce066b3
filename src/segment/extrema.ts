import { currentLimits } from '../backends.js';
import { segmentFunction } from './run_segments.js';
import { onNumbers, reducing } from './segment_op.js';

export const MAX = onNumbers(
  'unsortedSegmentMax',
  reducing((rows, segments) => segments.reduce(rows, 'max', currentLimits(rows.dtype).lowest)),
);

export const MIN = onNumbers(
  'unsortedSegmentMin',
  reducing((rows, segments) => segments.reduce(rows, 'min', currentLimits(rows.dtype).highest)),
);

/**
 * The largest of the slices of `x` in each segment, value by value; the dtype's lowest number where
 * there are none. NaN if any value is. The gradient is split evenly over equal values.
 *
 * TensorFlow's `tf.math.unsorted_segment_max`.
 *
 * ```ts
 * import { unsortedSegmentMax } from 'tfjs-gather-scatter/segment';
 *
 * unsortedSegmentMax([[1, 6], [5, 2], [3, 4]], [0, 0, 1], 2).print(); // [[5, 6], [3, 4]]
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
export const unsortedSegmentMax = segmentFunction(MAX);

/**
 * The smallest of the slices of `x` in each segment, value by value; the dtype's highest number where
 * there are none. NaN if any value is. The gradient is split evenly over equal values.
 *
 * TensorFlow's `tf.math.unsorted_segment_min`.
 *
 * ```ts
 * import { unsortedSegmentMin } from 'tfjs-gather-scatter/segment';
 *
 * unsortedSegmentMin([[1, 6], [5, 2], [3, 4]], [0, 0, 1], 2).print(); // [[1, 2], [3, 4]]
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
export const unsortedSegmentMin = segmentFunction(MIN);
