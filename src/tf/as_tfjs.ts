/**
 * The two ops that take the place of tfjs' own in the namespace, with the arguments that those take.
 */
import { tidy } from '@tensorflow/tfjs-core';
import type { Rank, Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { toTensor } from '../ops/convert.js';
import { gatherND as gatherNDStrictly } from '../ops/gather_nd.js';
import type { GatherNDOptions } from '../ops/options.js';
import { runSegments } from '../segment/run_segments.js';
import { SUM } from '../segment/sums.js';

/**
 * `gatherND` with the arguments of tfjs' own: in arrays, fractions of indices are truncated, and
 * booleans are numbers. Negative indices count from the end, where tfjs has an error on cpu.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.gatherND([10, 20, 30], [[2.5], [0]]).print(); // [30, 10]
 * ```
 *
 * @param data A tensor of any dtype and of rank 1 or more, or an array.
 * @param indices int32, of rank 1 or more. Its last dimension may be 0: such a tuple picks all of
 *     data after the batch dimensions. Negative indices count from the end.
 * @param options `batchDims` (default 0): how many leading dimensions data and indices have in
 *     common; `outOfBounds` (default 'error'); `fill` (default 0): what 'drop' gives for an index out
 *     of bounds.
 * @returns A new tensor of data's dtype and the shape
 *     `[...indices.shape.slice(0, -1), ...data.shape.slice(batchDims + K)]`.
 * @throws An Error that names the argument, for shapes, dtypes or options that do not fit. With
 *     outOfBounds 'error' also for an index out of `[-size, size - 1]`.
 */
export function gatherND<R extends Rank>(
  data: Tensor | TensorLike,
  indices: Tensor | TensorLike,
  options: GatherNDOptions = {},
): Tensor<R> {
  return tidy(() =>
    gatherNDStrictly<R>(
      toTensor('gatherND', 'data', data, undefined, true),
      toTensor('gatherND', 'indices', indices, 'int32', true),
      options,
    ),
  );
}

/**
 * `unsortedSegmentSum` with the arguments of tfjs' own: an id of numSegments or more drops its slice,
 * as a negative one does. In arrays, fractions of ids are truncated, and booleans are numbers.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.unsortedSegmentSum([1, 2, 4], [0, 1, 2], 2).print(); // [1, 2]
 * ```
 *
 * @param x A tensor, float32, int32 or bool, or an array.
 * @param segmentIds int32, of the shape of x's leading dimensions: the segment of each slice of x.
 * @param numSegments The number of segments.
 * @returns A tensor of x's dtype, int32 for bool, and the shape
 *     `[numSegments, ...x.shape.slice(segmentIds.rank)]`.
 * @throws An Error that names the argument, for shapes, dtypes or a number of segments that do not
 *     fit.
 */
export function unsortedSegmentSum<T extends Tensor>(
  x: T | TensorLike,
  segmentIds: Tensor | TensorLike,
  numSegments: number,
): T {
  const { caller } = SUM;
  return tidy(
    () =>
      runSegments(
        SUM,
        toTensor(caller, 'x', x, undefined, true),
        toTensor(caller, 'segmentIds', segmentIds, 'int32', true),
        numSegments,
        { outOfBounds: 'drop' },
      ) as T,
  );
}
