/**
 * Functions that take indices along one axis. They index as `at` does, with the preceding axes whole.
 */
import type { Rank, ScalarLike, Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { checkOptions } from '../../kernels/call/attributes.js';
import { show, wrong, wrongShape } from '../../kernels/call/errors.js';
import { checkDtype } from '../../kernels/call/inputs.js';
import type { Reduction } from '../../kernels/call/reductions.js';
import { axisFromStart } from '../../kernels/call/shapes.js';
import { publicCall } from '../backends.js';
import { hintAtEmbedding, hintAtTorchOrder } from '../ops/run_op.js';
import { type Input, toTensor } from '../ops/convert.js';
import type { GatherFunction } from '../ops/gathers.js';
import type { GatherElementsOptions } from '../ops/options.js';
import type { ScatterFunction } from '../ops/scatters.js';
import { gatherAt, POLICY, scatterAt } from './run_at.js';

/** Options of `take` and `indexSelect`. */
export type IndexSelectOptions = GatherElementsOptions;

/** Options of `indexAdd`, `indexCopy` and `indexFill`. */
export type IndexOptions = Omit<IndexSelectOptions, 'fill'>;

interface Along {
  name: string;
  /** Whether indices may have any rank, not only 1. */
  takesAnyRank?: true;
  /** How a scatter combines its updates. */
  reduction?: Reduction;
  /** What messages call the updates. A value is a scalar. */
  third?: 'updates' | 'value';
}

/** The arguments of PyTorch's embedding. */
const EMBEDDING = '(input, weight) of F.embedding';

/** Runs a gather on data and indices, or a scatter on data, indices and updates. */
function runAlong(
  { name, takesAnyRank, reduction, third = 'updates' }: Along,
  inputs: Input[],
  options: IndexSelectOptions,
): Tensor {
  const [data, indices, updates] = inputs;
  const compute = () => {
    checkOptions(options, ['axis', ...POLICY, ...(reduction ? [] : ['fill'])]);
    const { axis = 0, ...policy } = options;
    const x = toTensor('data', data);
    const positions = toTensor('indices', indices, 'int32');
    // A mask would address as many axes as its rank.
    checkDtype('indices', positions.dtype, 'int32');
    if (!takesAnyRank && positions.rank !== 1) {
      const { rank, shape } = positions;
      throw wrong(`indices has rank ${rank} (shape ${show(shape)})`, 'rank 1');
    }
    const places = [...Array<string>(axisFromStart(axis, x.rank)).fill(':'), positions];
    if (!reduction) return gatherAt(x, places, policy);
    const values = toTensor(third, updates, x.dtype);
    checkDtype(third, values.dtype, x.dtype, ', the dtype of data');
    if (third === 'value' && values.rank > 0) throw wrongShape(third, values.shape, 'a scalar');
    return scatterAt(x, places, values, { ...policy, reduction });
  };
  const hint = () =>
    hintAtTorchOrder(name, inputs, options, third) +
    (takesAnyRank ? hintAtEmbedding(name, inputs, EMBEDDING, '(data, indices)') : '');
  return publicCall(name, compute, hint);
}

function gatherAlong<KeepsRank extends boolean>(along: Along) {
  const run = (data: Input, indices: Input, options: IndexSelectOptions = {}) =>
    runAlong(along, [data, indices], options);
  return run as GatherFunction<IndexSelectOptions, KeepsRank>;
}

function scatterAlong(along: Along): ScatterFunction<IndexOptions> {
  const run = (data: Input, indices: Input, updates: Input, options: IndexOptions = {}) =>
    runAlong(along, [data, indices, updates], options);
  return run as ScatterFunction<IndexOptions>;
}

/**
 * Picks the slices of `data` at `indices`, of any rank, along `axis`, in the order of indices. The result has data's
 * shape with the shape of indices in place of `axis`: a single number removes the axis.
 *
 * NumPy's and JAX's `take`, ONNX's Gather; PyTorch's `F.embedding` for ids of any rank.
 *
 * ```ts
 * import '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import { take } from 'tfjs-gather-scatter/indexing';
 *
 * const table = [[0, 0], [1, 10], [2, 20]];
 * take(table, [[1, 2], [0, 1]]).print(); // [[[1, 10], [2, 20]], [[0, 0], [1, 10]]]
 * take(table, -1, { axis: 1 }).print(); // [0, 10, 20]
 * ```
 * @function
 */
export const take = gatherAlong<false>({ name: 'take', takesAnyRank: true });

/**
 * PyTorch's `index_select`: the same as `take`, but indices have rank 1.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.indexSelect([[1, 2, 3], [4, 5, 6]], [2, 0], { axis: 1 }).print(); // [[3, 1], [6, 4]]
 * ```
 * @function
 */
export const indexSelect = gatherAlong<true>({ name: 'indexSelect' });

/**
 * PyTorch's `index_add`: adds slices of `updates` to the slices of `data` at `indices`, of rank 1, along `axis`.
 * `updates` has data's shape, except that `axis` has the length of indices.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.indexAdd([[1, 2], [3, 4]], [1, 1], [[10, 20], [30, 40]], { axis: 1 }).print(); // [[1, 32], [3, 74]]
 * ```
 * @function
 */
export const indexAdd = scatterAlong({ name: 'indexAdd', reduction: 'add' });

/**
 * PyTorch's `index_copy`: the same as `indexAdd`, but slices of `updates` replace those of `data`; the last one wins.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.indexCopy([[1, 2], [3, 4]], [-1], [[10, 20]]).print(); // [[1, 2], [10, 20]]
 * ```
 * @function
 */
export const indexCopy = scatterAlong({ name: 'indexCopy', reduction: 'none' });

/**
 * PyTorch's `index_fill`: the same as `indexCopy`, but all values become `value`: a number, true, false or a string,
 * as data's dtype requires, or a scalar of that dtype.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.indexFill([[1, 2, 3], [4, 5, 6]], [0, 2], -1, { axis: 1 }).print(); // [[-1, 2, -1], [-1, 5, -1]]
 * ```
 * @function
 */
export const indexFill: <R extends Rank>(
  data: Tensor<R> | TensorLike,
  indices: Tensor | TensorLike,
  value: Tensor | ScalarLike,
  options?: IndexOptions,
) => Tensor<R> = scatterAlong({ name: 'indexFill', reduction: 'none', third: 'value' });
