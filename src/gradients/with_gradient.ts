/**
 * Functions of tensors with explicit gradients, which tfjs uses instead of deriving them from the ops.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { customGrad, fill, zeros } from '../../kernels/tfjs/seam.js';
import { where } from '../ops/tfjs_workarounds.js';

/**
 * Runs compute(...inputs), with gradient(dy, ...inputs, ...extra) as the gradients of the inputs. Pass
 * other tensors that the gradient needs as `extra`: tfjs may free tensors that only a closure holds.
 */
export function withGradient(
  inputs: Tensor[],
  compute: (...inputs: Tensor[]) => Tensor,
  gradient: (dy: Tensor, ...saved: Tensor[]) => Tensor[],
  extra: Tensor[] = [],
): Tensor {
  const run = customGrad((...given) => {
    const save = given[inputs.length];
    if (typeof save === 'function') save([...inputs, ...extra]);
    return {
      value: compute(...inputs),
      gradFunc: (dy: Tensor, saved: Tensor[]) => gradient(dy, ...saved),
    };
  });
  return run(...inputs);
}

/**
 * Runs `compute`, and makes tfjs treat its result as a constant. Masks and counts need this: tfjs has no
 * gradients for their ops and would throw.
 */
export function stopGradient(compute: () => Tensor): Tensor {
  return withGradient([], compute, () => []);
}

/**
 * Runs `compute`, with zeros as the gradients of the inputs. Integers need this: tfjs has no gradients
 * for many ops on them.
 */
export function withZeroGradient(inputs: Tensor[], compute: () => Tensor): Tensor {
  const shapes = inputs.map(({ shape }) => shape);
  const gradFunc = () => shapes.map((shape) => zeros(shape));
  return customGrad(() => ({ value: compute(), gradFunc }))(...inputs);
}

/**
 * Returns x where `condition` holds, else a number; `condition` may broadcast to x. The gradient of tfjs'
 * where multiplies by a mask, so an infinite dy would produce NaN.
 */
export function select(condition: Tensor, x: Tensor, otherwise: number): Tensor {
  return withGradient(
    [x],
    (x) => where(condition, x, fill(x.shape, otherwise, x.dtype)),
    (dy, _, condition) => [select(condition, dy, 0)],
    [condition],
  );
}
