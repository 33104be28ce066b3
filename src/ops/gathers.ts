import type { Rank, Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { type Op, OPS } from '../../kernels/call/ops.js';
import type { Input } from './convert.js';
import type { GatherElementsOptions, GatherNDOptions } from './options.js';
import { runOp } from './run_op.js';

/**
 * A function that picks the values of `data` that indices address.
 *
 * Returns a new tensor of data's dtype and the shape that the function says. Throws an Error that names the argument
 * if shapes, dtypes or options do not fit, and with outOfBounds 'error' if an index is outside `[-size, size - 1]`.
 */
export interface GatherFunction<Options extends object, KeepsRank extends boolean = true> {
  <R extends Rank>(
    /** A tensor of any dtype and of rank 1 or more, or an array. */
    data: Tensor<R> | TensorLike,
    /** int32, as the function says. Negative ones count from the end. */
    indices: Tensor | TensorLike,
    /**
     * `axis` or `batchDims` (default 0, unless the function says otherwise); `outOfBounds` (default 'error');
     * `wrapNegatives` (default true); `fill` (default 0): the value for an index out of bounds with 'drop'.
     */
    options?: Options,
  ): KeepsRank extends true ? Tensor<R> : Tensor;
}

function gatherFunction<Options extends object, KeepsRank extends boolean = true>(op: Op) {
  const run = (data: Input, indices: Input, options: object = {}) =>
    runOp({ op }, [data, indices], options);
  return run as GatherFunction<Options, KeepsRank>;
}

/**
 * Picks one value of `data` for every element of `indices`. The index is the value's position along
 * `axis`; along all other axes the value has the position of the index itself.
 *
 * ONNX GatherElements (11, 13), PyTorch's `gather`. `indices` has data's rank and is no longer than data except along
 * `axis`: unlike NumPy's `take_along_axis`, it does not broadcast. The result has the shape of indices.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { gatherElements } from 'tfjs-gather-scatter';
 *
 * gatherElements(tf.tensor2d([[1, 2], [3, 4]]), [[0, 0], [1, 0]], { axis: 1 }).print(); // [[1, 1], [4, 3]]
 * ```
 * @function
 */
export const gatherElements = gatherFunction<GatherElementsOptions>(OPS.GatherElements);

/**
 * Picks a slice of `data` for every tuple in the last dimension of `indices`. A tuple of K indices
 * addresses the first K dimensions of data after `batchDims`, and the slice has the remaining ones.
 *
 * ONNX GatherND (11, 12, 13), TensorFlow's `gather_nd`.
 *
 * `indices` has rank 1 or more. Its last dimension may be 0: an empty tuple picks all of data after the dimensions that
 * data and indices share, `batchDims`. The result has the shape
 * `[...indices.shape.slice(0, -1), ...data.shape.slice(batchDims + K)]`.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { gatherND } from 'tfjs-gather-scatter';
 *
 * const table = tf.tensor2d([[1, 2], [3, 4], [5, 6]]);
 * gatherND(table, [[2], [0]]).print(); // [[5, 6], [1, 2]]
 * gatherND(table, [[2, 0], [0, 1]]).print(); // [5, 2]
 * ```
 * @function
 */
export const gatherND = gatherFunction<GatherNDOptions, false>(OPS.GatherND);
