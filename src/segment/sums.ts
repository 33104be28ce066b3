import { div, maximum, mul, ones, sqrt } from '@tensorflow/tfjs-core';

import { withoutOverflow } from './overflow.js';
import { segmentFunction } from './run_segments.js';
import { onFloats, onNumbers, onNumbersAndTruth, reducing } from './segment_op.js';

export const SUM = onNumbersAndTruth(
  'unsortedSegmentSum',
  reducing((rows, segments) => segments.reduce(rows, 'add', 0)),
);

export const MEAN = onNumbers(
  'unsortedSegmentMean',
  reducing((rows, segments) => withoutOverflow(rows, (rows) => segments.reduce(rows, 'mean', 0))),
);

export const SQRT_N = onFloats(
  'unsortedSegmentSqrtN',
  reducing((rows, segments) => {
    const counts = segments.reduce(ones([...rows.shape.slice(0, -1), 1]), 'add', 0);
    const inverse = div(1, sqrt(maximum(counts, 1)));
    return withoutOverflow(rows, (rows) => mul(segments.reduce(rows, 'add', 0), inverse));
  }),
);

/**
 * The sum of the slices of `x` in each segment; 0 where there are none. Of bool it is the int32 number
 * of values that are true.
 *
 * TensorFlow's `tf.math.unsorted_segment_sum`, with the signature of tfjs' own, which has no kernel
 * on wasm and turns int32 into float32 on the cpu backend.
 *
 * ```ts
 * import { unsortedSegmentSum } from 'tfjs-gather-scatter/segment';
 *
 * unsortedSegmentSum([[1, 2], [3, 4], [5, 6]], [1, 0, 1], 2).print(); // [[3, 4], [6, 8]]
 * ```
 *
 * @function
 * @param x A tensor, float32, int32 or bool, or an array.
 * @param segmentIds int32, of the shape of x's leading dimensions: the segment of each slice of x.
 *     Negative ones drop their slices.
 * @param numSegments The number of segments.
 * @returns A tensor of x's dtype, int32 for bool, and the shape
 *     `[numSegments, ...x.shape.slice(segmentIds.rank)]`.
 * @throws An Error that names the argument, for shapes, dtypes or a number of segments that do not
 *     fit. Also for an id of numSegments or more; where ids live only on a GPU, it drops its slice.
 */
export const unsortedSegmentSum = segmentFunction(SUM);

/**
 * The mean of the slices of `x` in each segment; 0 where there are none. int32 is rounded down.
 *
 * TensorFlow's `tf.math.unsorted_segment_mean`.
 *
 * ```ts
 * import { unsortedSegmentMean } from 'tfjs-gather-scatter/segment';
 *
 * unsortedSegmentMean([1, 2, 6], [1, 0, 1], 3).print(); // [2, 3.5, 0]
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
export const unsortedSegmentMean = segmentFunction(MEAN);

/**
 * The sum of the slices of `x` in each segment, divided by the square root of their number; 0 where
 * there are none.
 *
 * TensorFlow's `tf.math.unsorted_segment_sqrt_n`.
 *
 * ```ts
 * import { unsortedSegmentSqrtN } from 'tfjs-gather-scatter/segment';
 *
 * unsortedSegmentSqrtN([1, 2, 3, 4], [1, 1, 1, 1], 2).print(); // [0, 5]
 * ```
 *
 * @function
 * @param x A tensor, float32, or an array.
 * @param segmentIds int32, of the shape of x's leading dimensions: the segment of each slice of x.
 *     Negative ones drop their slices.
 * @param numSegments The number of segments.
 * @returns A tensor of x's dtype and the shape `[numSegments, ...x.shape.slice(segmentIds.rank)]`.
 * @throws An Error that names the argument, for shapes, dtypes or a number of segments that do not
 *     fit. Also for an id of numSegments or more; where ids live only on a GPU, it drops its slice.
 */
export const unsortedSegmentSqrtN = segmentFunction(SQRT_N);
