/**
 * Cuts indices off the ops that computed them on tfjs' tape. Otherwise tfjs would ask these ops for
 * gradients, which many do not have, such as topk and less; clipByValue has only a first-order one.
 */
import type { Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { clone } from '../../kernels/contract/tfjs_seam.js';
import { withZeroGradient } from '../gradients/with_gradient.js';
import { isTaped, sourcesOf } from '../tape.js';
import { toTensor } from './convert.js';

/** Returns indices as a tensor; an array must hold integers. */
export function toIndexTensor(caller: string, name: string, value: Tensor | TensorLike): Tensor {
  const indices = toTensor(caller, name, value, 'int32');
  const sources = isTaped() ? sourcesOf(indices) : null;
  if (sources === null) return indices;
  // The tensors that they were computed from get zeros, as with tfjs' argMin or floor. tfjs adds these to
  // other gradients, which works for up to six dimensions.
  const reached = sources.filter(({ rank }) => rank <= 6);
  return withZeroGradient(reached, () => clone(indices));
}
