/**
 * Segment ops as data, and how they run.
 */
import {
  cast,
  fill,
  greaterEqual,
  less,
  logicalAnd,
  minimum,
  scalar,
  slice,
  where,
} from '@tensorflow/tfjs-core';
import type { DataType, Tensor } from '@tensorflow/tfjs-core';

import {
  select,
  stopGradient,
  withGradient,
  withZeroGradient,
} from '../gradients/with_gradient.js';
import { Segments } from './segments.js';
import type { Reducible } from './segments.js';

export const NUMBERS = ['float32', 'int32'] as const;
export const FLOATS = ['float32'] as const;

export interface SegmentOp {
  /** Its name in messages. */
  caller: string;
  /** The dtypes of x. bool counts as int32. */
  dtypes: readonly DataType[];
  /** The dtype of the result, if it is not x's. */
  resultDtype?: DataType;
  /** Whether the op has the option `empty`. */
  takesEmpty?: true;
  /** Whether its steps spread rows of segments to x's rows. */
  spreads?: true;
  /** The result for rows of x without a segment. Only for results with a row for each row of x. */
  dropped?: number;
  /** Computes a row for each segment, or for each row of x. `empty` is the option of that name. */
  compute: (rows: Tensor, segments: Segments, empty?: number) => Tensor;
}

/** An op that only reduces the rows of segments. */
export interface ReducingOp extends SegmentOp {
  compute: (rows: Tensor, segments: Reducible, empty?: number) => Tensor;
}

/** Checked arguments, reshaped to rows. */
interface Given {
  rows: Tensor;
  ids: Tensor;
  count: number;
  /** Whether every row is known to have a segment. */
  allHaveSegments: boolean;
  empty?: number;
}

export function computeRows({ compute, spreads, dropped }: SegmentOp, given: Given): Tensor {
  const { ids, count, empty } = given;
  if (!spreads) return compute(boolToInt(given.rows), new Segments(ids, count), empty);
  const { rows, segments, hasSegment } = withExtraSegment(given);
  const computed = compute(rows, segments);
  if (dropped !== undefined) return hasSegment ? select(hasSegment, computed, dropped) : computed;
  const size = [...rows.shape.slice(0, -2), count, ...rows.shape.slice(-1)];
  return slice(computed, Array(size.length).fill(0), size);
}

/** Converts bool to int32 0 and 1. tfjs' cast alone would keep bytes above 1. */
function boolToInt(rows: Tensor): Tensor {
  if (rows.dtype !== 'bool') return rows;
  return withGradient(
    [rows],
    (rows) => minimum(cast(rows, 'int32'), scalar(1, 'int32')),
    (dy) => [dy],
  );
}

/**
 * Gives every row a segment. Rows without one share an extra last segment, and become zeros so that
 * their NaN or Infinity does not reach a gradient. `hasSegment` is false for these rows, and missing if there
 * are none. Empty rows are left alone: on wasm, tfjs' where would write beyond its output.
 */
function withExtraSegment({ rows, ids, count, allHaveSegments }: Given) {
  if (allHaveSegments || rows.size === 0) return { rows, segments: new Segments(ids, count) };
  const hasSegment = stopGradient(() => logicalAnd(greaterEqual(ids, 0), less(ids, count)));
  const own = withZeroGradient([ids], () =>
    where(hasSegment, ids, fill(ids.shape, count, 'int32')),
  );
  const values = select(hasSegment, rows, 0);
  return { rows: values, segments: new Segments(own, count + 1), hasSegment };
}
