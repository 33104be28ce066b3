/**
 * TensorFlow's ops over sorted segments. The number of segments is the last id plus one.
 */
import { less, neg, where } from '@tensorflow/tfjs-core';

import { stopGradient } from '../gradients/with_gradient.js';
import type { SegmentExtremumOptions } from '../segment/options.js';
import { countSortedSegments, requiredInteger } from '../segment/required_ids.js';
import { runSegments } from '../segment/run_segments.js';
import type { SegmentOp } from '../segment/segment_op.js';
import type { Compute } from './sparse_ops.js';

/** Makes an op over sorted segments from the op over unsorted ones. */
export function overSortedSegments(op: SegmentOp, options: SegmentExtremumOptions = {}): Compute {
  return ([data, segmentIds], _, caller) => {
    const numSegments = countSortedSegments(caller, segmentIds);
    return runSegments({ ...op, caller }, data, segmentIds, numSegments, options);
  };
}

/** Does the same for a mean: TensorFlow rounds int32 means towards 0. */
export function meansOverSortedSegments(op: SegmentOp): Compute {
  const overSegments = overSortedSegments(op);
  return ([data, segmentIds], attrs, name) => {
    const means = overSegments([data, segmentIds], attrs, name);
    if (data.dtype !== 'int32' || means.size === 0) return means;
    const isNegative = stopGradient(() => less(means, 0));
    return where(isNegative, neg(overSegments([neg(data), segmentIds], attrs, name)), means);
  };
}

/**
 * Makes an op over sorted segments that takes the number of segments. As in TensorFlow, larger ids are
 * ignored, and empty segments get the same value as in the unsorted op.
 */
export function overSegmentsOfNumber(op: SegmentOp): Compute {
  return ([data, segmentIds, numSegments], _, caller) => {
    const count = requiredInteger(caller, 'num_segments', numSegments);
    countSortedSegments(caller, segmentIds);
    const options = { outOfBounds: 'drop' } as const;
    return runSegments({ ...op, caller }, data, segmentIds, count, options);
  };
}
