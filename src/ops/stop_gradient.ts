import type { Rank, Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { named } from '../../kernels/call/errors.js';
import { clone, tidy } from '../../kernels/tfjs/seam.js';
import { computeDetached } from '../tape.js';
import { toTensor } from './convert.js';

/**
 * Returns `x` as a constant: its gradients are 0, of every order, and so are those of whatever it was computed from by
 * way of it. No op that computed x is asked for a gradient, so these may be ops without one, and `log(0)` gives no NaN.
 *
 * TensorFlow's `tf.stop_gradient`, JAX's `lax.stop_gradient` and PyTorch's `x.detach()`. The result shares the memory of x.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { stopGradient } from 'tfjs-gather-scatter';
 *
 * const x = tf.tensor1d([1, -2]);
 * tf.grad((x) => x.mul(stopGradient(x)))(x).print(); // [1, -2]
 *
 * // Rounds, with the gradient of x: the straight-through estimator.
 * const rounded = (x: tf.Tensor) => x.add(stopGradient(x.round().sub(x)));
 * tf.grad(rounded)(tf.tensor1d([0.4, 1.7])).print(); // [1, 1]
 * ```
 *
 * @param x A tensor of any shape and dtype, also a variable, or an array.
 * @returns A tensor of x's values, shape and dtype. Changing a variable does not change it.
 * @throws An Error if x is disposed, or is no tensor and no array. tfjs throws if a tensor of more than six dimensions is
 *     differentiated that is used in no other way, except on cpu.
 */
export function stopGradient<R extends Rank>(x: Tensor<R> | TensorLike): Tensor<R> {
  return named('stopGradient', () =>
    tidy(() => {
      const tensor = toTensor<Tensor<R>>('x', x);
      return computeDetached([tensor], () => clone(tensor));
    }),
  );
}
