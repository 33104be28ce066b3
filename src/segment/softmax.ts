import type { Tensor } from '@tensorflow/tfjs-core';

import { add, div, mul, sub } from '../../kernels/tfjs/seam.js';
import { select, stopGradient, withGradient } from '../gradients/with_gradient.js';
import { exp, isFinite, log, orZero } from '../ops/tfjs_workarounds.js';
import { isNotZero, type Segments, spreading } from './segment_op.js';

export const SOFTMAX = spreading(
  'unsortedSegmentSoftmax',
  (rows, segments) => {
    const { powers, sums } = powersIn(rows, segments);
    // Not div(powers, sums): tfjs' webgl backend computes 1 for 0 / 0 and Infinity / Infinity.
    return mul(powers, segments.spread(div(1, sums)));
  },
  0,
);

export const LOG_SOFTMAX = spreading(
  'unsortedSegmentLogSoftmax',
  (rows, segments) => {
    const { shifted, sums } = powersIn(rows, segments);
    return sub(shifted, segments.spread(logOf(sums)));
  },
  -Infinity,
);

export const LOG_SUM_EXP = spreading('unsortedSegmentLogSumExp', (rows, segments) => {
  const { shift, sums } = powersIn(rows, segments);
  return add(logOf(sums), shift);
});

/** Subtracts each segment's maximum from its rows; computes exp of the differences, and their sums. */
function powersIn(rows: Tensor, segments: Segments) {
  const shift = shiftOf(rows, segments);
  const shifted = sub(rows, segments.spread(shift));
  const powers = powersOf(shifted);
  return { shift, shifted, powers, sums: segments.reduce(powers, 'add', 0) };
}

/**
 * Computes log, with derivative 0 at 0 instead of infinity. log(0) is set to -Infinity because GLSL
 * leaves it undefined.
 */
function logOf(x: Tensor): Tensor {
  const isPositive = isNotZero(x);
  const logarithm = withGradient(
    [select(isPositive, x, 1)],
    (x) => log(x),
    (dy, x) => [div(dy, x)],
  );
  return select(isPositive, logarithm, -Infinity);
}

/**
 * Computes exp, with gradients of every order. The gradient of tfjs' own exp uses its saved output, which
 * tfjs treats as a constant in second order.
 */
function powersOf(x: Tensor): Tensor {
  return withGradient(
    [x],
    (x) => exp(x),
    (dy, x) => [mul(dy, powersOf(x))],
  );
}

/**
 * Returns each segment's maximum. Subtracting it prevents overflow and does not change the result, so it
 * needs no gradient. An infinite maximum becomes 0, because Infinity - Infinity would be NaN.
 */
function shiftOf(rows: Tensor, segments: Segments): Tensor {
  return stopGradient(() => {
    const highest = segments.reduce(rows, 'max', 0);
    return orZero(isFinite(highest), highest);
  });
}
