/**
 * Segment ops as data, and the methods by which they compute.
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

const NUMBERS = ['float32', 'int32'] as const;
const COUNTABLE = [...NUMBERS, 'bool'] as const;
const FLOATS = ['float32'] as const;

/** A segment op: a method with a name and dtypes. */
export interface SegmentOp extends Method {
  /** Its name in messages. */
  caller: string;
  /** The dtypes of x. */
  dtypes: typeof COUNTABLE | typeof NUMBERS | typeof FLOATS;
  /** Returns the dtype of the result, given x's. By default they are the same. */
  resultDtype?: (dtype: DataType) => DataType;
  /** Whether the op has the option `empty`. */
  takesEmpty?: true;
}

/** A way to compute the rows of a result. */
interface Method {
  /** Whether the result has a row for each row of x, rather than for each segment. */
  mapsRows: boolean;
  run: (given: Given) => Tensor;
}

type Compute = (rows: Tensor, segments: Segments) => Tensor;

/** Computes a row for each segment. `empty` is the option of that name. */
type Reduce = (rows: Tensor, segments: Segments, empty?: number) => Tensor;

/** Makes an op on float32 and int32. */
export function onNumbers(caller: string, method: Method): SegmentOp {
  return { ...method, caller, dtypes: NUMBERS };
}

/** Makes an op on float32 and int32 with the option `empty`. */
export function extremum(caller: string, method: Method): SegmentOp {
  return { ...onNumbers(caller, method), takesEmpty: true };
}

/** Makes an op on float32, int32 and bool, which counts as int32. */
export function onNumbersAndBools(caller: string, { run, ...method }: Method): SegmentOp {
  return {
    ...method,
    caller,
    dtypes: COUNTABLE,
    resultDtype: (dtype) => (dtype === 'bool' ? 'int32' : dtype),
    run: (given) => run({ ...given, rows: boolToInt(given.rows) }),
  };
}

/** Makes an op on float32. */
export function onFloats(caller: string, method: Method): SegmentOp {
  return { ...method, caller, dtypes: FLOATS };
}

/** Makes a method that computes a row for each segment directly. */
export function reducing(compute: Reduce): Method {
  return {
    mapsRows: false,
    run: ({ rows, ids, count, empty }) => compute(rows, new Segments(ids, count), empty),
  };
}

/** Makes a method that computes a row for each segment. Its steps may spread rows of segments to x's rows. */
export function reducingViaRows(compute: Compute): Method {
  return {
    mapsRows: false,
    run(given) {
      const { rows, segments } = withExtraSegment(given);
      const size = [...rows.shape.slice(0, -2), given.count, ...rows.shape.slice(-1)];
      return slice(compute(rows, segments), Array(size.length).fill(0), size);
    },
  };
}

/** Makes a method that computes a row for each row of x. Rows without a segment get `dropped`. */
export function mapping(dropped: number, compute: Compute): Method {
  return {
    mapsRows: true,
    run(given) {
      const { rows, segments, hasSegment } = withExtraSegment(given);
      const mapped = compute(rows, segments);
      return hasSegment ? select(hasSegment, mapped, dropped) : mapped;
    },
  };
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

/** Checked arguments, reshaped to rows. */
interface Given {
  rows: Tensor;
  ids: Tensor;
  count: number;
  /** Whether every row is known to have a segment. */
  allHaveSegments: boolean;
  empty?: number;
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
