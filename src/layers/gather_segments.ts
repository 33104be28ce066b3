/**
 * The ops that gather rows along edges and combine them by segment, as layers.
 */
import { GATHER_MAX, GATHER_MEAN, GATHER_MIN, GATHER_SQRT_N, GATHER_SUM } from '../sparse/ops.js';
import { gatherSegmentLayer } from './factories.js';
import type { GatherSegmentLayer, SegmentExtremumLayerConfig } from './factories.js';

/**
 * `gatherSegmentSum` as a layer: the sum of the rows of x at sources, times weights, in each segment.
 *
 * @function
 */
export const gatherSegmentSum: GatherSegmentLayer = gatherSegmentLayer(GATHER_SUM);

/**
 * `gatherSegmentMean` as a layer: the mean of the rows of x at sources, times weights, in each segment.
 *
 * @function
 */
export const gatherSegmentMean: GatherSegmentLayer = gatherSegmentLayer(GATHER_MEAN);

/**
 * `gatherSegmentSqrtN` as a layer: the sum of the rows of x at sources, times weights, in each segment,
 * divided by the square root of the number of edges.
 *
 * @function
 */
export const gatherSegmentSqrtN: GatherSegmentLayer = gatherSegmentLayer(GATHER_SQRT_N);

/**
 * `gatherSegmentMax` as a layer: the elementwise maximum of the rows of x at sources in each segment.
 *
 * @function
 */
export const gatherSegmentMax: GatherSegmentLayer<SegmentExtremumLayerConfig> =
  gatherSegmentLayer(GATHER_MAX);

/**
 * `gatherSegmentMin` as a layer: the elementwise minimum of the rows of x at sources in each segment.
 *
 * @function
 */
export const gatherSegmentMin: GatherSegmentLayer<SegmentExtremumLayerConfig> =
  gatherSegmentLayer(GATHER_MIN);
