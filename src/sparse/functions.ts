/**
 * Rows gathered along edges and combined by segments, as public functions.
 */
import type { Tensor, TensorLike } from '@tensorflow/tfjs-core';

import type { SegmentExtremumOptions, SegmentOptions } from '../segment/options.js';
import {
  averageRows,
  combineRows,
  extremeRows,
  runGatherSegments,
  sumRowsByRoot,
} from './gather_segments.js';
import type { GatherSegmentOp } from './gather_segments.js';

/** Options of `gatherSegmentSum`, `gatherSegmentMean` and `gatherSegmentSqrtN`. */
export interface GatherSegmentOptions extends SegmentOptions {
  /**
   * float32 factors of the rows: `[edges]`, or `[edges, heads]` for x of shape `[nodes, heads, ...]`. Default:
   * none.
   */
  weights?: Tensor | TensorLike;
}

/** An op that gathers rows of x along edges and combines them at their targets. */
export interface GatherSegmentFunction<Options extends SegmentOptions = GatherSegmentOptions> {
  /**
   * @param x The rows, `[nodes, ...]`: a tensor of a dtype that the op takes, or an array.
   * @param sources int32, `[edges]`: the row of x that each edge reads. Negative ones count from the end.
   * @param targets int32, `[edges]`: the segment that each edge goes to. Negative ones drop their edges.
   * @param numSegments The number of segments.
   * @param options `weights`, unless the op looks for an extremum; then `empty`, the result for a segment
   *     without edges. `outOfBounds` (default 'error'): whether a source that is no row of x, or a target of
   *     numSegments or more, is an error. Where only a GPU knows it, and with 'drop', such a source
   *     reads zeros, and such a target drops its edge.
   * @returns A tensor of x's dtype and the shape `[numSegments, ...x.shape.slice(1)]`.
   * @throws An Error that names the argument, for shapes, dtypes, options or a number of segments that
   *     do not fit, and for indices by outOfBounds.
   */
  // eslint-disable-next-line @typescript-eslint/prefer-function-type -- of a type editors show no parameters' comments
  <T extends Tensor>(
    x: T | TensorLike,
    sources: Tensor | TensorLike,
    targets: Tensor | TensorLike,
    numSegments: number,
    options?: Options,
  ): T;
}

const NUMBERS = ['float32', 'int32'] as const;

export const GATHER_SUM: GatherSegmentOp = {
  caller: 'gatherSegmentSum',
  dtypes: NUMBERS,
  takesWeights: true,
  combine: (rows) => combineRows(rows, 'add', 0),
};

export const GATHER_MEAN: GatherSegmentOp = {
  caller: 'gatherSegmentMean',
  dtypes: NUMBERS,
  takesWeights: true,
  combine: averageRows,
};

export const GATHER_SQRT_N: GatherSegmentOp = {
  caller: 'gatherSegmentSqrtN',
  dtypes: ['float32'],
  takesWeights: true,
  combine: sumRowsByRoot,
};

export const GATHER_MAX: GatherSegmentOp = {
  caller: 'gatherSegmentMax',
  dtypes: NUMBERS,
  takesEmpty: true,
  combine: (rows) => extremeRows(rows, 'max'),
};

export const GATHER_MIN: GatherSegmentOp = {
  caller: 'gatherSegmentMin',
  dtypes: NUMBERS,
  takesEmpty: true,
  combine: (rows) => extremeRows(rows, 'min'),
};

/**
 * The sum of the rows of `x` at `sources`, times `weights`, in the segment of each edge; 0 where there are
 * none. It is `unsortedSegmentSum(x.gather(sources).mul(weights), targets, numSegments)` without the
 * tensor of edges × features, in memory and on tfjs' tape alike. x is float32, or without weights int32.
 *
 * DGL's `u_mul_e_sum`, PyTorch's `EmbeddingBag`, TensorFlow's `sparse_segment_sum`.
 *
 * ```ts
 * import 'tfjs-gather-scatter';
 * import { gatherSegmentSum } from 'tfjs-gather-scatter/sparse';
 *
 * const x = [[1, 2], [3, 4], [5, 6]];
 * gatherSegmentSum(x, [0, 1, 2], [1, 1, 0], 2).print(); // [[5, 6], [4, 6]]
 * gatherSegmentSum(x, [0, 1, 2], [1, 1, 0], 2, { weights: [1, 10, 2] }).print(); // [[10, 12], [31, 42]]
 * ```
 *
 * @function
 */
export const gatherSegmentSum: GatherSegmentFunction = functionOf(GATHER_SUM);

/**
 * The mean of the rows of `x` at `sources`, times `weights`, in the segment of each edge: their sum divided
 * by the number of edges, not by the sum of their weights; 0 where there are none. x is float32, or without
 * weights int32, whose mean is rounded down.
 *
 * DGL's `u_mul_e_mean`, TensorFlow's `sparse_segment_mean`.
 *
 * ```ts
 * import 'tfjs-gather-scatter';
 * import { gatherSegmentMean } from 'tfjs-gather-scatter/sparse';
 *
 * gatherSegmentMean([[1, 2], [3, 4]], [0, 1, 1], [0, 0, 2], 3).print(); // [[2, 3], [0, 0], [3, 4]]
 * ```
 *
 * @function
 */
export const gatherSegmentMean: GatherSegmentFunction = functionOf(GATHER_MEAN);

/**
 * The sum of the rows of `x` at `sources`, times `weights`, in the segment of each edge, divided by the
 * square root of the number of edges; 0 where there are none. x is float32.
 *
 * TensorFlow's `sparse_segment_sqrt_n`, and `embedding_lookup_sparse` with equal weights.
 *
 * ```ts
 * import 'tfjs-gather-scatter';
 * import { gatherSegmentSqrtN } from 'tfjs-gather-scatter/sparse';
 *
 * gatherSegmentSqrtN([[1], [3]], [0, 1, 1, 1], [0, 0, 0, 0], 1).print(); // [[5]]
 * ```
 *
 * @function
 */
export const gatherSegmentSqrtN: GatherSegmentFunction = functionOf(GATHER_SQRT_N);

/**
 * The largest of the rows of `x` at `sources` in the segment of each edge, value by value; where there are
 * none, the dtype's lowest number or the option `empty`. NaN if any value is. x is float32 or int32. The
 * gradient is split evenly over the edges that attain it.
 *
 * DGL's `copy_u_max`.
 *
 * ```ts
 * import 'tfjs-gather-scatter';
 * import { gatherSegmentMax } from 'tfjs-gather-scatter/sparse';
 *
 * gatherSegmentMax([[1, 6], [5, 2]], [0, 1], [0, 0], 2, { empty: 0 }).print(); // [[5, 6], [0, 0]]
 * ```
 *
 * @function
 */
export const gatherSegmentMax: GatherSegmentFunction<SegmentExtremumOptions> =
  functionOf(GATHER_MAX);

/**
 * The smallest of the rows of `x` at `sources` in the segment of each edge, value by value; where there
 * are none, the dtype's highest number or the option `empty`. NaN if any value is. x is float32 or int32.
 * The gradient is split evenly over the edges that attain it.
 *
 * DGL's `copy_u_min`.
 *
 * ```ts
 * import 'tfjs-gather-scatter';
 * import { gatherSegmentMin } from 'tfjs-gather-scatter/sparse';
 *
 * gatherSegmentMin([[1, 6], [5, 2]], [0, 1], [0, 0], 2, { empty: 0 }).print(); // [[1, 2], [0, 0]]
 * ```
 *
 * @function
 */
export const gatherSegmentMin: GatherSegmentFunction<SegmentExtremumOptions> =
  functionOf(GATHER_MIN);

function functionOf(
  op: GatherSegmentOp,
): GatherSegmentFunction<GatherSegmentOptions & SegmentExtremumOptions> {
  return <T extends Tensor>(
    x: T | TensorLike,
    sources: Tensor | TensorLike,
    targets: Tensor | TensorLike,
    numSegments: number,
    options: GatherSegmentOptions & SegmentExtremumOptions = {},
  ) => runGatherSegments(op, x, sources, targets, numSegments, options) as T;
}
