/**
 * What all segment ops have in common as public functions.
 */
import type { Tensor, TensorLike } from '@tensorflow/tfjs-core';

import type { SegmentExtremumOptions, SegmentOptions } from './options.js';
import { runSegments } from './run_segments.js';
import type { SegmentOp } from './segment_op.js';

/**
 * A segment op: x is cut into slices along its leading dimensions, and each slice belongs to the segment
 * that its id names. The ops differ in what they make of the slices of a segment.
 */
export interface SegmentFunction<Options extends SegmentOptions = SegmentOptions> {
  /**
   * @param x A tensor of a dtype that the op takes, or an array.
   * @param segmentIds int32, of the shape of x's leading dimensions: the segment of each slice of x.
   *     Negative ones drop their slices. They have no gradient.
   * @param numSegments The number of segments.
   * @param options `outOfBounds` (default 'error'): whether an id of numSegments or more is an error or
   *     drops its slice. Where only a GPU knows the id, 'error' drops its slice as well. Ops that look
   *     for an extremum also take `empty`, the result for a segment without slices.
   * @returns A tensor of x's dtype and the shape `[numSegments, ...x.shape.slice(segmentIds.rank)]`,
   *     unless the op says otherwise.
   * @throws An Error that names the argument, for shapes, dtypes, options or a number of segments that
   *     do not fit, and for ids by outOfBounds.
   */
  // eslint-disable-next-line @typescript-eslint/prefer-function-type -- of a type editors show no parameters' comments
  <T extends Tensor>(
    x: T | TensorLike,
    segmentIds: Tensor | TensorLike,
    numSegments: number,
    options?: Options,
  ): T;
}

/** Makes the public function of an op; its result is typed as tfjs types that of its own. */
export function segmentFunction(op: SegmentOp): SegmentFunction<SegmentExtremumOptions> {
  return <T extends Tensor>(
    x: T | TensorLike,
    segmentIds: Tensor | TensorLike,
    numSegments: number,
    options: SegmentExtremumOptions = {},
  ) => runSegments(op, x, segmentIds, numSegments, options) as T;
}
