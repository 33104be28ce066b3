/**
 * Indices of layers: tfjs takes every layer's output for float32, so indices may come in it.
 */
import { cast, tensor } from '@tensorflow/tfjs-core';
import type { Tensor } from '@tensorflow/tfjs-core';

import { showPosition } from '../../kernels/contract/bounds.js';
import { asNumbers } from '../../kernels/contract/dtypes.js';
import { knownValues } from '../backends.js';
import { withZeroGradient } from '../gradients/with_gradient.js';

/** The dtypes in which a layer takes indices. */
export const INDEX_DTYPES = ['int32', 'float32'] as const;

/**
 * Converts indices to int32. Throws for known values that are not integers; values that only a GPU
 * knows lose their fraction.
 */
export function toIndices(caller: string, name: string, indices: Tensor): Tensor {
  if (indices.dtype !== 'float32') return indices;
  const known = knownValues(indices);
  if (known === null) return cast(indices, 'int32');
  const values = asNumbers(known);
  const broken = values.findIndex((value) => (value | 0) !== value);
  if (broken >= 0) {
    throw new Error(
      `${caller}: ${name} has the value ${values[broken]} at ${showPosition(broken, indices.shape)}, ` +
        'expected integers in the range of int32.',
    );
  }
  // A cast would leave the values on the GPU only, where the op could not check their bounds.
  return withZeroGradient([indices], () => tensor(Int32Array.from(values), indices.shape, 'int32'));
}
