/**
 * Functions whose gradients tfjs does not derive from their ops.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { fill } from '../../kernels/tfjs/seam.js';
import { where } from '../ops/tfjs_workarounds.js';
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

/**
 * Returns x where `condition` holds, else a number; `condition` may broadcast to x. The gradient of tfjs'
 * where multiplies by a mask, so an infinite dy would produce NaN.
 */
export function select(condition: Tensor, x: Tensor, otherwise: number): Tensor {
  return keeping(
    { x },
    [],
    () => where(condition, x, fill(x.shape, otherwise, x.dtype)),
    (dy, { condition }) => ({ x: () => select(condition, dy, 0) }),
    { condition },
  );
}
