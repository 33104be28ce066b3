/**
 * TensorFlow's segment ops, whose rules differ in places from the public functions'.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { less, neg, where } from '../../kernels/tfjs/seam.js';
import { MAX, MEAN, MIN, PROD, SQRT_N, SUM } from '../segment/ops.js';
import { readSettings, type SegmentExtremumOptions } from '../segment/checks.js';
import { countSortedSegments, requiredInteger } from '../segment/required_ids.js';
import { onSlices, runSegments } from '../segment/run_segments.js';
import { FLOATS, NUMBERS, type ReducingOp, type SegmentOp } from '../segment/segment_op.js';
import { alongEdges } from '../sparse/gather_segments.js';
import { stopGradient } from '../tape.js';
import type { Compute } from './compose.js';

/** TensorFlow rounds int32 means towards 0. */
const TRUNCATED_MEAN: SegmentOp = {
  ...MEAN,
  compute(rows, segments) {
    const means = MEAN.compute(rows, segments);
    if (rows.dtype !== 'int32' || means.size === 0) return means;
    const isNegative = stopGradient(() => less(means, 0));
    return where(isNegative, neg(MEAN.compute(neg(rows), segments)), means);
  },
};

export const SEGMENT_OPS: Record<string, Compute> = {
  UnsortedSegmentSum: ofSlices(SUM),
  UnsortedSegmentMax: ofSlices(MAX),
  UnsortedSegmentMin: ofSlices(MIN),
  UnsortedSegmentProd: ofSlices(PROD),
  SegmentSum: ofSortedSlices(SUM),
  SegmentMean: ofSortedSlices(TRUNCATED_MEAN),
  SegmentProd: ofSortedSlices(PROD),
  SegmentMax: ofSortedSlices(MAX, { empty: 0 }),
  SegmentMin: ofSortedSlices(MIN, { empty: 0 }),
  SegmentSumV2: ofSortedSlices(SUM),
  SegmentProdV2: ofSortedSlices(PROD),
  SegmentMaxV2: ofSortedSlices(MAX),
  SegmentMinV2: ofSortedSlices(MIN),
  ...sparseSegments('Sum', { ...SUM, dtypes: NUMBERS }),
  ...sparseSegments('Mean', { ...MEAN, dtypes: FLOATS }),
  ...sparseSegments('SqrtN', SQRT_N),
};

function sparseSegments(name: string, op: ReducingOp): Record<string, Compute> {
  const compute = ofRows(op);
  return {
    [`SparseSegment${name}`]: compute,
    [`SparseSegment${name}WithNumSegments`]: compute,
  };
}

/**
 * Makes an op that combines slices of data by segment. The number of segments is the last input, or the last
 * id plus one. As in TensorFlow, sorted ids may be larger and are then ignored.
 */
function ofSlices(op: SegmentOp, isSorted = false, options: SegmentExtremumOptions = {}): Compute {
  return ([data, segmentIds, ...numbers]) => {
    const last = isSorted ? countSortedSegments(segmentIds) : 0;
    const [count = last] = numbers.map((number) => requiredInteger('num_segments', number));
    const runnable = onSlices(op);
    const outOfBounds = isSorted ? 'drop' : 'error';
    const settings = readSettings(runnable, count, { ...options, outOfBounds });
    return runSegments(runnable, [data, segmentIds], { ...settings, ...countedBy(numbers) });
  };
}

function ofSortedSlices(op: SegmentOp, options?: SegmentExtremumOptions): Compute {
  return ofSlices(op, true, options);
}

/**
 * Makes an op that combines rows of data in sorted segments. The number of segments is the last input or else
 * the last id plus one. If it is given, ids on a GPU are not read. A negative index is out of bounds.
 */
function ofRows(op: ReducingOp): Compute {
  const inputs = ['data', 'indices', 'segment_ids'];
  return ([data, indices, segmentIds, ...numbers]) => {
    const [number] = numbers.map((number) => requiredInteger('num_segments', number));
    const count = countSortedSegments(segmentIds, number);
    const runnable = alongEdges(op, op.name, inputs, false);
    const settings = { ...readSettings(runnable, count, {}), ...countedBy(numbers) };
    return runSegments(runnable, [data, indices, segmentIds], settings);
  };
}

/** Names what the number of segments comes from. */
function countedBy(numbers: Tensor[]) {
  return { countedBy: numbers.length > 0 ? 'num_segments' : 'the last of segment_ids plus one' };
}
