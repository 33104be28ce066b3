/**
 * Functions of tensors whose gradient is given, rather than derived from the ops that compute them.
 */
import { customGrad, fill, zeros } from '@tensorflow/tfjs-core';
import type { Tensor } from '@tensorflow/tfjs-core';

import { where } from '../ops/mended_ops.js';

/**
 * Runs compute(...inputs), and has tfjs take gradient(dy, ...inputs, ...kept) for the inputs' gradients.
 * `kept` are other tensors that the gradient needs: tfjs may free those that only a closure holds.
 */
export function withGradient(
  inputs: Tensor[],
  compute: (...inputs: Tensor[]) => Tensor,
  gradient: (dy: Tensor, ...saved: Tensor[]) => Tensor[],
  kept: Tensor[] = [],
): Tensor {
  const run = customGrad((...given) => {
    const save = given[inputs.length];
    if (typeof save === 'function') save([...inputs, ...kept]);
    return {
      value: compute(...inputs),
      gradFunc: (dy: Tensor, saved: Tensor[]) => gradient(dy, ...saved),
    };
  });
  return run(...inputs);
}

/**
 * Runs `compute`, and has tfjs take its result for a constant. Masks and counts need this: tfjs has
 * no gradients for their ops, and would throw.
 */
export function stopGradient(compute: () => Tensor): Tensor {
  return withGradient([], compute, () => []);
}

/**
 * Runs `compute`, and has tfjs take zeros for the inputs' gradients. Integers need this: tfjs has no
 * gradients for many ops that compute them or with them.
 */
export function withZeroGradient(inputs: Tensor[], compute: () => Tensor): Tensor {
  const shapes = inputs.map(({ shape }) => shape);
  const gradFunc = () => shapes.map((shape) => zeros(shape));
  return customGrad(() => ({ value: compute(), gradFunc }))(...inputs);
}

/**
 * Returns x where `condition` holds, which may broadcast to it, else a number. The gradient of tfjs' own
 * op multiplies by a mask, which makes NaN of an infinite dy.
 */
export function select(condition: Tensor, x: Tensor, otherwise: number): Tensor {
  return withGradient(
    [x],
    (x) => where(condition, x, fill(x.shape, otherwise, x.dtype)),
    (dy, _, condition) => [select(condition, dy, 0)],
    [condition],
  );
}
