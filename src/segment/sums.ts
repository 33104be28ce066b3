import { mul } from '@tensorflow/tfjs-core';

import { withoutOverflow } from './overflow.js';
import { segmentFunction } from './segment_function.js';
import type { SegmentFunction } from './segment_function.js';
import { onFloats, onNumbers, onNumbersAndBools, reducing } from './segment_op.js';

export const SUM = onNumbersAndBools(
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
    const inverse = segments.inverseRoots();
    return withoutOverflow(rows, (rows) => mul(segments.reduce(rows, 'add', 0), inverse));
  }),
);

/**
 * The sum of the slices of `x` in each segment; 0 for an empty segment. x is float32, int32, or bool, for
 * which the result is the number of true values as int32.
 *
 * TensorFlow's `tf.math.unsorted_segment_sum`. It has the signature of tfjs' own function, which has no
 * kernel on wasm and turns int32 into float32 on the cpu backend.
 *
 * ```ts
 * import '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import { unsortedSegmentSum } from 'tfjs-gather-scatter/segment';
 *
 * unsortedSegmentSum([[1, 2], [3, 4], [5, 6]], [1, 0, 1], 2).print(); // [[3, 4], [6, 8]]
 * ```
 *
 * @function
 */
export const unsortedSegmentSum: SegmentFunction = segmentFunction(SUM);

/**
 * The mean of the slices of `x` in each segment; 0 for an empty segment. x is float32, or int32, whose
 * mean is rounded down.
 *
 * TensorFlow's `tf.math.unsorted_segment_mean`.
 *
 * ```ts
 * import '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import { unsortedSegmentMean } from 'tfjs-gather-scatter/segment';
 *
 * unsortedSegmentMean([1, 2, 6], [1, 0, 1], 3).print(); // [2, 3.5, 0]
 * ```
 *
 * @function
 */
export const unsortedSegmentMean: SegmentFunction = segmentFunction(MEAN);

/**
 * The sum of the slices of `x` in each segment, divided by the square root of their number; 0 for an
 * empty segment. x is float32.
 *
 * TensorFlow's `tf.math.unsorted_segment_sqrt_n`.
 *
 * ```ts
 * import '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import { unsortedSegmentSqrtN } from 'tfjs-gather-scatter/segment';
 *
 * unsortedSegmentSqrtN([1, 2, 3, 4], [1, 1, 1, 1], 2).print(); // [0, 5]
 * ```
 *
 * @function
 */
export const unsortedSegmentSqrtN: SegmentFunction = segmentFunction(SQRT_N);
