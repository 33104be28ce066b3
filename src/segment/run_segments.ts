/**
 * The common part of all segment ops: the type of their functions, checks of arguments, and reshaping x to
 * rows.
 */
import type { DataType, Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { reshape, tidy } from '../../kernels/contract/tfjs_seam.js';
import { show, wrongShape } from '../../kernels/contract/messages.js';
import { checkDtype } from '../../kernels/contract/plan.js';
import { type Length, shapesFit, sizeOf } from '../../kernels/contract/shapes.js';
import { checkServed } from '../backends.js';
import { toTensor } from '../ops/convert.js';
import { toIndexTensor } from '../ops/index_tensor.js';
import { checkDtypeOfX, checkSegmentIds } from './checks.js';
import { readSettings } from './options.js';
import type { SegmentExtremumOptions, SegmentOptions, Settings } from './options.js';
import { computeRows, type SegmentOp } from './segment_op.js';

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
   *     unless the op's description says otherwise.
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
    checkDtypes(op, [x.dtype, segmentIds.dtype], settings);
    const shape = resultShape(op, [x.shape, segmentIds.shape], settings, batchDims);
    const batch = x.shape.slice(0, batchDims);
    const rowCount = sizeOf(segmentIds.shape.slice(batchDims));
    const rowSize = sizeOf(x.shape.slice(segmentIds.rank));
    const rows = reshape(x, [...batch, rowCount, rowSize]);
    const column = reshape(segmentIds, [...batch, rowCount, 1]);
    const isWhole = checkSegmentIds(caller, 'segmentIds', segmentIds, settings);
    return reshape(computeRows(op, rows, column, settings, isWhole), shape);
  });
}

export function checkDtypes(op: SegmentOp, [x, ids]: DataType[], settings: Settings): void {
  checkDtypeOfX(op, x, settings);
  checkDtype(op.caller, 'segmentIds', ids, 'int32');
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
