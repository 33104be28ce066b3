import type { Tensor } from '@tensorflow/tfjs-core';

import { div, mul, scalar, sqrt, sub } from '../../kernels/tfjs/seam.js';
import { times, unless, zerosOf } from '../gradients/reads.js';
import { keeping, stopGradient } from '../tape.js';
import { FLOATS, type SegmentOp, type Segments } from './segment_op.js';

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
