/**
 * The two ops that replace tfjs' own in the namespace and accept the same arguments.
 */
import type { Rank, Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { tidy } from '../../kernels/contract/tfjs_seam.js';
import { toTensor } from '../ops/convert.js';
import { gatherND as gatherNDStrictly } from '../ops/gathers.js';
import type { GatherNDOptions } from '../ops/options.js';
import { unsortedSegmentSum as unsortedSegmentSumStrictly } from '../segment/functions.js';

/**
 * `gatherND` of tfjs-gather-scatter, with its options, result and errors, which accepts the arguments of
 * tfjs' own: in arrays, fractional indices are truncated, and booleans are numbers. Negative indices count
 * from the end; tfjs' own throws for them on cpu.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.gatherND([10, 20, 30], [[2.5], [0]]).print(); // [30, 10]
 * ```
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
 * `unsortedSegmentSum` of tfjs-gather-scatter/segment, which accepts the arguments of tfjs' own: an id of
 * numSegments or more drops its slice, as negative ones do. In arrays, fractional ids are truncated, and
 * booleans are numbers.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.unsortedSegmentSum([1, 2, 4], [0, 1, 2], 2).print(); // [1, 2]
 * ```
 */
export function unsortedSegmentSum<T extends Tensor>(
  x: T | TensorLike,
  segmentIds: Tensor | TensorLike,
  numSegments: number,
): T {
  return tidy(() =>
    unsortedSegmentSumStrictly<T>(
      toTensor('unsortedSegmentSum', 'x', x, undefined, true),
      toTensor('unsortedSegmentSum', 'segmentIds', segmentIds, 'int32', true),
      numSegments,
      { outOfBounds: 'drop' },
    ),
  );
}
