/** The segment ops on slices of x: the type of their functions, and how they take x and segmentIds. */
import type { Rank, Tensor, Tensor1D, TensorLike } from '@tensorflow/tfjs-core';

import { show, wrongShape } from '../../kernels/call/errors.js';
import { shapesFit, withLength } from '../../kernels/call/shapes.js';
import { reshape } from '../../kernels/tfjs/seam.js';
import { castBool } from '../gradients/reductions.js';
import type { Input } from '../ops/convert.js';
import { type RunnableOp, type SegmentOp, segmentsOf } from './ops.js';
import type { SegmentExtremumOptions, SegmentOptions } from './options.js';
import { runWithOptions } from './run_segments.js';

/**
 * A segment op. x is split into slices along its leading dimensions, and each slice belongs to the segment
 * with its id. The ops differ in what they compute from the slices of a segment.
 *
 * Returns a tensor of x's dtype and the shape `[numSegments, ...x.shape.slice(segmentIds.rank)]`, unless the op's
 * description says otherwise. With `batchDims`, the batch comes first. Throws an Error that names the argument if
 * shapes, dtypes, options or the number of segments do not fit, and for ids as described at `outOfBounds`.
 */
export interface SegmentFunction<
  Options extends SegmentOptions = SegmentOptions,
  KeepsShape extends boolean = false,
> {
  <R extends Rank, Ids extends Tensor | TensorLike>(
    /** A tensor of a dtype that the op accepts, or an array. */
    x: Tensor<R> | TensorLike,
    /**
     * int32, of the shape of x's leading dimensions: the segment of each slice of x. Negative ids drop their slices.
     * Ids have no gradient.
     */
    segmentIds: Ids,
    /** The number of segments. */
    numSegments: number,
    /** `outOfBounds` (default 'error'), `batchDims` (default 0), and for maximum and minimum `empty`. */
    options?: Options,
  ): KeepsShape extends true ? Tensor<R> : SegmentResult<R, Ids>;
}

/** Ids of rank 1 keep the rank of x; others, and those of unknown rank, need not. */
export type SegmentResult<R extends Rank, Ids> = Ids extends
  Tensor1D | readonly number[] | Int32Array
  ? Tensor<R>
  : Tensor;

export function segmentFunction<KeepsShape extends boolean = false>(
  row: SegmentOp,
): SegmentFunction<SegmentExtremumOptions, KeepsShape> {
  const op = onSlices(row);
  const run = (x: Input, segmentIds: Input, numSegments: number, options?: object) =>
    runWithOptions(op, [x, segmentIds], numSegments, options);
  return run as SegmentFunction<SegmentExtremumOptions, KeepsShape>;
}

/** Makes an op take slices of x, and segmentIds. */
export function onSlices(op: SegmentOp): RunnableOp {
  return {
    ...op,
    names: ['x', 'segmentIds'],
    resultShape([x, ids], { batchDims = 0, shares = false, numSegments }) {
      const isShared = shares && ids.length === 1;
      const end = isShared ? batchDims + 1 : ids.length;
      if (shares && x.length <= batchDims) {
        throw wrongShape('x', x, `rows: rank ${batchDims + 1} or more`);
      }
      const fits = shapesFit(ids, x.slice(isShared ? batchDims : 0, end));
      if (!fits || (shares && end <= batchDims)) {
        const shared = `${show(x.slice(batchDims, batchDims + 1))} for the whole batch, or `;
        const expected = `the shape of x's leading dimensions (x has shape ${show(x)})`;
        throw wrongShape('segmentIds', ids, (shares ? shared : '') + expected);
      }
      return op.perRow ? x : [...x.slice(0, batchDims), numSegments, ...x.slice(end)];
    },
    run([x, ids], { numSegments, empty }, isWhole) {
      const numbers = x.dtype === 'bool' ? castBool(x, 'int32') : x;
      const shape = withLength(x.shape, x.rank - 2, numSegments);
      const segments = segmentsOf(reshape(ids, [...ids.shape, 1]), shape, isWhole);
      return op.compute(numbers, segments, empty);
    },
  };
}
