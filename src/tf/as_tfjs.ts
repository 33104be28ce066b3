/**
 * The two ops that replace tfjs' own in the namespace and accept the same arguments.
 */
import type { Tensor, TensorLike, unsortedSegmentSum as tfjsSum } from '@tensorflow/tfjs-core';

import type { Input } from '../ops/convert.js';
import { type GatherFunction, gatherND as gatherNDStrictly } from '../ops/gathers.js';
import type { GatherNDOptions } from '../ops/options.js';
import type { SegmentOptions } from '../segment/options.js';
import { unsortedSegmentSum as unsortedSegmentSumStrictly } from '../segment/functions.js';
import type { SegmentFunction } from '../segment/run_segments.js';

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
 * @function
 */
export const gatherND: GatherFunction<GatherNDOptions, false> = (data, indices, options = {}) =>
  gatherNDStrictly(toOneKind(data), toOneKind(indices, toInt32), options);

/**
 * `unsortedSegmentSum` of tfjs-gather-scatter, which accepts the arguments of tfjs' own: without options,
 * an id of numSegments or more drops its slice, as negative ones do. In arrays, fractional ids are truncated, and
 * booleans are numbers.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.unsortedSegmentSum([1, 2, 4], [0, 1, 2], 2).print(); // [1, 2]
 * ```
 * @function
 */
export const unsortedSegmentSum = sumAsTfjs as SegmentFunction & typeof tfjsSum;

function sumAsTfjs(
  x: Input,
  segmentIds: Input,
  numSegments: number,
  options: SegmentOptions = { outOfBounds: 'drop' },
): Tensor {
  const ids = toOneKind(segmentIds, toInt32);
  return unsortedSegmentSumStrictly(toOneKind(x), ids, numSegments, options);
}

const toInt32 = (x: number) => x | 0;

/**
 * Converts the numbers and booleans of an array as tfjs does: by default to the type of the first one. A
 * number becomes true if it does not round to 0.
 */
function toOneKind<T extends Tensor>(
  value: T | TensorLike,
  convert: (x: number) => number | boolean = startsWithBoolean(value)
    ? (x) => Math.round(x) !== 0
    : Number,
): T | TensorLike {
  if (Array.isArray(value)) return value.map((each) => toOneKind(each, convert)) as TensorLike;
  if (ArrayBuffer.isView(value)) return convert === toInt32 ? Int32Array.from(value) : value;
  return typeof value === 'number' || typeof value === 'boolean' ? convert(Number(value)) : value;
}

function startsWithBoolean(value: unknown): boolean {
  return Array.isArray(value) ? startsWithBoolean(value[0]) : typeof value === 'boolean';
}
