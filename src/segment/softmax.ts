import type { Tensor } from '@tensorflow/tfjs-core';

import { add, clone, div, zerosLike } from '../../kernels/tfjs/seam.js';
import { minus, readInOrder, times, unless, zerosOf } from '../gradients/reads.js';
import { isFinite, log, where } from '../ops/tfjs_workarounds.js';
import { keeping, stopGradient } from '../tape.js';
import { FLOATS, type SegmentOp, type Segments } from './segment_op.js';

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
