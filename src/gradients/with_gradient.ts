/**
 * Functions whose gradients tfjs does not derive from their ops.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { keeping } from '../tape.js';

/**
 * Runs `compute`, and makes tfjs treat its result as a constant. Masks and counts need this: tfjs has no
 * gradients for their ops and would throw.
 */
export function stopGradient(compute: () => Tensor): Tensor {
  return keeping({}, [], compute, () => ({}));
}

/**
 * Runs `compute`, with zeros as the gradients of the inputs. Integers need this: tfjs has no gradients
 * for many ops on them.
 */
export function withZeroGradient(inputs: Tensor[], compute: () => Tensor): Tensor {
  return keeping(Object.fromEntries(inputs.entries()), [], compute, () => ({}));
}
