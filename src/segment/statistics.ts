/** The segment ops with gradients of their own: softmax and its kin, and the standard deviation. */
import type { Tensor } from '@tensorflow/tfjs-core';

import { clone, scalar } from '../../kernels/tfjs/seam.js';
import { minus, readInOrder, type Reading, times, unless, zerosOf } from '../gradients/reads.js';
import { withGradient, asConstant } from '../tape.js';
import { FLOATS, type SegmentOp, type Segments } from './ops.js';

export const SOFTMAX = perRow('unsortedSegmentSoftmax', {
  compute(rows, segments) {
    const { powers } = powersIn(rows, segments);
    const sums = segments.sum(powers);
    // Not powers / sums: that needs a tensor of the sums that sites read. A read divides nothing by 0.
    const inverse = readInOrder(sums, {
      constant: 1,
      over: sums,
      ...exceptAtZeros(sums, Infinity),
    });
    return segments.read(inverse, { weights: powers });
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
      weights: readInOrder(logarithms, { map: 'exp' }),
    });
    return minus(segments.mask(dy), shares);
  },
});

export const LOG_SUM_EXP: SegmentOp = {
  name: 'unsortedSegmentLogSumExp',
  dtypes: FLOATS,
  compute(rows, segments) {
    const { shift, powers } = powersIn(rows, segments);
    return minus(logOf(segments.sum(powers)), minus(scalar(0), shift));
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
    withGradient(
      { rows, ids: segments.ids },
      ['rows', 'ids', 'y'],
      () => (known ? clone(known) : compute(rows, segments)),
      (dy, { rows, ids, y }) => {
        const here = segments.of(ids);
        return { rows: () => gradient(dy, run(rows, here, y), here) };
      },
    );
  return { name, dtypes: FLOATS, perRow: true, compute: (rows, segments) => run(rows, segments) };
}

/**
 * Returns each segment's maximum, and exp of its rows minus that. Subtracting it prevents overflow and does not change
 * the result, so it needs no gradient. An infinite maximum becomes 0, because Infinity - Infinity would be NaN.
 */
function powersIn(rows: Tensor, segments: Segments) {
  const shift = asConstant(() => {
    const highest = segments.reduce(rows, 'max', 0);
    // Only a finite number minus itself is 0.
    return readInOrder(highest, { sourceLike: minus(highest, highest), targetLike: scalar(0) });
  });
  return { shift, powers: segments.read(shift, { from: rows, map: 'exp' }) };
}

/**
 * Computes log, with derivative 0 at 0 instead of infinity. log(0) is set to -Infinity because GLSL
 * leaves it undefined.
 */
function logOf(x: Tensor): Tensor {
  const run = () => readInOrder(x, { map: 'log', ...exceptAtZeros(x, -Infinity) });
  return unary(x, run, (dy, x) => {
    const zeros = zerosOf(x);
    return unless(zeros, times(dy, reciprocalOf(unless(zeros, x, 1))));
  });
}

/** Makes a read return a number where x is 0. */
function exceptAtZeros(x: Tensor, fill: number): Reading {
  return { sourceLike: scalar(0), targetLike: zerosOf(x), fill };
}

/** Computes 1 / x for x that is not 0. */
function reciprocalOf(x: Tensor): Tensor {
  const run = () => readInOrder(x, { constant: 1, over: x });
  return unary(x, run, (dy, x) => {
    const y = reciprocalOf(x);
    return minus(scalar(0), times(dy, times(y, y)));
  });
}

/** Computes 1 / sqrt(x) for positive x. */
function inverseRootOf(x: Tensor): Tensor {
  const run = () => reciprocalOf(readInOrder(x, { map: 'sqrt' }));
  return unary(x, run, (dy, x) => {
    const y = inverseRootOf(x);
    return times(times(dy, times(y, scalar(-0.5))), times(y, y));
  });
}

/** Runs a function of one tensor, with its gradient by the copy that the tape kept. */
function unary(x: Tensor, run: () => Tensor, gradient: (dy: Tensor, x: Tensor) => Tensor): Tensor {
  return withGradient({ x }, ['x'], run, (dy, { x }) => ({ x: () => gradient(dy, x) }));
}

/**
 * Keeps ranges below 2^126. GPUs may divide by multiplying with the reciprocal, which they flush to 0
 * for larger numbers.
 */
const SCALE = 1 / 8;

/**
 * The deviation, with an explicit gradient. Differentiating the steps would scale the gradient up and down, and
 * overflow in between.
 */
export const STD: SegmentOp = {
  name: 'unsortedSegmentStd',
  dtypes: FLOATS,
  compute: (rows, segments) =>
    withGradient(
      { rows, ids: segments.ids },
      ['rows', 'ids'],
      () => {
        const { variance, scale } = scaledVariance(rows, segments);
        // The deviation of values in [-1, 0] is at most 1/2, so only the result can overflow.
        const deviation = readInOrder(variance, { map: 'sqrt', weights: scalar(1 / SCALE) });
        return times(deviation, scale);
      },
      (dy, { rows, ids }) => ({ rows: () => gradientOfRows(dy, rows, segments.of(ids)) }),
    ),
};

/** Returns dy times the distance from the mean, divided by the deviation times the number of terms. */
function gradientOfRows(dy: Tensor, rows: Tensor, segments: Segments): Tensor {
  const { centred, variance, counts } = scaledVariance(rows, segments);
  const areFlat = zerosOf(variance);
  const share = readInOrder(dy, { over: counts });
  const weight = times(share, inverseRootOf(unless(areFlat, variance, 1)));
  return segments.read(unless(areFlat, weight), { weights: centred });
}

/**
 * Computes the variance after shifting and scaling the values into [-1, 0]. Equal values then become exactly
 * 0, however a mean is rounded, and neither the squares nor the range overflow.
 */
function scaledVariance(rows: Tensor, segments: Segments) {
  const small = times(rows, scalar(SCALE));
  const highest = asConstant(() => segments.reduce(small, 'max', 0));
  // Where it is 0, so is the variance, and dividing by it changes nothing.
  const scale = asConstant(() => minus(highest, segments.reduce(small, 'min', 0)));
  const scaled = segments.read(highest, {
    from: small,
    over: asConstant(() => segments.read(scale)),
  });
  // Counted once, for both means.
  const counts = segments.counts();
  const meanOf = (x: Tensor) => readInOrder(segments.sum(x), { over: counts });
  const centred = segments.read(meanOf(scaled), { from: scaled });
  return { centred, variance: meanOf(times(centred, centred)), scale, counts };
}
