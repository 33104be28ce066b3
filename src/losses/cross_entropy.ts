/**
 * The cross entropy of rows of logits. With m the maximum of a row x, s the sum of exp(x - m) and w the weights of the
 * classes, label y has the loss
 *
 *     own · (log s - (x[y] - m)) + Σ spread[c] · (log s - (x[c] - m))
 *
 * where `spread` is w times the smoothing, divided by the number of classes, and `own` is w[y] times the rest. Only the
 * powers are as large as the logits, and a single read writes them.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import * as tf from '../../kernels/tfjs/seam.js';
import { readInOrder, type Reading, times, zerosOf } from '../gradients/reads.js';
import { sitesOfTuples } from '../gradients/sites.js';
import { log } from '../ops/tfjs_workarounds.js';
import { withGradient, stopGradient } from '../tape.js';
import { max } from '../tfjs_math.js';
import { matMul } from '../tfjs_ops.js';

interface Settings {
  ignoreIndex: number;
  labelSmoothing: number;
  classWeights: Tensor | null;
}

/** Returns the losses of labels, which have a gradient by x, and the labels' weights, 0 for those that are ignored. */
export function crossEntropy(
  x: Tensor,
  labels: Tensor,
  { ignoreIndex, labelSmoothing, classWeights }: Settings,
): Record<'losses' | 'weights', Tensor> {
  const { shape } = x;
  const [rows, classes] = shape;
  const sitesAt = (labels: Tensor) => sitesOfTuples(shape, labels, 1, [rows, 1]);
  const ofClasses = (table: Tensor) => sitesOfTuples([classes], labels, 0, [rows, 1]).read(table);
  const isKept = Float32Array.from({ length: classes }, (_, c) => Number(c !== ignoreIndex));
  const kept = ofClasses(tf.tensor1d(isKept));
  const weights = classWeights ? tf.mul(kept, ofClasses(classWeights)) : kept;
  const own = tf.mul(weights, 1 - labelSmoothing);
  const spread = tf.mul(classWeights ?? tf.ones([classes]), labelSmoothing / classes);
  // The maximum cancels out. The sums are not taped, because the tape would keep x twice.
  const highest = stopGradient(() => max(x, 1));
  const sums = stopGradient(() => sumsOf(x, { highest, kept }));
  const losses = withGradient(
    { x },
    ['x'],
    () => {
      // On webgl, tfjs' maximum of nothing but -Infinity is finite, and the sum 0. The loss is NaN, as elsewhere.
      const logarithms = log(tf.sub(sums, zerosOf(sums)));
      const picked = tf.sub(sitesAt(labels).read(x), highest);
      const loss = tf.mul(own, tf.sub(logarithms, picked));
      const others = () => {
        const ofAll = matMul(readInOrder(x, shiftedBy(highest)), tf.reshape(spread, [classes, 1]));
        return tf.sub(tf.mul(tf.sum(spread), logarithms), tf.reshape(ofAll, [rows]));
      };
      return readInOrder(labelSmoothing > 0 ? tf.add(loss, others()) : loss, only(kept));
    },
    (dy, { x, labels, own, spread, sums, highest, kept }) => ({
      x() {
        const share = readInOrder(dy, only(kept));
        const ofSums = tf.mul(tf.add(own, tf.sum(spread)), share);
        const ofPowers = tf.div(ofSums, sumsOf(x, { highest, kept }, sums));
        const powers = powersOf(x, { highest, kept }, ofPowers);
        const how = { reduction: 'sub', givesUp: true } as const;
        const gradient = sitesAt(labels).scatter(powers, tf.mul(own, share), how);
        if (labelSmoothing === 0) return gradient;
        const ofAll = matMul(tf.reshape(share, [rows, 1]), tf.reshape(spread, [1, classes]));
        return readInOrder(ofAll, { from: gradient, givesUp: true });
      },
    }),
    { labels, own, spread, sums, highest, kept },
  );
  return { losses, weights };
}

/** Numbers of the rows that have no gradient: the maximum, and whether the label is kept. */
type Constants = Record<'highest' | 'kept', Tensor>;

/** Subtracts a number from each row: a read subtracts what it reads from a factor, so it also changes the sign. */
const shiftedBy = (highest: Tensor): Reading => ({ from: highest, over: tf.scalar(-1) });

/** Reads 0 in rows whose label is ignored, also in place of Infinity and NaN. */
const only = (kept: Tensor): Reading => ({ sourceLike: tf.scalar(1), targetLike: kept });

/** Returns exp(x - highest) of rows that are kept, times a weight for each row. */
function powersOf(x: Tensor, { highest, kept }: Constants, weights?: Tensor): Tensor {
  const inputs = { x, ...(weights && { weights }) };
  return withGradient(
    inputs,
    Object.keys(inputs),
    () => readInOrder(x, { ...shiftedBy(highest), map: 'exp', weights, ...only(kept) }),
    (dy, { x, weights, highest, kept }) => ({
      x: () => times(powersOf(x, { highest, kept }, weights), dy),
      weights: () => tf.sum(times(powersOf(x, { highest, kept }), dy), 1),
    }),
    { highest, kept },
  );
}

/** Sums the powers of each row, unless the sums are `known`. */
function sumsOf(x: Tensor, constants: Constants, known?: Tensor): Tensor {
  return withGradient(
    { x },
    ['x'],
    () => (known ? tf.clone(known) : tf.sum(powersOf(x, constants), 1)),
    (dy, { x, highest, kept }) => ({ x: () => powersOf(x, { highest, kept }, dy) }),
    constants,
  );
}
