/**
 * Indices of layers, which may arrive as float32 because tfjs gives every layer's output that dtype.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { cast, tensor } from '../../kernels/contract/tfjs_seam.js';
import { showPosition } from '../../kernels/contract/bounds.js';
import { asNumbers } from '../../kernels/contract/dtypes.js';
import { knownValues } from '../backends.js';
import { withZeroGradient } from '../gradients/with_gradient.js';

/** The dtypes that layers accept for indices. */
export const INDEX_DTYPES = ['int32', 'float32'] as const;

/**
 * Converts indices to int32. Known values must be integers; values that only the GPU knows are
 * truncated.
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
  // A cast would put the values only on the GPU, where the op cannot check their bounds.
  return withZeroGradient([indices], () => tensor(Int32Array.from(values), indices.shape, 'int32'));
}
