/**
 * The segment ops as layers.
 */
import { MAX, MEAN, MIN, PROD, SQRT_N, SUM } from '../segment/ops.js';
import { LOG_SOFTMAX, LOG_SUM_EXP, SOFTMAX, STD } from '../segment/statistics.js';
import {
  GATHER_MAX,
  GATHER_MEAN,
  GATHER_MIN,
  GATHER_SQRT_N,
  GATHER_SUM,
} from '../sparse/gather_segments.js';
import {
  type GatherSegmentLayer,
  type SegmentExtremumLayerConfig,
  segmentLayer,
  type SegmentLayer,
} from './segment_layers.js';

/** The sum of the slices in each segment, as a layer. @function */
export const unsortedSegmentSum: SegmentLayer = segmentLayer(SUM);

/** The mean of the slices in each segment, as a layer. @function */
export const unsortedSegmentMean: SegmentLayer = segmentLayer(MEAN);

/** The sum in each segment, divided by the square root of the number of slices, as a layer. @function */
export const unsortedSegmentSqrtN: SegmentLayer = segmentLayer(SQRT_N);

/** The population standard deviation of the slices in each segment, as a layer. @function */
export const unsortedSegmentStd: SegmentLayer = segmentLayer(STD);

/** The product of the slices in each segment, as a layer. @function */
export const unsortedSegmentProd: SegmentLayer = segmentLayer(PROD);

/** The elementwise maximum of the slices in each segment, as a layer. @function */
export const unsortedSegmentMax: SegmentLayer<SegmentExtremumLayerConfig> = segmentLayer(MAX);

/** The elementwise minimum of the slices in each segment, as a layer. @function */
export const unsortedSegmentMin: SegmentLayer<SegmentExtremumLayerConfig> = segmentLayer(MIN);

/** The softmax over the slices of each segment, as a layer. Its output has x's shape. @function */
export const unsortedSegmentSoftmax: SegmentLayer = segmentLayer(SOFTMAX);

/** The logarithm of this softmax, as a layer. Its output has x's shape. @function */
export const unsortedSegmentLogSoftmax: SegmentLayer = segmentLayer(LOG_SOFTMAX);

/** The logarithm of the sum of exp(x) in each segment, as a layer. @function */
export const unsortedSegmentLogSumExp: SegmentLayer = segmentLayer(LOG_SUM_EXP);

/** The sum of the rows of x at sources, times weights, in each segment, as a layer. @function */
export const gatherSegmentSum: GatherSegmentLayer = segmentLayer(GATHER_SUM);

/** The sum as in `gatherSegmentSum`, divided by the number of edges, as a layer. @function */
export const gatherSegmentMean: GatherSegmentLayer = segmentLayer(GATHER_MEAN);

/** The sum as in `gatherSegmentSum`, divided by the square root of the number of edges, as a layer. @function */
export const gatherSegmentSqrtN: GatherSegmentLayer = segmentLayer(GATHER_SQRT_N);

/** The elementwise maximum of the rows of x at sources in each segment, as a layer. @function */
export const gatherSegmentMax: GatherSegmentLayer<SegmentExtremumLayerConfig> =
  segmentLayer(GATHER_MAX);

/** The elementwise minimum of the rows of x at sources in each segment, as a layer. @function */
export const gatherSegmentMin: GatherSegmentLayer<SegmentExtremumLayerConfig> =
  segmentLayer(GATHER_MIN);
