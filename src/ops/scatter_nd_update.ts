import type { Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { reshape } from '../../kernels/contract/tfjs_seam.js';
import { OPS } from '../../kernels/contract/ops.js';
import type { ScatterNDUpdateOptions } from './options.js';
import { type OpFunction, runScatter } from './run_op.js';

export const SCATTER_ND_UPDATE: OpFunction = {
  op: OPS.ScatterND,
  caller: 'scatterNDUpdate',
  fitUpdates: scalarFromOne,
};

/**
 * `scatterND` under OpenVINO's name, with the same arguments, result and errors. In addition, if indices
 * are a single tuple that addresses one value, updates of one element may have any shape.
 *
 * OpenVINO ScatterNDUpdate-3 and -15.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { scatterNDUpdate } from 'tfjs-gather-scatter';
 *
 * const stock = tf.tensor1d([10, 20, 30]);
 * const left = scatterNDUpdate(stock, [[1], [2], [1]], [5, 1, 5], { reduction: 'sub' });
 * left.print(); // [10, 10, 29]
 * ```
 */
export function scatterNDUpdate<T extends Tensor>(
  data: T | TensorLike,
  indices: Tensor | TensorLike,
  updates: Tensor | TensorLike,
  options: ScatterNDUpdateOptions = {},
): T {
  return runScatter(SCATTER_ND_UPDATE, data, indices, updates, options);
}

function scalarFromOne(data: Tensor, indices: Tensor, updates: Tensor): Tensor {
  const addressesOneValue = indices.rank === 1 && indices.size === data.rank;
  return addressesOneValue && updates.size === 1 ? reshape(updates, []) : updates;
}
