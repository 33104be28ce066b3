import { accelerateGradients, replaceGradient } from '../builtins/accelerate.js';
import { repairedGradients } from './gradients.js';

/**
 * Gives TensorFlow.js' own ops right gradients, of first and second order, until you undo it:
 *
 * - ties of `tf.max` and `tf.min` share the gradient evenly, where tfjs gives all of it to each of them;
 * - gradients of `mirrorPad`, of `avgPool` with padding, of `maxPool` and `conv3d` on wasm, of `maxPool3d`, of `cumsum`
 *   along any axis, of resized images and of `abs` at 0 are right, and so are those of `maximum`, `minimum`,
 *   `squaredDifference` and `matMul` if the tensors broadcast;
 * - second derivatives of activations, `exp`, `softmax`, `logSumExp`, `clipByValue`, `pow`, `prod`, `max`, `min`,
 *   convolutions, pools and `resizeBilinear` are right, where tfjs' are wrong or throw;
 * - comparisons, logical ops, `floor`, `ceil`, `round`, `sign`, `step`, `argMax` and others whose result does not change
 *   continuously have the gradient 0, so masks such as `x.greater(0)` can be computed from what you differentiate;
 * - `einsum`, `cumprod`, `diag`, `depthToSpace`, and `unstack` and `split` into one part have gradients, and `tf.gather`
 *   lets you compute its indices from what you differentiate, by `topk` or `argMax` for example.
 *
 * `tf.logSoftmax`, `tf.logSigmoid` and `tf.losses.softmaxCrossEntropy` keep their second derivatives, which are wrong:
 * these functions have gradients of their own. Write `x.sub(tf.logSumExp(x, -1, true))`, `tf.softplus(x.neg()).neg()`
 * and `sparseSoftmaxCrossEntropy` instead.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { repairGradients } from 'tfjs-gather-scatter';
 *
 * const undo = repairGradients();
 * tf.grad((x) => tf.max(x, 0))(tf.tensor1d([2, 2])).print(); // [0.5, 0.5]
 * const positive = (x: tf.Tensor) => tf.where(x.greater(0), x.square(), 0);
 * tf.grad(positive)(tf.tensor1d([3, -1])).print(); // [6, 0]
 * tf.grad(tf.grad((x) => tf.exp(x)))(tf.scalar(0)).print(); // 1
 * undo();
 * ```
 *
 * @returns A function that undoes it by restoring the previous gradients. You may call it in any order with the functions
 *     that `accelerateBuiltins` or other calls returned, also those of other copies of the package. Calling it again
 *     does no harm. Gradients that other code has registered in the meantime stay.
 */
export function repairGradients(): () => void {
  const undos = [...accelerateGradients(), ...repairedGradients().map(replaceGradient)];
  return () => {
    for (const undo of undos) undo();
  };
}
