/**
 * The common part of the gradients of tfjs' own ops.
 */
import type { GradConfig } from '@tensorflow/tfjs-core';

import { zeros } from '../../kernels/contract/tfjs_seam.js';
import { checkDifferentiable, singleOutput } from '../gradients/op_gradients.js';

/**
 * Makes the gradient of a kernel from the inputs that tfjs' tape keeps. Inputs without a gradient, such as
 * indices, get zeros: they may depend on an input that is differentiated.
 */
export function builtinGradient(
  caller: string,
  kernelName: string,
  inputsToSave: string[],
  gradients: Parameters<typeof singleOutput>[1],
): GradConfig {
  return {
    kernelName,
    inputsToSave,
    gradFunc: singleOutput(caller, (dy, saved, attrs) => {
      const zero = inputsToSave.map((name, i) => {
        // tf.gatherND calls its params x.
        checkDifferentiable(caller, name === 'params' ? 'x' : name, saved[i], saved);
        return [name, () => zeros(saved[i].shape)] as const;
      });
      return { ...Object.fromEntries(zero), ...gradients(dy, saved, attrs) };
    }),
  };
}
