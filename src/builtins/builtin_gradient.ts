/** The common part of the gradients of tfjs' own ops, and the sites that these ops address by tfjs' rules. */
import type { GatherV2Attrs, GradConfig, Tensor } from '@tensorflow/tfjs-core';

import { asGradFunc, reshape, type SingleGradFunc, zeros } from '../../kernels/tfjs/seam.js';
import { lookupAsND } from '../../kernels/tfjs/rules.js';
import { requireKernels } from '../backends.js';
import { checkDifferentiable, namedGradients } from '../gradients/op_gradients.js';
import { repeat, type repeatIndices } from '../ops/rows.js';

/**
 * Makes the gradient of a kernel from the inputs that tfjs' tape keeps. `name` is tfjs' function, for messages.
 * Inputs without a gradient, such as indices, get zeros: they may depend on an input that is differentiated.
 */
export function builtinGradient(
  name: string,
  kernelName: string,
  inputsToSave: string[],
  gradients: SingleGradFunc,
): GradConfig {
  return {
    kernelName,
    inputsToSave,
    gradFunc: asGradFunc((dy, saved, attrs) =>
      namedGradients(name, () => {
        requireKernels();
        const zero = inputsToSave.map((input, i) => {
          // tf.gatherND calls its params x.
          checkDifferentiable(input === 'params' ? 'x' : input, saved[i], saved);
          return [input, () => zeros(saved[i].shape)] as const;
        });
        return { ...Object.fromEntries(zero), ...gradients(dy, saved, attrs) };
      }),
    ),
  };
}

/**
 * Returns the indices of TensorFlow's gather, GatherV2 in tfjs, as tuples of one index, and the number of batch
 * dimensions of x. For x of strings, `repeatRows` must be repeatIndices; gradients leave it out of bundles.
 */
export function tuplesOfLookup(
  x: Tensor,
  indices: Tensor,
  attrs: Partial<GatherV2Attrs>,
  repeatRows: typeof repeatIndices = (rows, times) => repeat(rows, 1, times),
): { tuples: Tensor; batchDims: number } {
  const { along, batchSize, times, sitesShape } = lookupAsND(x, indices, attrs);
  const repeated =
    times === 1 ? indices : repeatRows(reshape(indices, [batchSize, -1]), times, x.dtype);
  return { tuples: reshape(repeated, sitesShape), batchDims: along };
}
