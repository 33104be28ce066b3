/**
 * Indices as the ops take them. They have no gradient, and no op that computed them is asked for one:
 * tfjs has none for many of those, such as topk and less, and clipByValue has one of first order alone.
 */
import { clone } from '@tensorflow/tfjs-core';
import type { Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { withZeroGradient } from '../gradients/with_gradient.js';
import { isTaped, sourcesOf } from '../tape.js';
import { toTensor } from './convert.js';

/** Returns indices as a tensor; an array must hold integers. */
export function toIndexTensor(caller: string, name: string, value: Tensor | TensorLike): Tensor {
  const indices = toTensor(caller, name, value, 'int32');
  const sources = isTaped() ? sourcesOf(indices) : null;
  if (sources === null) return indices;
  // What they were computed from gets zeros, as by tfjs' argMin or floor. tfjs adds those to its other
  // gradients, which it can for up to six dimensions.
  const reached = sources.filter(({ rank }) => rank <= 6);
  return withZeroGradient(reached, () => clone(indices));
}
