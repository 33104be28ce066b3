/**
 * The segment ops as layers.
 */
import { MAX, MEAN, MIN, PROD, SQRT_N, SUM } from '../segment/ops.js';
import { LOG_SOFTMAX, LOG_SUM_EXP, SOFTMAX } from '../segment/softmax.js';
import { STD } from '../segment/std.js';
import { segmentLayer } from './factories.js';
import type { SegmentExtremumLayerConfig, SegmentLayer } from './factories.js';

/**
 * `unsortedSegmentSum` as a layer: the sum of the slices in each segment.
 *
 * @function
 */
export const unsortedSegmentSum: SegmentLayer = segmentLayer(SUM);

/**
 * `unsortedSegmentMean` as a layer: the mean of the slices in each segment.
 *
 * @function
 */
export const unsortedSegmentMean: SegmentLayer = segmentLayer(MEAN);

/**
 * `unsortedSegmentSqrtN` as a layer: the sum of the slices in each segment, divided by the square root
 * of their number.
 *
 * @function
 */
export const unsortedSegmentSqrtN: SegmentLayer = segmentLayer(SQRT_N);

/**
 * `unsortedSegmentStd` as a layer: the population standard deviation of the slices in each segment.
 *
 * @function
 */
export const unsortedSegmentStd: SegmentLayer = segmentLayer(STD);

/**
 * `unsortedSegmentProd` as a layer: the product of the slices in each segment.
 *
 * @function
 */
export const unsortedSegmentProd: SegmentLayer = segmentLayer(PROD);

/**
 * `unsortedSegmentMax` as a layer: the elementwise maximum of the slices in each segment.
 *
 * @function
 */
export const unsortedSegmentMax: SegmentLayer<SegmentExtremumLayerConfig> = segmentLayer(MAX);

/**
 * `unsortedSegmentMin` as a layer: the elementwise minimum of the slices in each segment.
 *
 * @function
 */
export const unsortedSegmentMin: SegmentLayer<SegmentExtremumLayerConfig> = segmentLayer(MIN);

/**
 * `unsortedSegmentSoftmax` as a layer: the softmax over the slices of each segment. The output has x's
 * shape.
 *
 * @function
 */
export const unsortedSegmentSoftmax: SegmentLayer = segmentLayer(SOFTMAX);

/**
 * `unsortedSegmentLogSoftmax` as a layer: the logarithm of the softmax over the slices of each segment.
 * The output has x's shape.
 *
 * @function
 */
export const unsortedSegmentLogSoftmax: SegmentLayer = segmentLayer(LOG_SOFTMAX);

/**
 * `unsortedSegmentLogSumExp` as a layer: the logarithm of the sum of exp(x) in each segment.
 *
 * @function
 */
export const unsortedSegmentLogSumExp: SegmentLayer = segmentLayer(LOG_SUM_EXP);
