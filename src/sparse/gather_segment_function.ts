/**
 * The type of the public functions that gather rows, and the code that makes them.
 */
import type { Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { readSettings } from '../segment/options.js';
import type { SegmentExtremumOptions, SegmentOptions } from '../segment/options.js';
import { type GatherSegmentOp, runGatherSegments } from './gather_segments.js';

/** Options of `gatherSegmentSum`, `gatherSegmentMean` and `gatherSegmentSqrtN`. */
export interface GatherSegmentOptions extends SegmentOptions {
  /** float32 factors: `[edges]`, or `[edges, heads]` for x of shape `[nodes, heads, ...]`. */
  weights?: Tensor | TensorLike;
}

/** An op that gathers rows of x along edges and combines them by segment. */
export interface GatherSegmentFunction<Options extends SegmentOptions = GatherSegmentOptions> {
  /**
   * @param x The rows, `[nodes, ...]`: a tensor of a dtype that the op accepts, or an array.
   * @param sources int32, `[edges]`: the row of x that each edge reads. Negative ones count from the end.
   * @param targets int32, `[edges]`: the segment of each edge. Negative ones drop their edges.
   * @param numSegments The number of segments.
   * @param options `weights`, except for maximum and minimum; these take `empty`, the result for a segment
   *     without edges. `outOfBounds`: with 'error' (default), a source that is not a row of x, or a target
   *     of numSegments or more, throws. With 'drop', or if only a GPU knows it, such a source reads zeros,
   *     and such a target drops its edge.
   * @returns A tensor of x's dtype and the shape `[numSegments, ...x.shape.slice(1)]`.
   * @throws An Error that names the argument if shapes, dtypes, options or the number of segments do not
   *     fit, and for indices as described at `outOfBounds`.
   */
  // eslint-disable-next-line @typescript-eslint/prefer-function-type -- editors show no parameter comments for a function type
  <T extends Tensor>(
    x: T | TensorLike,
    sources: Tensor | TensorLike,
    targets: Tensor | TensorLike,
    numSegments: number,
    options?: Options,
  ): T;
}

export function gatherSegmentFunction(
  op: GatherSegmentOp,
): GatherSegmentFunction<GatherSegmentOptions & SegmentExtremumOptions> {
  return <T extends Tensor>(
    x: T | TensorLike,
    sources: Tensor | TensorLike,
    targets: Tensor | TensorLike,
    numSegments: number,
    options: GatherSegmentOptions & SegmentExtremumOptions = {},
  ) => {
    const settings = readSettings(op, numSegments, options, op.inputs.slice(3));
    const weights = options.weights === undefined ? [] : [options.weights];
    return runGatherSegments(op, [x, sources, targets, ...weights], settings) as T;
  };
}
