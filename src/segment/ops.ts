/**
 * The segment ops that only reduce rows, as data.
 */
import { div, mul, sqrt } from '../../kernels/tfjs/seam.js';
import { currentLimits } from '../backends.js';
import { FLOATS, NUMBERS, type ReducingOp, type SegmentOp } from './segment_op.js';

export const SUM: ReducingOp = {
  name: 'unsortedSegmentSum',
  dtypes: [...NUMBERS, 'bool'],
  compute: (rows, segments) => segments.reduce(rows, 'add', 0),
};

export const MEAN: ReducingOp = {
  name: 'unsortedSegmentMean',
  dtypes: NUMBERS,
  compute: (rows, segments) => segments.reduce(rows, 'mean', 0),
};

export const SQRT_N: ReducingOp = {
  name: 'unsortedSegmentSqrtN',
  dtypes: FLOATS,
  compute: (rows, segments) =>
    mul(segments.reduce(rows, 'add', 0), div(1, sqrt(segments.counts()))),
};

export const PROD: SegmentOp = {
  name: 'unsortedSegmentProd',
  dtypes: NUMBERS,
  compute: (rows, segments) => segments.reduce(rows, 'mul', 1),
};

export const MAX = extremum('unsortedSegmentMax', 'max', 'lowest');
export const MIN = extremum('unsortedSegmentMin', 'min', 'highest');

/** Makes an op that fills empty segments with a limit of the dtype, unless `empty` is given. */
function extremum(name: string, reduction: 'max' | 'min', limit: 'lowest' | 'highest'): ReducingOp {
  return {
    name,
    dtypes: NUMBERS,
    takesEmpty: true,
    compute: (rows, segments, empty = currentLimits(rows.dtype)[limit]) =>
      segments.reduce(rows, reduction, empty),
  };
}
