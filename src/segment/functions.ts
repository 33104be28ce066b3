/**
 * The segment ops that are also in /tf and are methods of tensors. Unlike the entry, this module registers
 * nothing.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { reshape, zeros } from '../../kernels/tfjs/seam.js';
import { readInOrder } from '../gradients/reads.js';
import { repeat } from '../ops/rows.js';
import { asConstant } from '../tape.js';
import { range } from '../tfjs_ops.js';
import { MAX, MEAN, MIN, NUMBERS, PROD, type Segments, SQRT_N, SUM } from './ops.js';
import type { SegmentExtremumOptions, SegmentOptions } from './options.js';
import { segmentFunction, type SegmentFunction } from './run_segments.js';
import { LOG_SOFTMAX, LOG_SUM_EXP, SOFTMAX, STD } from './statistics.js';

export type { SegmentExtremumOptions, SegmentOptions } from './options.js';
export type { SegmentFunction, SegmentResult } from './run_segments.js';

/**
 * The sum of the slices of `x` in each segment; 0 for an empty segment. x is float32, int32, or bool, for
 * which the result is the number of true values as int32.
 *
 * TensorFlow's `tf.math.unsorted_segment_sum`. It has the signature of tfjs' own function, which has no
 * kernel on wasm and turns int32 into float32 on the cpu backend.
 *
 * ```ts
 * import '@tensorflow/tfjs';
 * import { unsortedSegmentSum } from 'tfjs-gather-scatter';
 *
 * unsortedSegmentSum([[1, 2], [3, 4], [5, 6]], [1, 0, 1], 2).print(); // [[3, 4], [6, 8]]
 * ```
 * @function
 */
export const unsortedSegmentSum: SegmentFunction = segmentFunction(SUM);

/**
 * The mean of the slices of `x` in each segment, TensorFlow's `tf.math.unsorted_segment_mean`; 0 for an empty segment.
 * x is float32, or int32, whose mean is rounded down.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.unsortedSegmentMean([1, 2, 6], [1, 0, 1], 3).print(); // [2, 3.5, 0]
 * ```
 * @function
 */
export const unsortedSegmentMean: SegmentFunction = segmentFunction(MEAN);

/**
 * The sum of the slices of `x` in each segment, divided by the square root of their number: TensorFlow's
 * `tf.math.unsorted_segment_sqrt_n`; 0 for an empty segment. x is float32.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.unsortedSegmentSqrtN([1, 2, 3, 4], [1, 1, 1, 1], 2).print(); // [0, 5]
 * ```
 * @function
 */
export const unsortedSegmentSqrtN: SegmentFunction = segmentFunction(SQRT_N);

/**
 * The product of the slices of `x` in each segment, TensorFlow's `tf.math.unsorted_segment_prod`; 1 for an empty
 * segment. x is float32 or int32. The gradients are exact even if factors are zero.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.unsortedSegmentProd([2, 3, 4], [0, 2, 0], 3).print(); // [8, 1, 3]
 * ```
 * @function
 */
export const unsortedSegmentProd: SegmentFunction = segmentFunction(PROD);

/**
 * The elementwise maximum of the slices of `x` in each segment; NaN if any value is NaN. Empty segments
 * get the dtype's lowest number or the option `empty`. x is float32 or int32. Ties share the gradient
 * evenly.
 *
 * TensorFlow's `tf.math.unsorted_segment_max`; with `empty: 0` pytorch_scatter's `scatter_max`.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.unsortedSegmentMax([[1, 6], [5, 2], [3, 4]], [0, 0, 1], 2).print(); // [[5, 6], [3, 4]]
 * tf.unsortedSegmentMax([1, 6, 5], [0, 2, 0], 3, { empty: 0 }).print(); // [5, 0, 6]
 * ```
 * @function
 */
export const unsortedSegmentMax: SegmentFunction<SegmentExtremumOptions> = segmentFunction(MAX);

/**
 * The same as `unsortedSegmentMax`, for the minimum: TensorFlow's `tf.math.unsorted_segment_min`, and with `empty: 0`
 * pytorch_scatter's `scatter_min`. Empty segments get the dtype's highest number or the option `empty`.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.unsortedSegmentMin([[1, 6], [5, 2], [3, 4]], [0, 0, 1], 2).print(); // [[1, 2], [3, 4]]
 * ```
 * @function
 */
export const unsortedSegmentMin: SegmentFunction<SegmentExtremumOptions> = segmentFunction(MIN);

/**
 * The softmax over the slices of `x` in each segment, value by value: exp(x) divided by the sum of exp(x)
 * over the segment. Dropped slices get 0. x is float32, and the result has its shape.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.unsortedSegmentSoftmax([5, 2, 5], [0, 1, 0], 2).print(); // [0.5, 1, 0.5]
 * ```
 * @function
 */
export const unsortedSegmentSoftmax: SegmentFunction<SegmentOptions, true> =
  segmentFunction(SOFTMAX);

/**
 * The logarithm of `unsortedSegmentSoftmax`, exact even if the softmax is too small for float32. Dropped
 * slices get -Infinity. x is float32, and the result has its shape.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.unsortedSegmentLogSoftmax([0, 500, 7], [0, 0, 1], 2).print(); // [-500, 0, 0]
 * ```
 * @function
 */
export const unsortedSegmentLogSoftmax: SegmentFunction<SegmentOptions, true> =
  segmentFunction(LOG_SOFTMAX);

/**
 * The logarithm of the sum of exp(x) over the slices of `x` in each segment, value by value. Empty segments
 * get -Infinity. x is float32.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.unsortedSegmentLogSumExp([1000, 3], [0, 2], 3).print(); // [1000, -Infinity, 3]
 * ```
 * @function
 */
export const unsortedSegmentLogSumExp: SegmentFunction = segmentFunction(LOG_SUM_EXP);

/**
 * The population standard deviation of the slices of `x` in each segment: the square root of the mean
 * squared distance from the mean. Empty segments get 0. x is float32. The gradient is 0 where the
 * deviation is 0.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.unsortedSegmentStd([1, 3, 5, 5], [0, 0, 1, 1], 3).print(); // [1, 0, 0]
 * ```
 * @function
 */
export const unsortedSegmentStd: SegmentFunction = segmentFunction(STD);

/** Makes the op that finds the index of the first row with the extremum of its segment. */
function argExtremum(name: string, extremum: 'max' | 'min') {
  return segmentFunction({
    name,
    dtypes: NUMBERS,
    takesEmpty: true,
    resultDtype: 'int32',
    compute: (rows, segments, empty = -1) =>
      asConstant(
        () => segments.reduce(candidates(rows, segments, extremum), 'min', empty),
        [rows, segments.ids],
      ),
  });
}

/** Returns the index of each row where it has the extremum, elsewhere the number of rows. */
function candidates(rows: Tensor, segments: Segments, extremum: 'max' | 'min'): Tensor {
  if (rows.size === 0) return zeros(rows.shape, 'int32');
  const [count, size] = rows.shape.slice(-2);
  const extrema = segments.read(segments.reduce(rows, extremum, 0));
  const batchNumbers = repeat(range(0, count, 1, 'int32'), 1, size);
  const numbers = reshape(repeat(batchNumbers, 0, rows.size / batchNumbers.size), rows.shape);
  return readInOrder(numbers, { sourceLike: extrema, targetLike: rows, fill: count });
}

/**
 * The index of the first slice of `x` with the maximum of its segment, value by value: int32, counted
 * in row-major order of segmentIds. Empty segments get -1 or the option `empty`. NaN counts as the
 * maximum. x is float32 or int32. The gradient is 0.
 *
 * The second result of pytorch_scatter's `scatter_max`, if `empty` is the number of slices.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.unsortedSegmentArgMax([[1, 6], [5, 2], [3, 4]], [0, 0, 1], 3).print(); // [[1, 0], [2, 2], [-1, -1]]
 * ```
 * @function
 */
export const unsortedSegmentArgMax = argExtremum('unsortedSegmentArgMax', 'max');

/**
 * The same as `unsortedSegmentArgMax`, for the minimum of each segment and the second result of `scatter_min`.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.unsortedSegmentArgMin([[1, 6], [5, 2], [3, 4]], [0, 0, 1], 3).print(); // [[0, 1], [2, 2], [-1, -1]]
 * ```
 * @function
 */
export const unsortedSegmentArgMin = argExtremum('unsortedSegmentArgMin', 'min');
