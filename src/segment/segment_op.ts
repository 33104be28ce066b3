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
  /** Returns the dtype of the result, given that of x; the same where this is missing. */
  resultDtype?: (dtype: DataType) => DataType;
  /** Whether callers may say what an empty segment gives. */
  takesEmpty?: true;
}

/** A way to compute the rows of a result. */
interface Method {
  /** Whether the result has a row for each row of x, rather than for each segment. */
  mapsRows: boolean;
  run: (given: Given) => Tensor;
}

type Compute = (rows: Tensor, segments: Segments) => Tensor;

/** Computes a row for each segment; `empty` is what the caller wants for those without rows. */
type Reduce = (rows: Tensor, segments: Segments, empty?: number) => Tensor;

/** Makes an op on float32 and int32. */
export function onNumbers(caller: string, method: Method): SegmentOp {
  return { ...method, caller, dtypes: NUMBERS };
}

/** Makes an op on float32 and int32 that takes a number for empty segments. */
export function extremum(caller: string, method: Method): SegmentOp {
  return { ...onNumbers(caller, method), takesEmpty: true };
}

/** Makes an op on float32 and int32, which counts true as the int32 1. */
export function onNumbersAndTruth(caller: string, { run, ...method }: Method): SegmentOp {
  return {
    ...method,
    caller,
    dtypes: COUNTABLE,
    resultDtype: (dtype) => (dtype === 'bool' ? 'int32' : dtype),
    run: (given) => run({ ...given, rows: counted(given.rows) }),
  };
}

/** Makes an op on float32. */
export function onFloats(caller: string, method: Method): SegmentOp {
  return { ...method, caller, dtypes: FLOATS };
}

/** Makes a method that computes a row for each segment, and never spreads one to its rows. */
export function reducing(compute: Reduce): Method {
  return {
    mapsRows: false,
    run: ({ rows, ids, count, empty }) => compute(rows, new Segments(ids, count), empty),
  };
}

/** Makes a method that computes a row for each segment, and on the way spreads some to their rows. */
export function reducingBySpreading(compute: Compute): Method {
  return {
    mapsRows: false,
    run(given) {
      const { rows, segments } = landing(given);
      const size = [...rows.shape.slice(0, -2), given.count, ...rows.shape.slice(-1)];
      return slice(compute(rows, segments), Array(size.length).fill(0), size);
    },
  };
}

/** Makes a method that computes a row for each row; `dropped` fills those without a segment. */
export function mapping(dropped: number, compute: Compute): Method {
  return {
    mapsRows: true,
    run(given) {
      const { rows, segments, lands } = landing(given);
      const mapped = compute(rows, segments);
      return lands ? select(lands, mapped, dropped) : mapped;
    },
  };
}

/** Returns true as 1, whatever byte stands for it: tfjs' cast would keep that. */
function counted(rows: Tensor): Tensor {
  if (rows.dtype !== 'bool') return rows;
  return withGradient(
    [rows],
    (rows) => minimum(cast(rows, 'int32'), scalar(1, 'int32')),
    (dy) => [dy],
  );
}

/** Arguments that were checked, laid out as rows. */
interface Given {
  rows: Tensor;
  ids: Tensor;
  count: number;
  /** Whether every row is known to have a segment. */
  allLand: boolean;
  /** What the caller wants for segments without rows. */
  empty?: number;
}

/**
 * Gives every row a segment. Rows without one share an extra segment behind the others, and become
 * zeros, so that no NaN or Infinity of theirs reaches a gradient. `lands` is false for these rows,
 * and missing where there are none. Empty rows are left alone: tfjs' where would write beyond its
 * output on wasm.
 */
function landing({ rows, ids, count, allLand }: Given) {
  if (allLand || rows.size === 0) return { rows, segments: new Segments(ids, count) };
  const lands = stopGradient(() => logicalAnd(greaterEqual(ids, 0), less(ids, count)));
  const own = withZeroGradient([ids], () => where(lands, ids, fill(ids.shape, count, 'int32')));
  const values = select(lands, rows, 0);
  return { rows: values, segments: new Segments(own, count + 1), lands };
}
