import type { Rank, Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { OPS } from '../../kernels/call/ops.js';
import type { Reduction } from '../../kernels/call/reductions.js';
import type { Input } from './convert.js';
import type {
  ScatterElementsOptions,
  ScatterNDOptions,
  ScatterNDUpdateOptions,
} from './options.js';
import { type OpFunction, runOp } from './run_op.js';

/**
 * A function that copies `data` and combines updates with the places of the copy that indices address.
 *
 * Returns a new tensor of data's shape and dtype. Updates that share a place are combined in row-major order; with
 * reduction 'none' the last one wins. Throws an Error that names the argument if shapes, dtypes or options do not fit,
 * or data's dtype does not have the reduction, and with outOfBounds 'error' if an index is outside
 * `[-size, size - 1]`.
 */
export interface ScatterFunction<Options extends object> {
  <R extends Rank>(
    /** A tensor of any dtype and of rank 1 or more, or an array. */
    data: Tensor<R> | TensorLike,
    /** int32, as the function says. Negative ones count from the end. */
    indices: Tensor | TensorLike,
    /** Of data's dtype and the shape that the function says, or a scalar for all sites. */
    updates: Tensor | TensorLike,
    /**
     * `axis` or `batchDims` (default 0); `outOfBounds` (default 'error'); `wrapNegatives` (default true). Unless the
     * function has a fixed reduction: `reduction` (default 'none'), any {@link Reduction}; `includeSelf` (default
     * true): whether data's own value takes part where updates land.
     */
    options?: Options,
  ): Tensor<R>;
}

function scatterFunction<Options extends object>(fn: OpFunction): ScatterFunction<Options> {
  const run = (data: Input, indices: Input, updates: Input, options: object = {}) =>
    runOp(fn, [data, indices, updates], options);
  return run as ScatterFunction<Options>;
}

/**
 * Scatters every element of `updates` to one value of `data`. The index is the value's position along `axis`;
 * along all other axes the value has the position of the update.
 *
 * ONNX ScatterElements (11, 13, 16, 18), PyTorch's `scatter` and `scatter_reduce`.
 *
 * `indices` has data's rank and is no longer than data except along `axis`; `updates` has the shape of indices.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { scatterElements } from 'tfjs-gather-scatter';
 *
 * const votes = tf.tensor1d([1, 1, 0, 1, 1]);
 * const parties = tf.tensor1d([0, 0, 1, 1, 1], 'int32');
 * scatterElements(tf.zeros([2]), parties, votes, { reduction: 'add' }).print(); // [2, 2]
 * ```
 * @function
 */
export const scatterElements = scatterFunction<ScatterElementsOptions>({ op: OPS.ScatterElements });

/**
 * Scatters a slice of `updates` to a slice of `data` for every tuple of `indices`. Tuples address slices as in
 * `gatherND`.
 *
 * ONNX ScatterND (11, 13, 16, 18), with GatherND's batchDims. Note the order of the arguments:
 * `tf.scatterND` takes (indices, updates, shape).
 *
 * `indices` has rank 1 or more, and its last dimension holds the tuples, of K indices each. `updates` has the shape
 * `[...indices.shape.slice(0, -1), ...data.shape.slice(batchDims + K)]`.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { scatterND } from 'tfjs-gather-scatter';
 *
 * const rows = tf.tensor2d([[1, 1], [2, 2], [3, 3]]);
 * const sums = scatterND(tf.zeros([4, 2]), [[3], [0], [3]], rows, { reduction: 'add' });
 * sums.print(); // [[2, 2], [0, 0], [0, 0], [4, 4]]
 * ```
 * @function
 */
export const scatterND = scatterFunction<ScatterNDOptions>({ op: OPS.ScatterND });

/**
 * `scatterND` under the name of OpenVINO's ScatterNDUpdate-3 and -15, with the same arguments, result and errors. In
 * addition, if indices are a single tuple that addresses one value, updates of one element may have any shape.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { scatterNDUpdate } from 'tfjs-gather-scatter';
 *
 * const stock = tf.tensor1d([10, 20, 30]);
 * const left = scatterNDUpdate(stock, [[1], [2], [1]], [5, 1, 5], { reduction: 'sub' });
 * left.print(); // [10, 10, 29]
 * ```
 * @function
 */
export const scatterNDUpdate = scatterFunction<ScatterNDUpdateOptions>({
  op: OPS.ScatterND,
  name: 'scatterNDUpdate',
  takesOne: true,
});

/** Makes a scatter with a fixed reduction, under TensorFlow's name. */
function tensorScatter(name: string, reduction: Reduction) {
  const attrs = { reduction, includeSelf: true };
  const fn = { op: OPS.ScatterND, name, attrs };
  return scatterFunction<Omit<ScatterNDOptions, keyof typeof attrs>>(fn);
}

/**
 * `scatterND` with the reduction 'add'. TensorFlow's `tf.tensor_scatter_nd_add`, except that a negative index counts
 * from the end.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { tensorScatterAdd } from 'tfjs-gather-scatter';
 *
 * tensorScatterAdd(tf.ones([4]), [[1], [3], [1]], [5, 6, 7]).print(); // [1, 13, 1, 7]
 * ```
 * @function
 */
export const tensorScatterAdd = tensorScatter('tensorScatterAdd', 'add');

/**
 * The same as `tensorScatterAdd`, for the reduction 'sub' and any dtype but string: `tf.tensor_scatter_nd_sub`.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.tensorScatterSub(tf.ones([4]), [[1], [3], [1]], [5, 6, 7]).print(); // [1, -11, 1, -5]
 * ```
 * @function
 */
export const tensorScatterSub = tensorScatter('tensorScatterSub', 'sub');

/**
 * The same as `tensorScatterAdd`, for the reduction 'max' of float32, int32 and bool: `tf.tensor_scatter_nd_max`.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.tensorScatterMax(tf.tensor1d([0, 9, 0]), [[1], [2], [2]], [5, 6, 7]).print(); // [0, 9, 7]
 * ```
 * @function
 */
export const tensorScatterMax = tensorScatter('tensorScatterMax', 'max');

/**
 * The same as `tensorScatterMax`, for the minimum. TensorFlow's `tf.tensor_scatter_nd_min`.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.tensorScatterMin(tf.tensor1d([8, 1, 8]), [[1], [2], [2]], [5, 6, 7]).print(); // [8, 1, 6]
 * ```
 * @function
 */
export const tensorScatterMin = tensorScatter('tensorScatterMin', 'min');
