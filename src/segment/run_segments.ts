/**
 * What all segment ops have in common: checks the arguments, lays x out as rows, and leaves nothing
 * behind but the result.
 */
import {
  fill,
  greaterEqual,
  less,
  logicalAnd,
  reshape,
  slice,
  tidy,
  util,
  where,
  zerosLike,
} from '@tensorflow/tfjs-core';
import type { Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { toTensor } from '../convert.js';
import { isInteger, isOneOf, oneOf, show } from '../messages.js';
import { checkSegmentIds } from './segment_ids.js';
import { Segments } from './segments.js';

type Input = Tensor | TensorLike;

/** The arguments of every segment op, in tfjs' order. */
export type SegmentArguments = [x: Input, segmentIds: Input, numSegments: number];

/** The dtypes of x. */
const NUMBERS = ['float32', 'int32'] as const;
const FLOATS = ['float32'] as const;

/** A segment op: its name in messages, what it takes, and what it computes on rows. */
export interface SegmentOp {
  caller: string;
  dtypes: typeof NUMBERS | typeof FLOATS;
  compute: (rows: Tensor, segments: Segments) => Tensor;
}

export function onNumbers(caller: string, compute: SegmentOp['compute']): SegmentOp {
  return { caller, dtypes: NUMBERS, compute };
}

export function onFloats(caller: string, compute: SegmentOp['compute']): SegmentOp {
  return { caller, dtypes: FLOATS, compute };
}

/** Runs an op that computes one row for each segment, and nothing on the way for each row. */
export function reduceSegments(op: SegmentOp, args: SegmentArguments): Tensor {
  return tidy(op.caller, () => {
    const { rows, ids, count, sliceShape, allLand } = readArguments(op, args);
    const kept = allLand ? ids : where(less(ids, 0), fill(ids.shape, count, 'int32'), ids);
    return reshape(op.compute(rows, new Segments(kept, count)), [count, ...sliceShape]);
  });
}

/** Runs an op that computes one row for each segment, and spreads what it computes on the way. */
export function reduceBySpreading(op: SegmentOp, args: SegmentArguments): Tensor {
  return tidy(op.caller, () => {
    const given = readArguments(op, args);
    const { rows, segments } = landing(given);
    const size = [given.count, ...rows.shape.slice(1)];
    return reshape(slice(op.compute(rows, segments), [0, 0], size), [
      given.count,
      ...given.sliceShape,
    ]);
  });
}

/** Runs an op that computes a row for each row; `dropped` fills those that belong to no segment. */
export function mapSegments(op: SegmentOp, args: SegmentArguments, dropped: number): Tensor {
  return tidy(op.caller, () => {
    const given = readArguments(op, args);
    const { rows, segments, lands } = landing(given);
    const mapped = op.compute(rows, segments);
    const filled = lands ? where(lands, mapped, fill(rows.shape, dropped)) : mapped;
    return reshape(filled, given.x.shape);
  });
}

/**
 * Rows that all belong to a segment: those without one get a segment of their own behind the others,
 * and zeros for values, so that nothing they hold can spoil a gradient. `lands` tells them apart,
 * where there may be any. Without values there is nothing to tell apart, and tfjs' where would not
 * broadcast: on wasm it writes beyond its output.
 */
function landing({ rows, ids, count, allLand }: ReturnType<typeof readArguments>) {
  if (allLand || rows.size === 0) return { rows, segments: new Segments(ids, count) };
  const lands = logicalAnd(greaterEqual(ids, 0), less(ids, count));
  const own = where(lands, ids, fill(ids.shape, count, 'int32'));
  const values = where(lands, rows, zerosLike(rows));
  return { rows: values, segments: new Segments(own, count + 1), lands };
}

function readArguments({ caller, dtypes }: SegmentOp, args: SegmentArguments) {
  const [x, segmentIds] = [
    toTensor(caller, 'x', args[0]),
    toTensor(caller, 'segmentIds', args[1], 'int32'),
  ];
  const count: unknown = args[2];
  if (!isOneOf(x.dtype, dtypes)) {
    throw new Error(`${caller}: x has dtype ${x.dtype}, expected ${oneOf(dtypes)}.`);
  }
  if (segmentIds.dtype !== 'int32') {
    throw new Error(`${caller}: segmentIds has dtype ${segmentIds.dtype}, expected int32.`);
  }
  if (!isInteger(count) || count < 0) {
    throw new Error(`${caller}: numSegments is ${show(count)}, expected an integer from 0 up.`);
  }
  const leading = x.shape.slice(0, segmentIds.rank);
  if (!util.arraysEqual(segmentIds.shape, leading)) {
    throw new Error(
      `${caller}: segmentIds has shape ${show(segmentIds.shape)}, expected the shape of x's leading ` +
        `dimensions (x has shape ${show(x.shape)}).`,
    );
  }
  const sliceShape = x.shape.slice(segmentIds.rank);
  return {
    x,
    rows: reshape(x, [segmentIds.size, util.sizeFromShape(sliceShape)]),
    ids: reshape(segmentIds, [segmentIds.size, 1]),
    count,
    sliceShape,
    allLand: checkSegmentIds(caller, segmentIds, count),
  };
}
