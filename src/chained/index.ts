/**
 * tfjs-gather-scatter/chained: the ops as methods of tensors, with the tensor as the first argument.
 * Importing it adds the methods to all tensors, even if other packages bring further copies of
 * tfjs-core, and registers the ops' gradients with tfjs. Import kernels from tfjs-gather-scatter or the
 * entries of backends.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import 'tfjs-gather-scatter/chained';
 *
 * const votes = tf.zeros([2]).scatterElements([0, 1, 1], [1, 1, 1], { reduction: 'add' });
 * votes.gatherND([[1]]).print(); // [2]
 * ```
 *
 * @module tfjs-gather-scatter/chained
 */
import type { Rank, Tensor } from '@tensorflow/tfjs-core';

import { isOneOf } from '../../kernels/contract/messages.js';
import * as ops from '../ops/index.js';
import '../register.js';
import * as segments from '../segment/functions.js';
import * as products from '../sparse/functions.js';
import { type ChainedOps, LEFT_OUT } from './methods.js';
import { prototypeOfTensors } from './prototype_of_tensors.js';

export type { ChainedOps } from './methods.js';

// TypeScript merges a declaration only with the file that declares the class. Node's resolution of ES
// modules requires the extension `.js`.
declare module '@tensorflow/tfjs-core/dist/tensor.js' {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars, @typescript-eslint/no-empty-object-type -- the type parameters must match the class
  interface Tensor<R extends Rank = Rank> extends ChainedOps {}
}

const prototype = prototypeOfTensors();
for (const [name, op] of Object.entries({ ...ops, ...segments, ...products })) {
  if (isOneOf(name, LEFT_OUT) || name in prototype) continue;
  Object.defineProperty(prototype, name, {
    configurable: true,
    writable: true,
    value(this: Tensor, ...args: unknown[]): unknown {
      return Reflect.apply(op, undefined, [this, ...args]);
    },
  });
}
