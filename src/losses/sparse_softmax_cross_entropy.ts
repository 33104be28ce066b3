/**
 * Checks the arguments of the loss, computes it for each label, and reduces it. With m the maximum of a row x, s the sum of
 * exp(x - m) and w the weights of the classes, label y has the loss
 *
 *     own · (log s - (x[y] - m)) + Σ spread[c] · (log s - (x[c] - m))
 *
 * where `spread` is w times the smoothing, divided by the number of classes, and `own` is w[y] times the rest. Only the
 * powers are as large as the logits, and a single read writes them.
 */
import type { Scalar, Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { checkOptions } from '../../kernels/call/attributes.js';
import {
  invalidOption,
  isInteger,
  isOneOf,
  oneOf,
  show,
  wrongShape,
} from '../../kernels/call/errors.js';
import { axisFromStart, checkDtype, checkShape, sizeOf } from '../../kernels/call/shapes.js';
import * as tf from '../../kernels/tfjs/seam.js';
import { publicCall } from '../backends.js';
import { type Reading, readInOrder, times, unless, zerosOf } from '../gradients/reads.js';
import { sitesOfTuples } from '../gradients/sites.js';
import { type Input, isValues, shapeOf, toFloats, toIndexTensor } from '../ops/convert.js';
import { checkInside, toIndices } from '../ops/known_indices.js';
import { log } from '../ops/tfjs_workarounds.js';
import { asConstant, withGradient } from '../tape.js';
import { max } from '../tfjs_math.js';
import { matMul } from '../tfjs_ops.js';

const NAME = 'sparseSoftmaxCrossEntropy';

/** What becomes of the losses of all labels. */
export type LossReduction = 'mean' | 'sum' | 'none';

const REDUCTIONS: readonly LossReduction[] = ['mean', 'sum', 'none'];

/** Options of `sparseSoftmaxCrossEntropy`, with the meaning that they have in PyTorch. */
export interface SparseSoftmaxCrossEntropyOptions<Reduction extends LossReduction = LossReduction> {
  /** The axis of logits that holds the classes; a negative one counts from the end. Default -1. */
  axis?: number | undefined;
  /** Labels of this value are ignored: their loss and its gradient are 0. It need not be a class. Default -100. */
  ignoreIndex?: number | undefined;
  /** The share of each label, in [0, 1], that is spread evenly over all classes. Default 0. */
  labelSmoothing?: number | undefined;
  /** A weight for each class: float32 of shape `[classes]`, PyTorch's `weight`. It has no gradient. Default: all 1. */
  classWeights?: Tensor | TensorLike | undefined;
  /**
   * `'none'` returns the loss of each label, `'sum'` adds them up, and `'mean'` divides the sum by the number of
   * labels that are not ignored or, with classWeights, by the sum of their weights. If all labels are ignored, the
   * mean is NaN, and its gradient 0. Default 'mean'.
   */
  reduction?: Reduction | undefined;
}

/**
 * The cross entropy between the softmax of logits and integer labels: PyTorch's `F.cross_entropy`, and TensorFlow's
 * `sparse_softmax_cross_entropy_with_logits` with `reduction: 'none'`.
 *
 * It makes no one-hot labels. The gradient writes softmax once and adds to it at the labels, so training needs one
 * tensor of the size of logits, where `tf.losses.softmaxCrossEntropy` with `tf.oneHot` needs several. Logits have
 * gradients of first and second order. Infinite logits give what PyTorch gives: a row with Infinity, or with nothing
 * but -Infinity, has the loss NaN.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { sparseSoftmaxCrossEntropy } from 'tfjs-gather-scatter';
 *
 * const logits = tf.tensor2d([[0, 0], [3, 3], [5, 1]]);
 * const loss = (x: tf.Tensor) => sparseSoftmaxCrossEntropy(x, [1, 0, -100]);
 * loss(logits).print(); // 0.6931471824645996
 * tf.grad(loss)(logits).print(); // [[0.25, -0.25], [-0.25, 0.25], [0, 0]]
 * ```
 *
 * @param logits float32 `[..., classes]`, or with the classes on another axis.
 * @param labels The class of each row of logits: int32 of the shape of logits without the classes. A tensor of float32
 *     may hold whole numbers, as the labels of tf.data do. Labels have no gradient.
 * @param options `axis`, `ignoreIndex`, `labelSmoothing`, `classWeights` and `reduction`.
 * @returns A scalar; with `reduction: 'none'` a tensor of the shape of labels.
 * @throws An Error that names the argument if shapes, dtypes or options do not fit, or for a label that is neither a
 *     class nor ignoreIndex. If only a GPU knows that label, it is ignored.
 */
export function sparseSoftmaxCrossEntropy<Reduction extends LossReduction = 'mean'>(
  logits: Tensor | TensorLike,
  labels: Tensor | TensorLike,
  options: SparseSoftmaxCrossEntropyOptions<Reduction> = {},
): Reduction extends 'none' ? Tensor : Scalar {
  type Result = Reduction extends 'none' ? Tensor : Scalar;
  const hint = () => hintAtOrder(logits, labels);
  return publicCall(NAME, () => lossOf(logits, labels, options) as Result, hint);
}

function lossOf(logits: Input, labels: Input, options: SparseSoftmaxCrossEntropyOptions): Tensor {
  checkOptions(options, ['axis', 'reduction', 'ignoreIndex', 'labelSmoothing', 'classWeights']);
  const { axis = -1, ignoreIndex = -100, labelSmoothing = 0, reduction = 'mean' } = options;
  if (!isOneOf(reduction, REDUCTIONS)) {
    throw invalidOption('reduction', reduction, oneOf(REDUCTIONS));
  }
  if (!isInteger(ignoreIndex)) throw invalidOption('ignoreIndex', ignoreIndex, 'an integer');
  if (!(labelSmoothing >= 0 && labelSmoothing <= 1)) {
    throw invalidOption('labelSmoothing', labelSmoothing, 'a number in [0, 1]');
  }
  const x = toFloats('logits', logits);
  const along = x.rank && axisFromStart(axis, x.rank, 'logits');
  const [classes = 0, ...inner] = x.shape.slice(along);
  if (classes === 0) throw wrongShape('logits', x.shape, `at least one class on axis ${along}`);
  const outer = x.shape.slice(0, along);
  const ids = toIndices('labels', toIndexTensor('labels', labels));
  checkDtype('labels', ids.dtype, 'int32');
  checkShape('labels', ids, [...outer, ...inner], `: logits ${show(x.shape)} without the classes`);
  const expected = () => `a class in [0, ${classes - 1}], or ignoreIndex, ${ignoreIndex}`;
  checkInside('labels', ids, [{ lowest: 0, end: classes, except: ignoreIndex, expected }]);
  const given = options.classWeights;
  const classWeights =
    given === undefined
      ? null
      : toFloats('classWeights', given, [classes], ', a weight for each class');
  if (ids.size === 0) {
    const noLoss = () => (reduction === 'none' ? ids : tf.scalar(reduction === 'sum' ? 0 : NaN));
    return asConstant(() => tf.cast(noLoss(), 'float32'), [x]);
  }
  const rows = exchanged(x, [sizeOf(outer), classes, sizeOf(inner)], [ids.size, classes]);
  const settings = { ignoreIndex, labelSmoothing, classWeights };
  const { losses, weights } = crossEntropy(rows, tf.reshape(ids, [ids.size]), settings);
  if (reduction === 'none') return tf.reshape(losses, ids.shape);
  const total = tf.sum(losses);
  if (reduction === 'sum') return total;
  const weight = tf.sum(weights);
  return unless(zerosOf(weight), readInOrder(total, { over: weight }), NaN);
}

/**
 * Exchanges the last two of three dimensions of x, and gives the result a shape. The tape keeps nothing; for tfjs'
 * reshape it would keep x, and copy it on wasm.
 */
function exchanged(x: Tensor, [a, b, c]: number[], shape: number[]): Tensor {
  const run = () => {
    const split = tf.reshape(x, [a, b, c]);
    return tf.reshape(b === 1 || c === 1 ? split : tf.transpose(split, [0, 2, 1]), shape);
  };
  return withGradient({ x }, [], run, (dy) => ({ x: () => exchanged(dy, [a, c, b], x.shape) }));
}

/** Returns a hint if the arguments would fit in the other order. */
function hintAtOrder(logits: Input, labels: Input): string {
  if (!isValues(logits) || shapeOf(labels).length !== shapeOf(logits).length + 1) return '';
  return ` The arguments look like the (labels, logits) of TensorFlow; ${NAME} expects (logits, labels).`;
}

interface Settings {
  ignoreIndex: number;
  labelSmoothing: number;
  classWeights: Tensor | null;
}

/** Returns the losses of labels, which have a gradient by x, and the labels' weights, 0 for those that are ignored. */
function crossEntropy(
  x: Tensor,
  labels: Tensor,
  { ignoreIndex, labelSmoothing, classWeights }: Settings,
): Record<'losses' | 'weights', Tensor> {
  const { shape } = x;
  const [rows, classes] = shape;
  const sitesAt = (labels: Tensor) => sitesOfTuples(shape, labels, 1, [rows, 1]);
  const atLabels = (table: Tensor) => sitesOfTuples([classes], labels, 0, [rows, 1]).read(table);
  const isKept = Float32Array.from({ length: classes }, (_, c) => Number(c !== ignoreIndex));
  const kept = atLabels(tf.tensor1d(isKept));
  const weights = classWeights ? tf.mul(kept, atLabels(classWeights)) : kept;
  const own = tf.mul(weights, 1 - labelSmoothing);
  const spread = tf.mul(classWeights ?? tf.ones([classes]), labelSmoothing / classes);
  // The maximum cancels out. The sums are not taped, because the tape would keep x twice.
  const highest = asConstant(() => max(x, 1));
  const sums = asConstant(() => sumsOf(x, { highest, kept }));
  const losses = withGradient(
    { x },
    ['x'],
    () => {
      // On webgl, tfjs' maximum of nothing but -Infinity is finite, and the sum 0. The loss is NaN, as elsewhere.
      const logarithms = log(tf.sub(sums, zerosOf(sums)));
      const picked = tf.sub(sitesAt(labels).read(x), highest);
      const loss = tf.mul(own, tf.sub(logarithms, picked));
      const others = () => {
        const total = matMul(readInOrder(x, shiftedBy(highest)), tf.reshape(spread, [classes, 1]));
        return tf.sub(tf.mul(tf.sum(spread), logarithms), tf.reshape(total, [rows]));
      };
      return readInOrder(labelSmoothing > 0 ? tf.add(loss, others()) : loss, only(kept));
    },
    (dy, { x, labels, own, spread, sums, highest, kept }) => ({
      x() {
        const share = readInOrder(dy, only(kept));
        const sumsGradient = tf.mul(tf.add(own, tf.sum(spread)), share);
        const powersGradient = tf.div(sumsGradient, sumsOf(x, { highest, kept }, sums));
        const powers = powersOf(x, { highest, kept }, powersGradient);
        const how = { reduction: 'sub', givesUp: true } as const;
        const gradient = sitesAt(labels).scatter(powers, tf.mul(own, share), how);
        if (labelSmoothing === 0) return gradient;
        const others = matMul(tf.reshape(share, [rows, 1]), tf.reshape(spread, [1, classes]));
        return readInOrder(others, { from: gradient, givesUp: true });
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
