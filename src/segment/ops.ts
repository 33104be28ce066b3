/**
 * The segment ops that only reduce rows, as data.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { div, mul, sqrt } from '../../kernels/tfjs/seam.js';
import { asNumbers } from '../../kernels/call/dtypes.js';
import { currentLimits, knownValues } from '../backends.js';
import { withGradient } from '../gradients/with_gradient.js';
import { isFinite, where } from '../ops/tfjs_workarounds.js';
import { FLOATS, NUMBERS, type ReducingOp, type SegmentOp } from './segment_op.js';

export const SUM: ReducingOp = {
  name: 'unsortedSegmentSum',
  dtypes: [...NUMBERS, 'bool'],
  compute: (rows, segments) => segments.reduce(rows, 'add', 0),
};

export const MEAN: ReducingOp = {
  name: 'unsortedSegmentMean',
  dtypes: NUMBERS,
  compute: (rows, segments) =>
    withoutOverflow(rows, segments.terms, (rows) => segments.reduce(rows, 'mean', 0)),
};

export const SQRT_N: ReducingOp = {
  name: 'unsortedSegmentSqrtN',
  dtypes: FLOATS,
  compute(rows, segments) {
    const inverse = div(1, sqrt(segments.counts()));
    const divided = (rows: Tensor) => mul(segments.reduce(rows, 'add', 0), inverse);
    return withoutOverflow(rows, segments.terms, divided);
  },
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

/**
 * Computes a linear function that sums rows, such as a mean, which may fit in float32 although the sum does
 * not. Only where it overflows does the result come from scaled-down rows, which lose small terms. The
 * gradient of a linear function does not depend on the rows. `terms` is the maximum number of terms in a sum.
 */
function withoutOverflow(rows: Tensor, terms: number, compute: (rows: Tensor) => Tensor): Tensor {
  const direct = compute(rows);
  if (rows.dtype !== 'float32' || direct.size === 0) return direct;
  const known = knownValues(direct);
  if (known && asNumbers(known).every(Number.isFinite)) return direct;
  // A power of 2, limited by the backend's floats.
  const most = Math.floor(Math.log2(currentLimits('float32').highest)) - 1;
  const up = 2 ** Math.min(most, Math.ceil(Math.log2(terms + 1)) + 1);
  return withGradient(
    [direct],
    (direct) => where(isFinite(direct), direct, mul(compute(mul(rows, 1 / up)), up)),
    (dy) => [dy],
  );
}
