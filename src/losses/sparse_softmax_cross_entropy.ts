/** Checks the arguments of the loss, computes it for each label, and reduces it. */
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
import { checkDtype } from '../../kernels/call/inputs.js';
import { axisFromStart, checkShape, sizeOf } from '../../kernels/call/shapes.js';
import { cast, reshape, scalar, sum, transpose } from '../../kernels/tfjs/seam.js';
import { publicCall } from '../backends.js';
import { readInOrder, unless, zerosOf } from '../gradients/reads.js';
import { type Input, isValues, shapeOf, toFloats, toIndexTensor } from '../ops/convert.js';
import { checkInside, toIndices } from '../ops/known_indices.js';
import { withGradient, stopGradient } from '../tape.js';
import { crossEntropy } from './cross_entropy.js';

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
 * import 'tfjs-gather-scatter';
 * import { sparseSoftmaxCrossEntropy } from 'tfjs-gather-scatter/losses';
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
    const ofNone = () => (reduction === 'none' ? ids : scalar(reduction === 'sum' ? 0 : NaN));
    return stopGradient(() => cast(ofNone(), 'float32'), [x]);
  }
  const rows = exchanged(x, [sizeOf(outer), classes, sizeOf(inner)], [ids.size, classes]);
  const settings = { ignoreIndex, labelSmoothing, classWeights };
  const { losses, weights } = crossEntropy(rows, reshape(ids, [ids.size]), settings);
  if (reduction === 'none') return reshape(losses, ids.shape);
  const total = sum(losses);
  if (reduction === 'sum') return total;
  const weight = sum(weights);
  return unless(zerosOf(weight), readInOrder(total, { over: weight }), NaN);
}

/**
 * Exchanges the last two of three dimensions of x, and gives the result a shape. The tape keeps nothing; for tfjs'
 * reshape it would keep x, and copy it on wasm.
 */
function exchanged(x: Tensor, [a, b, c]: number[], shape: number[]): Tensor {
  const run = () => {
    const split = reshape(x, [a, b, c]);
    return reshape(b === 1 || c === 1 ? split : transpose(split, [0, 2, 1]), shape);
  };
  return withGradient({ x }, [], run, (dy) => ({ x: () => exchanged(dy, [a, c, b], x.shape) }));
}

/** Returns a hint if the arguments would fit in the other order. */
function hintAtOrder(logits: Input, labels: Input): string {
  if (!isValues(logits) || shapeOf(labels).length !== shapeOf(logits).length + 1) return '';
  return ` The arguments look like the (labels, logits) of TensorFlow; ${NAME} expects (logits, labels).`;
}
