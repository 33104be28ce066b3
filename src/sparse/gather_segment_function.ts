/**
 * What the ops that gather rows have in common as public functions.
 */
import type { Tensor, TensorLike } from '@tensorflow/tfjs-core';

import type { SegmentExtremumOptions, SegmentOptions } from '../segment/options.js';
import { runGatherSegments } from './gather_segments.js';
import type { GatherSegmentOp } from './ops.js';

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

/** Makes the public function of an op. */
export function gatherSegmentFunction(
  op: GatherSegmentOp,
): GatherSegmentFunction<GatherSegmentOptions & SegmentExtremumOptions> {
  return <T extends Tensor>(
    x: T | TensorLike,
    sources: Tensor | TensorLike,
    targets: Tensor | TensorLike,
    numSegments: number,
    options: GatherSegmentOptions & SegmentExtremumOptions = {},
  ) => runGatherSegments(op, { x, sources, targets }, numSegments, options) as T;
}
