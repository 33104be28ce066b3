/**
 * TensorFlow's segment ops, whose rules differ in places from the public functions'.
 */
import { less, neg, where } from '../../kernels/tfjs/seam.js';
import * as ops from '../segment/ops.js';
import { type Compute, countSortedSegments, requiredInteger } from './compose.js';
import type { SegmentExtremumOptions } from '../segment/options.js';
import { onSlices, readSettings, runSegments } from '../segment/run_segments.js';
import { alongEdges } from '../sparse/gather_segments.js';
import { stopGradient } from '../tape.js';

/** TensorFlow rounds int32 means towards 0. */
const TRUNCATED_MEAN: ops.SegmentOp = {
  ...ops.MEAN,
  compute(rows, segments) {
    const means = ops.MEAN.compute(rows, segments);
    if (rows.dtype !== 'int32' || means.size === 0) return means;
    const isNegative = stopGradient(() => less(means, 0));
    return where(isNegative, neg(ops.MEAN.compute(neg(rows), segments)), means);
  },
};

export const SEGMENT_OPS: Record<string, Compute> = {
  ...segmentsOfSlices('Sum', ops.SUM),
  ...segmentsOfSlices('Prod', ops.PROD),
  ...segmentsOfSlices('Max', ops.MAX),
  ...segmentsOfSlices('Min', ops.MIN),
  SegmentMean: ofSortedSlices(TRUNCATED_MEAN),
  ...sparseSegments('Sum', { ...ops.SUM, dtypes: ops.NUMBERS }),
  ...sparseSegments('Mean', { ...ops.MEAN, dtypes: ops.FLOATS }),
  ...sparseSegments('SqrtN', ops.SQRT_N),
};

/** Makes the ops that combine slices. Without the number of segments, empty ones get 0 as their maximum or minimum. */
function segmentsOfSlices(name: string, op: ops.SegmentOp): Record<string, Compute> {
  return {
    [`UnsortedSegment${name}`]: ofSegments(onSlices(op), false),
    [`Segment${name}`]: ofSortedSlices(op, op.takesEmpty && { empty: 0 }),
    [`Segment${name}V2`]: ofSortedSlices(op),
  };
}

/** As in TensorFlow, sorted ids may be larger than the number of segments, and are then ignored. */
function ofSortedSlices(op: ops.SegmentOp, options: SegmentExtremumOptions = {}): Compute {
  return ofSegments(onSlices(op), true, { ...options, outOfBounds: 'drop' });
}

/** Makes an op that combines rows of data. A negative index is out of bounds. */
function sparseSegments(name: string, op: ops.ReducingOp): Record<string, Compute> {
  const inputs = ['data', 'indices', 'segment_ids'];
  const compute = ofSegments(alongEdges(op, op.name, inputs, false), true);
  return {
    [`SparseSegment${name}`]: compute,
    [`SparseSegment${name}WithNumSegments`]: compute,
  };
}

/**
 * Makes an op whose last input is the number of segments, or else it is the last id plus one. If it is given, sorted
 * ids that are only on a GPU are not read.
 */
function ofSegments(
  op: ops.RunnableOp,
  isSorted: boolean,
  options: SegmentExtremumOptions = {},
): Compute {
  return (all) => {
    const inputs = all.slice(0, op.names.length);
    const numbers = all.slice(op.names.length);
    const [number] = numbers.map((each) => requiredInteger('num_segments', each));
    const count = isSorted ? countSortedSegments(inputs[inputs.length - 1], number) : number;
    const countedBy = numbers.length > 0 ? 'num_segments' : 'the last of segment_ids plus one';
    return runSegments(op, inputs, { ...readSettings(op, count, options), countedBy });
  };
}
