/**
 * The type of the public functions of segment ops, and the code that makes them.
 */
import type { Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { readSettings, type SegmentExtremumOptions, type SegmentOptions } from './options.js';
import { runSegments } from './run_segments.js';
import type { SegmentOp } from './segment_op.js';

/**
 * A segment op. x is split into slices along its leading dimensions, and each slice belongs to the segment
 * with its id. The ops differ in what they compute from the slices of a segment.
 */
export interface SegmentFunction<Options extends SegmentOptions = SegmentOptions> {
  /**
   * @param x A tensor of a dtype that the op accepts, or an array.
   * @param segmentIds int32, of the shape of x's leading dimensions: the segment of each slice of x.
   *     Negative ids drop their slices. Ids have no gradient.
   * @param numSegments The number of segments.
   * @param options `outOfBounds`: with 'error' (default) an id of numSegments or more throws, or drops its
   *     slice if only a GPU knows the id; with 'drop' it always drops its slice. Maximum and minimum also
   *     take `empty`, the result for an empty segment.
   * @returns A tensor of x's dtype and the shape `[numSegments, ...x.shape.slice(segmentIds.rank)]`,
   *     unless the op's description differs.
   * @throws An Error that names the argument if shapes, dtypes, options or the number of segments do not
   *     fit, and for ids as described at `outOfBounds`.
   */
  // eslint-disable-next-line @typescript-eslint/prefer-function-type -- editors show no parameter comments for a function type
  <T extends Tensor>(
    x: T | TensorLike,
    segmentIds: Tensor | TensorLike,
    numSegments: number,
    options?: Options,
  ): T;
}

/** Makes the public function of an op. Like tfjs' own functions, it types the result as x. */
export function segmentFunction(op: SegmentOp): SegmentFunction<SegmentExtremumOptions> {
  return <T extends Tensor>(
    x: T | TensorLike,
    segmentIds: Tensor | TensorLike,
    numSegments: number,
    options: SegmentExtremumOptions = {},
  ) => runSegments(op, [x, segmentIds], readSettings(op, numSegments, options)) as T;
}
