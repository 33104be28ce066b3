import type { Tensor } from '@tensorflow/tfjs-core';

import { wrong } from '../../kernels/call/errors.js';
import { cast, tensor } from '../../kernels/tfjs/seam.js';
import { showPosition } from '../../kernels/call/bounds.js';
import { asNumbers } from '../../kernels/call/dtypes.js';
import { knownValues } from '../backends.js';
import { stopGradient } from '../tape.js';

/**
 * Converts indices to int32: tfjs gives every layer's output float32. Known values must be integers; values
 * that only the GPU knows are truncated.
 */
export function toIndices(name: string, indices: Tensor): Tensor {
  if (indices.dtype !== 'float32') return indices;
  const known = knownValues(indices);
  if (known === null) return cast(indices, 'int32');
  const values = asNumbers(known);
  const broken = values.findIndex((value) => (value | 0) !== value);
  if (broken >= 0) {
    const found = `${name} has the value ${values[broken]} at ${showPosition(broken, indices.shape)}`;
    throw wrong(found, 'integers in the range of int32');
  }
  // A cast would put the values only on the GPU, where the op cannot check their bounds.
  return stopGradient(() => tensor(Int32Array.from(values), indices.shape, 'int32'), [indices]);
}
