/**
 * The common part of all segment ops: checks the arguments and reshapes x to rows.
 */
import { reshape, type Tensor, type TensorLike, tidy } from '@tensorflow/tfjs-core';

import { show } from '../../kernels/contract/messages.js';
import { checkDtype } from '../../kernels/contract/plan.js';
import { type Length, shapesFit, sizeOf } from '../../kernels/contract/shapes.js';
import { checkServed } from '../backends.js';
import { toTensor } from '../ops/convert.js';
import { toIndexTensor } from '../ops/index_tensor.js';
import { checkDtypeOfX, checkSegmentIds, wrongShape } from './checks.js';
import type { Settings } from './options.js';
import { computeRows, type SegmentOp } from './segment_op.js';

/** Runs an op on x and segmentIds, on each example of a batch separately if `batchDims` is 1. */
export function runSegments(
  op: SegmentOp,
  [values, ids]: (Tensor | TensorLike)[],
  settings: Settings,
  batchDims = 0,
): Tensor {
  const { caller } = op;
  checkServed(caller);
  return tidy(() => {
    const x = toTensor(caller, 'x', values);
    const segmentIds = toIndexTensor(caller, 'segmentIds', ids);
    checkDtypeOfX(op, x.dtype, settings);
    checkDtype(caller, 'segmentIds', segmentIds.dtype, 'int32');
    const shape = resultShape(op, [x.shape, segmentIds.shape], settings, batchDims);
    const batch = x.shape.slice(0, batchDims);
    const rowCount = sizeOf(segmentIds.shape.slice(batchDims));
    const rowSize = sizeOf(x.shape.slice(segmentIds.rank));
    const result = computeRows(op, {
      rows: reshape(x, [...batch, rowCount, rowSize]),
      ids: reshape(segmentIds, [...batch, rowCount, 1]),
      count: settings.numSegments,
      allHaveSegments: checkSegmentIds(caller, 'segmentIds', segmentIds, settings),
      empty: settings.empty,
    });
    return reshape(result, shape);
  });
}

/** Checks the shapes of x and its ids, and returns the shape of the result. */
export function resultShape<L extends Length>(
  { caller, dropped }: SegmentOp,
  [x, ids]: L[][],
  { numSegments }: Settings,
  batchDims: number,
): (L | number)[] {
  if (!shapesFit(ids, x.slice(0, ids.length))) {
    const expected = `the shape of x's leading dimensions (x has shape ${show(x)})`;
    throw wrongShape(caller, 'segmentIds', ids, expected);
  }
  if (dropped !== undefined) return x;
  return [...x.slice(0, batchDims), numSegments, ...x.slice(ids.length)];
}
