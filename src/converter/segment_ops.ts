/**
 * TensorFlow's segment ops, whose rules differ in places from the public functions'.
 */
import { less, neg, where } from '../../kernels/tfjs/seam.js';
import {
  FLOATS,
  MAX,
  MEAN,
  MIN,
  NUMBERS,
  PROD,
  type ReducingOp,
  type RunnableOp,
  type SegmentOp,
  SQRT_N,
  SUM,
} from '../segment/ops.js';
import { readSettings, type SegmentExtremumOptions } from '../segment/checks.js';
import { type Compute, countSortedSegments, requiredInteger } from './compose.js';
import { onSlices, runSegments } from '../segment/run_segments.js';
import { alongEdges } from '../sparse/gather_segments.js';
import { stopGradient } from '../tape.js';

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

function ofSlices(op: SegmentOp): Compute {
  return ofSegments(onSlices(op), false);
}

/** As in TensorFlow, sorted ids may be larger than the number of segments, and are then ignored. */
function ofSortedSlices(op: SegmentOp, options: SegmentExtremumOptions = {}): Compute {
  return ofSegments(onSlices(op), true, { ...options, outOfBounds: 'drop' });
}

/** Makes an op that combines rows of data. A negative index is out of bounds. */
function sparseSegments(name: string, op: ReducingOp): Record<string, Compute> {
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
  op: RunnableOp,
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
