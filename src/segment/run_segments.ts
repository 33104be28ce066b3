/**
 * The common part of all segment ops: the type of their functions, checks of arguments, and reshaping x to
 * rows.
 */
import type { DataType, Rank, Tensor, Tensor1D, TensorLike } from '@tensorflow/tfjs-core';

import { reshape } from '../../kernels/tfjs/seam.js';
import { named } from '../../kernels/call/errors.js';
import { checkRepresentable } from '../../kernels/call/dtypes.js';
import { show, wrongShape } from '../../kernels/call/messages.js';
import { checkDtype, checkDtypeIn } from '../../kernels/call/inputs.js';
import { shapesFit, sizeOf } from '../../kernels/call/shapes.js';
import { checkRoom, runServed } from '../backends.js';
import { inShape } from '../gradients/reads.js';
import { type Input, toTensor } from '../ops/convert.js';
import { toIndexTensor } from '../ops/index_tensor.js';
import { checkSegmentIds, readSettings } from './checks.js';
import type { SegmentExtremumOptions, SegmentOptions, Settings } from './checks.js';
import { computeRows, type RunnableOp, type SegmentOp } from './segment_op.js';

/**
 * A segment op. x is split into slices along its leading dimensions, and each slice belongs to the segment
 * with its id. The ops differ in what they compute from the slices of a segment.
 */
export interface SegmentFunction<
  Options extends SegmentOptions = SegmentOptions,
  KeepsShape extends boolean = false,
> {
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
  <R extends Rank, Ids extends Tensor | TensorLike>(
    x: Tensor<R> | TensorLike,
    segmentIds: Ids,
    numSegments: number,
    options?: Options,
  ): KeepsShape extends true ? Tensor<R> : SegmentResult<R, Ids>;
}

/** Ids of rank 1 keep the rank of x; others, and those of unknown rank, need not. */
export type SegmentResult<R extends Rank, Ids> = Ids extends
  Tensor1D | readonly number[] | Int32Array
  ? Tensor<R>
  : Tensor;

/** Makes the public function of an op. */
export function segmentFunction<KeepsShape extends boolean = false>(
  row: SegmentOp,
): SegmentFunction<SegmentExtremumOptions, KeepsShape> {
  const op = onSlices(row);
  const run = (x: Input, segmentIds: Input, numSegments: number, options = {}) =>
    named(op.name, () => runSegments(op, [x, segmentIds], readSettings(op, numSegments, options)));
  return run as SegmentFunction<SegmentExtremumOptions, KeepsShape>;
}

/** Runs an op, on each example of a batch separately if `batchDims` is 1. */
export function runSegments(
  op: RunnableOp,
  inputs: Input[],
  settings: Settings,
  batchDims = 0,
): Tensor {
  const { names, resultShape, run } = op;
  return runServed(op.name, () => {
    const tensors = inputs.map((input, i) =>
      i === 1 || i === 2
        ? toIndexTensor(names[i], input)
        : toTensor(names[i], input, i === 3 ? 'float32' : undefined),
    );
    const dtypes = tensors.map(({ dtype }) => dtype);
    checkDtypes(op, dtypes, settings);
    const shapes = tensors.map(({ shape }) => shape);
    const shape = resultShape(shapes, settings.numSegments, batchDims);
    checkSegments(shapes, settings, batchDims);
    return inShape(run(tensors, settings, batchDims), shape);
  });
}

/** Throws if the backend has no room for the segments. */
function checkSegments(
  [x, ids]: number[][],
  { numSegments, countedBy = 'numSegments' }: Settings,
  batchDims: number,
): void {
  // A slice without values still counts.
  const slice = x.slice(ids.length).map((length) => Math.max(length, 1));
  checkRoom(countedBy, numSegments, [...x.slice(0, batchDims), numSegments, ...slice]);
}

/** Makes an op take slices of x, and segmentIds. */
export function onSlices(op: SegmentOp): RunnableOp {
  const { perRow } = op;
  return {
    ...op,
    names: ['x', 'segmentIds'],
    resultShape([x, ids], numSegments, batchDims) {
      if (!shapesFit(ids, x.slice(0, ids.length))) {
        const expected = `the shape of x's leading dimensions (x has shape ${show(x)})`;
        throw wrongShape('segmentIds', ids, expected);
      }
      if (perRow) return x;
      return [...x.slice(0, batchDims), numSegments, ...x.slice(ids.length)];
    },
    run([x, ids], settings, batchDims) {
      const rows = [...x.shape.slice(0, batchDims), sizeOf(ids.shape.slice(batchDims))];
      const rowSize = sizeOf(x.shape.slice(ids.rank));
      const isWhole = checkSegmentIds('segmentIds', ids, settings);
      const [flat, column] = [reshape(x, [...rows, rowSize]), reshape(ids, [...rows, 1])];
      return computeRows(op, flat, column, settings, isWhole);
    },
  };
}

/** Checks the dtypes of x, indices and weights, and returns the dtype of the result. */
export function checkDtypes(op: RunnableOp, dtypes: DataType[], { empty = 0 }: Settings): DataType {
  const { names } = op;
  const [x, ...others] = dtypes;
  checkDtypeIn('x', x, op.dtypes);
  const resultDtype = op.resultDtype ?? (x === 'bool' ? 'int32' : x);
  checkRepresentable('empty', empty, 'the result', resultDtype);
  others.forEach((dtype, i) => {
    checkDtype(names[i + 1], dtype, i < 2 ? 'int32' : 'float32');
  });
  if (others.length > 2) checkDtype(names[0], x, 'float32', ', because it has weights');
  return resultDtype;
}
