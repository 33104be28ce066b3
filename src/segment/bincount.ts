import { ones, tidy } from '@tensorflow/tfjs-core';
import type { Tensor, Tensor1D, TensorLike } from '@tensorflow/tfjs-core';

import { checkOptions, invalidOption } from '../../kernels/contract/attributes.js';
import { isInteger, show } from '../../kernels/contract/messages.js';
import { checkDtype } from '../../kernels/contract/plan.js';
import { shapesFit } from '../../kernels/contract/shapes.js';
import { toTensor } from '../ops/convert.js';
import { toIndexTensor } from '../ops/index_tensor.js';
import { wrongShape } from './checks.js';
import { SUM } from './ops.js';
import { runSegments } from './run_segments.js';

/** Options of `bincount`. */
export interface BincountOptions {
  /** The length of the result: ids from 0 to size - 1 are counted. */
  size: number;
  /** What each id adds to its count: float32, of the shape of ids. Default: 1. */
  weights?: Tensor | TensorLike;
}

/**
 * Counts how often each id occurs, or sums the weights of each id. Ids below 0, or of `size` or more, are
 * dropped.
 *
 * TensorFlow's `tf.math.bincount` with `minlength` and `maxlength` set to `size`. tfjs' own bincount takes
 * weights and size as positional arguments.
 *
 * ```ts
 * import '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import { bincount } from 'tfjs-gather-scatter/segment';
 *
 * bincount([2, 0, 2, 7], { size: 4 }).print(); // [1, 0, 2, 0]
 * bincount([2, 0, 2], { size: 3, weights: [0.5, 4, 1] }).print(); // [4, 0, 1.5]
 * ```
 *
 * @param ids int32, of any rank. They have no gradient.
 * @param options `size`: the length of the result; `weights`, which have first- and second-order gradients.
 * @returns A tensor of the shape `[size]`: int32, or float32 with weights.
 * @throws An Error that names the argument if shapes, dtypes or options do not fit.
 */
export function bincount(ids: Tensor | TensorLike, options: BincountOptions): Tensor1D {
  const caller = 'bincount';
  return tidy(() => {
    checkOptions(caller, options, ['size', 'weights']);
    const { size, weights } = options;
    if (!isInteger(size) || size < 0)
      throw invalidOption(caller, 'size', size, 'a nonnegative integer');
    const given = toIndexTensor(caller, 'ids', ids);
    checkDtype(caller, 'ids', given.dtype, 'int32');
    const terms =
      weights === undefined ? ones(given.shape, 'int32') : toWeights(caller, weights, given);
    const settings = { numSegments: size, outOfBounds: 'drop' } as const;
    return runSegments({ ...SUM, caller }, [terms, given], settings) as Tensor1D;
  });
}

function toWeights(caller: string, weights: Tensor | TensorLike, { shape }: Tensor): Tensor {
  const terms = toTensor(caller, 'weights', weights, 'float32');
  checkDtype(caller, 'weights', terms.dtype, 'float32');
  if (shapesFit(terms.shape, shape)) return terms;
  throw wrongShape(caller, 'weights', terms.shape, `${show(shape)}, the shape of ids`);
}
