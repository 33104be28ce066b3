/**
 * The functions that gather rows along edges and combine them by segment. They are also methods of tensors.
 * Unlike the entry, this module registers nothing.
 */
import {
  GATHER_MAX,
  GATHER_MEAN,
  GATHER_MIN,
  GATHER_SQRT_N,
  GATHER_SUM,
  type GatherSegmentExtremumOptions,
  type GatherSegmentFunction,
  gatherSegmentFunction,
} from './gather_segments.js';

export type {
  GatherSegmentExtremumOptions,
  GatherSegmentFunction,
  GatherSegmentOptions,
} from './gather_segments.js';

/**
 * Sums rows of `x` by segment: edge e adds row `sources[e]`, times `weights[e]`, to segment `targets[e]`.
 * Empty segments get 0. x is float32, or int32 without weights.
 *
 * It computes `unsortedSegmentSum(x.gather(sources).mul(weights), targets, numSegments)`, but never stores
 * a tensor of edges × features, neither in memory nor on tfjs' tape.
 *
 * DGL's `u_mul_e_sum`, PyTorch's `EmbeddingBag`, TensorFlow's `sparse_segment_sum`.
 *
 * ```ts
 * import '@tensorflow/tfjs';
 * import { gatherSegmentSum } from 'tfjs-gather-scatter';
 *
 * const x = [[1, 2], [3, 4], [5, 6]];
 * gatherSegmentSum(x, [0, 1, 2], [1, 1, 0], 2).print(); // [[5, 6], [4, 6]]
 * gatherSegmentSum(x, [0, 1, 2], [1, 1, 0], 2, { weights: [1, 10, 2] }).print(); // [[10, 12], [31, 42]]
 * ```
 * @function
 */
export const gatherSegmentSum: GatherSegmentFunction = gatherSegmentFunction(GATHER_SUM);

/**
 * The sum as in `gatherSegmentSum`, divided by the number of edges of each segment, not by the sum of their weights:
 * DGL's `u_mul_e_mean`, TensorFlow's `sparse_segment_mean`. x is float32, or int32 without weights, whose mean is
 * rounded down.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.gatherSegmentMean([[1, 2], [3, 4]], [0, 1, 1], [0, 0, 2], 3).print(); // [[2, 3], [0, 0], [3, 4]]
 * ```
 * @function
 */
export const gatherSegmentMean: GatherSegmentFunction = gatherSegmentFunction(GATHER_MEAN);

/**
 * The sum as in `gatherSegmentSum`, divided by the square root of the number of edges of each segment: TensorFlow's
 * `sparse_segment_sqrt_n`, and without weights `embedding_lookup_sparse` with combiner 'sqrtn'. x is float32.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.gatherSegmentSqrtN([[1], [3]], [0, 1, 1, 1], [0, 0, 0, 0], 1).print(); // [[5]]
 * ```
 * @function
 */
export const gatherSegmentSqrtN: GatherSegmentFunction = gatherSegmentFunction(GATHER_SQRT_N);

/**
 * DGL's `copy_u_max`: the elementwise maximum of the rows `sources[e]` of `x` over the edges e of each segment, with
 * the rules of `unsortedSegmentMax`. Empty segments get the dtype's lowest number or the option `empty`. x is float32
 * or int32.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.gatherSegmentMax([[1, 6], [5, 2]], [0, 1], [0, 0], 2, { empty: 0 }).print(); // [[5, 6], [0, 0]]
 * ```
 * @function
 */
export const gatherSegmentMax: GatherSegmentFunction<GatherSegmentExtremumOptions> =
  gatherSegmentFunction(GATHER_MAX);

/**
 * DGL's `copy_u_min`: the same as `gatherSegmentMax`, for the minimum. Empty segments get the dtype's highest number
 * or the option `empty`.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.gatherSegmentMin([[1, 6], [5, 2]], [0, 1], [0, 0], 2, { empty: 0 }).print(); // [[1, 2], [0, 0]]
 * ```
 * @function
 */
export const gatherSegmentMin: GatherSegmentFunction<GatherSegmentExtremumOptions> =
  gatherSegmentFunction(GATHER_MIN);
