/**
 * TensorFlow's ops over sorted segments. The number of segments is the last id plus one.
 */
import { less, neg, where } from '@tensorflow/tfjs-core';
import type { Tensor } from '@tensorflow/tfjs-core';

import { stopGradient } from '../gradients/with_gradient.js';
import type { SegmentExtremumOptions } from '../segment/options.js';
import { countSortedSegments } from '../segment/required_ids.js';
import { runSegments } from '../segment/run_segments.js';
import type { SegmentOp } from '../segment/segment_op.js';

/** Makes an op over sorted segments from the op over unsorted ones; `name` is its name in errors. */
export function overSortedSegments(
  name: string,
  op: SegmentOp,
  options: SegmentExtremumOptions = {},
) {
  return (data: Tensor, segmentIds: Tensor): Tensor => {
    const numSegments = countSortedSegments(name, segmentIds);
    return runSegments({ ...op, caller: name }, data, segmentIds, numSegments, options);
  };
}

/** Does the same for a mean: TensorFlow rounds int32 means towards 0. */
export function meansOverSortedSegments(name: string, op: SegmentOp) {
  const overSegments = overSortedSegments(name, op);
  return (data: Tensor, segmentIds: Tensor): Tensor => {
    const means = overSegments(data, segmentIds);
    if (data.dtype !== 'int32' || means.size === 0) return means;
    const isNegative = stopGradient(() => less(means, 0));
    return where(isNegative, neg(overSegments(neg(data), segmentIds)), means);
  };
}

/**
 * Makes an op over sorted segments that takes the number of segments. As in TensorFlow, larger ids are
 * ignored, and empty segments get the same value as in the unsorted op.
 */
export function overSegmentsOfNumber(name: string, op: SegmentOp) {
  return (data: Tensor, segmentIds: Tensor, numSegments: number): Tensor => {
    countSortedSegments(name, segmentIds);
    const options = { outOfBounds: 'drop' } as const;
    return runSegments({ ...op, caller: name }, data, segmentIds, numSegments, options);
  };
}
