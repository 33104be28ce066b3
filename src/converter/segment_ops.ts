/**
 * TensorFlow's segment ops, whose rules differ in places from the public functions'.
 */
import type { GraphNode } from '@tensorflow/tfjs-converter';
import type { DataType, Tensor } from '@tensorflow/tfjs-core';

import { less, neg, where } from '../../kernels/contract/tfjs_seam.js';
import { stopGradient } from '../gradients/with_gradient.js';
import { MAX, MEAN, MIN, PROD, SQRT_N, SUM } from '../segment/ops.js';
import { readSettings, type SegmentExtremumOptions } from '../segment/checks.js';
import { countSortedSegments, requiredInteger } from '../segment/required_ids.js';
import { onSlices, runSegments } from '../segment/run_segments.js';
import { FLOATS, NUMBERS, type ReducingOp, type SegmentOp } from '../segment/segment_op.js';
import { alongEdges } from '../sparse/gather_segments.js';

/** A TensorFlow op as a function of its inputs and attributes, and its name for messages. */
export type Compute = (inputs: Tensor[], attrs: GraphNode['attrs'], name: string) => Tensor;

export const SEGMENT_OPS: Record<string, Compute> = {
  UnsortedSegmentSum: inNumberedSegments(SUM),
  UnsortedSegmentMax: inNumberedSegments(MAX),
  UnsortedSegmentMin: inNumberedSegments(MIN),
  UnsortedSegmentProd: inNumberedSegments(PROD),
  SegmentSum: inSortedSegments(SUM),
  SegmentMean: meansInSortedSegments,
  SegmentProd: inSortedSegments(PROD),
  SegmentMax: inSortedSegments(MAX, { empty: 0 }),
  SegmentMin: inSortedSegments(MIN, { empty: 0 }),
  SegmentSumV2: inNumberedSortedSegments(SUM),
  SegmentProdV2: inNumberedSortedSegments(PROD),
  SegmentMaxV2: inNumberedSortedSegments(MAX),
  SegmentMinV2: inNumberedSortedSegments(MIN),
  SparseSegmentSqrtN: ofRowsInSegments(SQRT_N),
  SparseSegmentSumWithNumSegments: ofRowsInSegments(SUM, NUMBERS),
  SparseSegmentMeanWithNumSegments: ofRowsInSegments(MEAN),
  SparseSegmentSqrtNWithNumSegments: ofRowsInSegments(SQRT_N),
};

/** Makes an op that takes the number of segments. */
function inNumberedSegments(op: SegmentOp, options: SegmentExtremumOptions = {}): Compute {
  return ([data, segmentIds, numSegments], _, caller) =>
    run(
      op,
      data,
      segmentIds,
      requiredInteger(caller, 'num_segments', numSegments),
      options,
      caller,
    );
}

/**
 * Makes the same op for sorted segments. As in TensorFlow, larger ids are ignored, and empty segments get the
 * same value as in the unsorted op.
 */
function inNumberedSortedSegments(op: SegmentOp): Compute {
  const compute = inNumberedSegments(op, { outOfBounds: 'drop' });
  return (inputs, attrs, caller) => {
    countSortedSegments(caller, inputs[1]);
    return compute(inputs, attrs, caller);
  };
}

/** Makes an op over sorted segments whose number is the last id plus one. */
function inSortedSegments(op: SegmentOp, options: SegmentExtremumOptions = {}): Compute {
  return ([data, segmentIds], _, caller) =>
    run(op, data, segmentIds, countSortedSegments(caller, segmentIds), options, caller);
}

function run(
  op: SegmentOp,
  data: Tensor,
  segmentIds: Tensor,
  numSegments: number,
  options: SegmentExtremumOptions,
  caller: string,
): Tensor {
  const named = onSlices({ ...op, caller });
  return runSegments(named, [data, segmentIds], readSettings(named, numSegments, options));
}

/** TensorFlow rounds int32 means towards 0. */
function meansInSortedSegments(...[[data, segmentIds], attrs, name]: Parameters<Compute>): Tensor {
  const meansOf = (data: Tensor) => inSortedSegments(MEAN)([data, segmentIds], attrs, name);
  const means = meansOf(data);
  if (data.dtype !== 'int32' || means.size === 0) return means;
  const isNegative = stopGradient(() => less(means, 0));
  return where(isNegative, neg(meansOf(neg(data))), means);
}

/**
 * Makes an op that combines rows of data in sorted segments. The number of segments is the last input or else
 * the last id plus one. If it is given, ids on a GPU are not read. A negative index is out of bounds.
 */
function ofRowsInSegments(op: ReducingOp, dtypes: readonly DataType[] = FLOATS): Compute {
  const inputs = ['data', 'indices', 'segment_ids'];
  return ([data, indices, segmentIds, ...given], _, caller) => {
    const [numSegments] = given.map((number) => requiredInteger(caller, 'num_segments', number));
    const count = countSortedSegments(caller, segmentIds, numSegments);
    const ofRows = alongEdges({ ...op, dtypes }, caller, inputs, false);
    return runSegments(ofRows, [data, indices, segmentIds], readSettings(ofRows, count, {}));
  };
}
