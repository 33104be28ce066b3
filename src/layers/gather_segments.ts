/**
 * The ops that gather rows and combine them at their targets, as layers.
 */
import { GATHER_MAX, GATHER_MEAN, GATHER_MIN, GATHER_SQRT_N, GATHER_SUM } from '../sparse/ops.js';
import { gatherSegmentLayer } from './factories.js';
import type { GatherSegmentLayer, SegmentExtremumLayerConfig } from './factories.js';

/**
 * The layer of the op `gatherSegmentSum`: the sum of the rows of an example's x at its sources, times its
 * weights, in the segment of each edge; 0 where there are none. x is float32, or without weights int32.
 *
 * @function
 */
export const gatherSegmentSum: GatherSegmentLayer = gatherSegmentLayer(GATHER_SUM);

/**
 * The layer of the op `gatherSegmentMean`: the sum of the rows of an example's x at its sources, times its
 * weights, divided by the number of edges of each segment; 0 where there are none. x is float32, or without
 * weights int32, whose mean is rounded down.
 *
 * @function
 */
export const gatherSegmentMean: GatherSegmentLayer = gatherSegmentLayer(GATHER_MEAN);

/**
 * The layer of the op `gatherSegmentSqrtN`: the sum of the rows of an example's x at its sources, times its
 * weights, divided by the square root of the number of edges of each segment; 0 where there are none. x is
 * float32.
 *
 * @function
 */
export const gatherSegmentSqrtN: GatherSegmentLayer = gatherSegmentLayer(GATHER_SQRT_N);

/**
 * The layer of the op `gatherSegmentMax`: the largest of the rows of an example's x at its sources in the
 * segment of each edge, value by value; where there are none, the dtype's lowest number or `empty`. x is
 * float32 or int32.
 *
 * @function
 */
export const gatherSegmentMax: GatherSegmentLayer<SegmentExtremumLayerConfig> =
  gatherSegmentLayer(GATHER_MAX);

/**
 * The layer of the op `gatherSegmentMin`: the smallest of the rows of an example's x at its sources in the
 * segment of each edge, value by value; where there are none, the dtype's highest number or `empty`. x is
 * float32 or int32.
 *
 * @function
 */
export const gatherSegmentMin: GatherSegmentLayer<SegmentExtremumLayerConfig> =
  gatherSegmentLayer(GATHER_MIN);
