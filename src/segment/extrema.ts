import { currentLimits } from '../backends.js';
import type { SegmentExtremumOptions } from './options.js';
import { segmentFunction } from './segment_function.js';
import type { SegmentFunction } from './segment_function.js';
import { extremum, reducing } from './segment_op.js';

export const MAX = extremum(
  'unsortedSegmentMax',
  reducing((rows, segments, empty = currentLimits(rows.dtype).lowest) =>
    segments.reduce(rows, 'max', empty),
  ),
);

export const MIN = extremum(
  'unsortedSegmentMin',
  reducing((rows, segments, empty = currentLimits(rows.dtype).highest) =>
    segments.reduce(rows, 'min', empty),
  ),
);

/**
 * The elementwise maximum of the slices of `x` in each segment; NaN if any value is NaN. Empty segments
 * get the dtype's lowest number or the option `empty`. x is float32 or int32. Ties share the gradient
 * evenly.
 *
 * TensorFlow's `tf.math.unsorted_segment_max`; with `empty: 0` pytorch_scatter's `scatter_max`.
 *
 * ```ts
 * import '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import { unsortedSegmentMax } from 'tfjs-gather-scatter/segment';
 *
 * unsortedSegmentMax([[1, 6], [5, 2], [3, 4]], [0, 0, 1], 2).print(); // [[5, 6], [3, 4]]
 * unsortedSegmentMax([1, 6, 5], [0, 2, 0], 3, { empty: 0 }).print(); // [5, 0, 6]
 * ```
 *
 * @function
 */
export const unsortedSegmentMax: SegmentFunction<SegmentExtremumOptions> = segmentFunction(MAX);

/**
 * The elementwise minimum of the slices of `x` in each segment; NaN if any value is NaN. Empty segments
 * get the dtype's highest number or the option `empty`. x is float32 or int32. Ties share the gradient
 * evenly.
 *
 * TensorFlow's `tf.math.unsorted_segment_min`; with `empty: 0` pytorch_scatter's `scatter_min`.
 *
 * ```ts
 * import '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import { unsortedSegmentMin } from 'tfjs-gather-scatter/segment';
 *
 * unsortedSegmentMin([[1, 6], [5, 2], [3, 4]], [0, 0, 1], 2).print(); // [[1, 2], [3, 4]]
 * ```
 *
 * @function
 */
export const unsortedSegmentMin: SegmentFunction<SegmentExtremumOptions> = segmentFunction(MIN);
