/**
 * The segment ops that only reduce rows, as data.
 */
import { mul } from '@tensorflow/tfjs-core';
import type { Tensor } from '@tensorflow/tfjs-core';

import { currentLimits } from '../backends.js';
import { withoutOverflow } from './overflow.js';
import { FLOATS, NUMBERS } from './segment_op.js';
import type { ReducingOp, SegmentOp } from './segment_op.js';

export const SUM: ReducingOp = {
  caller: 'unsortedSegmentSum',
  dtypes: [...NUMBERS, 'bool'],
  compute: (rows, segments) => segments.reduce(rows, 'add', 0),
};

export const MEAN: ReducingOp = {
  caller: 'unsortedSegmentMean',
  dtypes: NUMBERS,
  compute: (rows, segments) =>
    withoutOverflow(rows, segments.terms, (rows) => segments.reduce(rows, 'mean', 0)),
};

export const SQRT_N: ReducingOp = {
  caller: 'unsortedSegmentSqrtN',
  dtypes: FLOATS,
  compute(rows, segments) {
    const inverse = segments.inverseRoots();
    const divided = (rows: Tensor) => mul(segments.reduce(rows, 'add', 0), inverse);
    return withoutOverflow(rows, segments.terms, divided);
  },
};

export const PROD: SegmentOp = {
  caller: 'unsortedSegmentProd',
  dtypes: NUMBERS,
  compute: (rows, segments) => segments.reduce(rows, 'mul', 1),
};

export const MAX = extremum('unsortedSegmentMax', 'max', 'lowest');
export const MIN = extremum('unsortedSegmentMin', 'min', 'highest');

/** Makes an op that fills empty segments with a limit of the dtype, unless `empty` is given. */
function extremum(
  caller: string,
  reduction: 'max' | 'min',
  limit: 'lowest' | 'highest',
): ReducingOp {
  return {
    caller,
    dtypes: NUMBERS,
    takesEmpty: true,
    compute: (rows, segments, empty = currentLimits(rows.dtype)[limit]) =>
      segments.reduce(rows, reduction, empty),
  };
}
