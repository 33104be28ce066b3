/**
 * The common part of all segment ops: checks the arguments and reshapes x to rows.
 */
import { reshape, tidy } from '@tensorflow/tfjs-core';
import type { DataType, Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { checkRepresentable } from '../../kernels/contract/dtypes.js';
import { isInteger, isOneOf, oneOf, show } from '../../kernels/contract/messages.js';
import { checkDtype } from '../../kernels/contract/plan.js';
import { shapesFit, sizeOf } from '../../kernels/contract/shapes.js';
import type { Length } from '../../kernels/contract/shapes.js';
import { checkServed } from '../backends.js';
import { toTensor } from '../ops/convert.js';
import { toIndexTensor } from '../ops/index_tensor.js';
import { readOptions } from './options.js';
import type { SegmentExtremumOptions } from './options.js';
import { checkSegmentIds } from './segment_ids.js';
import type { SegmentOp } from './segment_op.js';

type Input = Tensor | TensorLike;

/** Runs an op, on each example of a batch separately if `batchDims` is more than 0. */
export function runSegments(
  op: SegmentOp,
  values: Input,
  ids: Input,
  numSegments: number,
  options: SegmentExtremumOptions,
  batchDims = 0,
): Tensor {
  checkServed(op.caller);
  return tidy(() => {
    const { outOfBounds, empty } = readOptions(op, options);
    const x = toTensor(op.caller, 'x', values);
    const segmentIds = toIndexTensor(op.caller, 'segmentIds', ids);
    const count = checkNumSegments(op.caller, numSegments);
    checkDtypeOfX(op, x.dtype, empty);
    checkDtype(op.caller, 'segmentIds', segmentIds.dtype, 'int32');
    const shape = resultShape(op, x.shape, segmentIds.shape, count, batchDims);
    const batch = x.shape.slice(0, batchDims);
    const rowCount = sizeOf(segmentIds.shape.slice(batchDims));
    const rowSize = sizeOf(x.shape.slice(segmentIds.rank));
    const result = op.run({
      rows: reshape(x, [...batch, rowCount, rowSize]),
      ids: reshape(segmentIds, [...batch, rowCount, 1]),
      count,
      allHaveSegments: checkSegmentIds(op.caller, segmentIds, count, outOfBounds),
      empty,
    });
    return reshape(result, shape);
  });
}

/** Checks the shapes of x and its ids, and returns the shape of the result. */
export function resultShape<L extends Length>(
  { caller, mapsRows }: SegmentOp,
  x: L[],
  segmentIds: L[],
  count: number,
  batchDims: number,
): (L | number)[] {
  if (!shapesFit(segmentIds, x.slice(0, segmentIds.length))) {
    throw new Error(
      `${caller}: segmentIds has shape ${show(segmentIds)}, expected the shape of x's leading ` +
        `dimensions (x has shape ${show(x)}).`,
    );
  }
  return mapsRows ? x : [...x.slice(0, batchDims), count, ...x.slice(segmentIds.length)];
}

/** Checks x's dtype, and that the result's dtype can hold `empty`. */
export function checkDtypeOfX(
  {
    caller,
    dtypes,
    resultDtype = (dtype) => dtype,
  }: Pick<SegmentOp, 'caller' | 'dtypes' | 'resultDtype'>,
  dtype: DataType,
  empty = 0,
): void {
  if (!isOneOf(dtype, dtypes)) {
    throw new Error(`${caller}: x has dtype ${dtype}, expected ${oneOf(dtypes)}.`);
  }
  checkRepresentable(caller, 'empty', empty, 'the result', resultDtype(dtype));
}

export function checkNumSegments(caller: string, count: unknown): number {
  if (isInteger(count) && count >= 0) return count;
  throw new Error(`${caller}: numSegments is ${show(count)}, expected a nonnegative integer.`);
}
