/**
 * The segment ops as layers.
 */
import { MAX, MIN } from '../segment/extrema.js';
import { PROD } from '../segment/prod.js';
import { LOG_SOFTMAX, LOG_SUM_EXP, SOFTMAX } from '../segment/softmax.js';
import { STD } from '../segment/std.js';
import { MEAN, SQRT_N, SUM } from '../segment/sums.js';
import { segmentLayer } from './factories.js';
import type { SegmentExtremumLayerConfig, SegmentLayer } from './factories.js';

/**
 * The layer of the op `unsortedSegmentSum`: the sum of the slices of an example's x in each segment; 0
 * where there are none. x is float32, int32 or bool, whose sum is int32.
 *
 * @function
 */
export const unsortedSegmentSum: SegmentLayer = segmentLayer(SUM);

/**
 * The layer of the op `unsortedSegmentMean`: the mean of the slices of an example's x in each segment; 0
 * where there are none. x is float32, or int32, whose mean is rounded down.
 *
 * @function
 */
export const unsortedSegmentMean: SegmentLayer = segmentLayer(MEAN);

/**
 * The layer of the op `unsortedSegmentSqrtN`: the sum of the slices of an example's x in each segment,
 * divided by the square root of their number; 0 where there are none. x is float32.
 *
 * @function
 */
export const unsortedSegmentSqrtN: SegmentLayer = segmentLayer(SQRT_N);

/**
 * The layer of the op `unsortedSegmentStd`: the standard deviation of the slices of an example's x in
 * each segment, that of the population; 0 where there are none. x is float32.
 *
 * @function
 */
export const unsortedSegmentStd: SegmentLayer = segmentLayer(STD);

/**
 * The layer of the op `unsortedSegmentProd`: the product of the slices of an example's x in each segment;
 * 1 where there are none. x is float32 or int32.
 *
 * @function
 */
export const unsortedSegmentProd: SegmentLayer = segmentLayer(PROD);

/**
 * The layer of the op `unsortedSegmentMax`: the largest of the slices of an example's x in each segment,
 * value by value; where there are none, the dtype's lowest number or `empty`. x is float32 or int32.
 *
 * @function
 */
export const unsortedSegmentMax: SegmentLayer<SegmentExtremumLayerConfig> = segmentLayer(MAX);

/**
 * The layer of the op `unsortedSegmentMin`: the smallest of the slices of an example's x in each segment,
 * value by value; where there are none, the dtype's highest number or `empty`. x is float32 or int32.
 *
 * @function
 */
export const unsortedSegmentMin: SegmentLayer<SegmentExtremumLayerConfig> = segmentLayer(MIN);

/**
 * The layer of the op `unsortedSegmentSoftmax`: the softmax of the slices of an example's x within each
 * segment; 0 for slices that are dropped. x is float32, and the output has its shape.
 *
 * @function
 */
export const unsortedSegmentSoftmax: SegmentLayer = segmentLayer(SOFTMAX);

/**
 * The layer of the op `unsortedSegmentLogSoftmax`: the logarithm of the softmax within each segment;
 * -Infinity for slices that are dropped. x is float32, and the output has its shape.
 *
 * @function
 */
export const unsortedSegmentLogSoftmax: SegmentLayer = segmentLayer(LOG_SOFTMAX);

/**
 * The layer of the op `unsortedSegmentLogSumExp`: the logarithm of the sum of exp(x) over each segment of
 * an example; -Infinity where there are none. x is float32.
 *
 * @function
 */
export const unsortedSegmentLogSumExp: SegmentLayer = segmentLayer(LOG_SUM_EXP);
