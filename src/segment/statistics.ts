/** The segment ops with gradients of their own: softmax and its kin, and the standard deviation. */
import type { Tensor } from '@tensorflow/tfjs-core';

import { add, clone, div, mul, scalar, sqrt, sub, zerosLike } from '../../kernels/tfjs/seam.js';
import { minus, readInOrder, times, unless, zerosOf } from '../gradients/reads.js';
import { isFinite, log, where } from '../ops/tfjs_workarounds.js';
import { keeping, stopGradient } from '../tape.js';
import { FLOATS, type SegmentOp, type Segments } from './ops.js';

export const SOFTMAX = perRow('unsortedSegmentSoftmax', {
  compute(rows, segments) {
    const { powers } = powersIn(rows, segments);
    // Not powers / sums: that needs a tensor of the sums that sites read.
    return segments.read(div(1, segments.sum(powers)), { weights: powers });
  },
  gradient: (dy, shares, segments) =>
    segments.read(segments.sum(times(shares, dy)), { from: dy, weights: shares }),
});

export const LOG_SOFTMAX = perRow('unsortedSegmentLogSoftmax', {
  compute(rows, segments) {
    const { shift, powers } = powersIn(rows, segments);
    const shifted = segments.read(shift, { from: rows });
    return segments.read(logOf(segments.sum(powers)), { from: shifted, fill: -Infinity });
  },
  gradient(dy, logarithms, segments) {
    const shares = segments.read(segments.sum(dy), {
      weights: readInOrder(logarithms, { exp: true }),
    });
    return minus(segments.mask(dy), shares);
  },
});

export const LOG_SUM_EXP: SegmentOp = {
  name: 'unsortedSegmentLogSumExp',
  dtypes: FLOATS,
  compute(rows, segments) {
    const { shift, powers } = powersIn(rows, segments);
    return add(logOf(segments.sum(powers)), shift);
  },
};

interface PerRow {
  compute: (rows: Tensor, segments: Segments) => Tensor;
  gradient: (dy: Tensor, result: Tensor, segments: Segments) => Tensor;
}

/**
 * Makes an op whose gradient follows from its result. tfjs would add the gradients of its steps, and its tape would
 * keep a tensor for each.
 */
function perRow(name: string, { compute, gradient }: PerRow): SegmentOp {
  /** Computes the result, unless it is `known`. In second order, tfjs treats the kept result as a constant. */
  const run = (rows: Tensor, segments: Segments, known?: Tensor): Tensor =>
    keeping(
      { rows, ids: segments.ids },
      ['rows', 'ids', 'y'],
      () => (known ? clone(known) : compute(rows, segments)),
      (dy, { rows, ids, y }) => {
        const own = segments.of(ids);
        return { rows: () => gradient(dy, run(rows, own, y), own) };
      },
    );
  return { name, dtypes: FLOATS, perRow: true, compute: (rows, segments) => run(rows, segments) };
}

/**
 * Returns each segment's maximum, and exp of its rows minus that. Subtracting it prevents overflow and does not change
 * the result, so it needs no gradient. An infinite maximum becomes 0, because Infinity - Infinity would be NaN.
 */
function powersIn(rows: Tensor, segments: Segments) {
  const shift = stopGradient(() => {
    const highest = segments.reduce(rows, 'max', 0);
    return where(isFinite(highest), highest, zerosLike(highest));
  });
  return { shift, powers: segments.read(shift, { from: rows, exp: true }) };
}

/**
 * Computes log, with derivative 0 at 0 instead of infinity. log(0) is set to -Infinity because GLSL
 * leaves it undefined.
 */
function logOf(x: Tensor): Tensor {
  return keeping(
    { x },
    ['x'],
    () => unless(zerosOf(x), log(x), -Infinity),
    (dy, { x }) => ({
      x() {
        const zeros = zerosOf(x);
        return unless(zeros, div(dy, unless(zeros, x, 1)));
      },
    }),
  );
}

/**
 * Keeps ranges below 2^126. GPUs may divide by multiplying with the reciprocal, which they flush to 0
 * for larger numbers.
 */
const SCALE = 1 / 8;

export const STD: SegmentOp = {
  name: 'unsortedSegmentStd',
  dtypes: FLOATS,
  compute: populationStd,
};

/**
 * Computes the deviation, with an explicit gradient. Differentiating the steps would scale the gradient
 * up and down, and overflow in between.
 */
function populationStd(rows: Tensor, segments: Segments): Tensor {
  return keeping(
    { rows, ids: segments.ids },
    ['rows', 'ids'],
    () => {
      const { variance, scale } = scaledVariance(rows, segments);
      // The deviation of values in [-1, 0] is at most 1/2, so only the result can overflow.
      return mul(scale, mul(sqrt(variance), 1 / SCALE));
    },
    (dy, { rows, ids }) => ({ rows: () => gradientOfRows(dy, rows, segments.of(ids)) }),
  );
}

/** Returns dy times the distance from the mean, divided by the deviation times the number of terms. */
function gradientOfRows(dy: Tensor, rows: Tensor, segments: Segments): Tensor {
  const { centred, variance } = scaledVariance(rows, segments);
  const areFlat = zerosOf(variance);
  const deviation = sqrt(unless(areFlat, variance, 1));
  const weight = div(dy, mul(segments.counts(), deviation));
  return segments.read(unless(areFlat, weight), { weights: centred });
}

/**
 * Computes the variance after shifting and scaling the values into [-1, 0]. Equal values then become exactly
 * 0, however a mean is rounded, and neither the squares nor the range overflow.
 */
function scaledVariance(rows: Tensor, segments: Segments) {
  const small = times(rows, scalar(SCALE));
  const highest = stopGradient(() => segments.reduce(small, 'max', 0));
  // Where it is 0, so is the variance, and dividing by it changes nothing.
  const scale = stopGradient(() => sub(highest, segments.reduce(small, 'min', 0)));
  const scaled = segments.read(highest, {
    from: small,
    over: stopGradient(() => segments.read(scale)),
  });
  const centred = segments.read(segments.reduce(scaled, 'mean', 0), { from: scaled });
  const squares = times(centred, centred);
  return { centred, variance: segments.reduce(squares, 'mean', 0), scale };
}
