/**
 * Functions that take indices along one axis. Those of PyTorch index as `at` does, with the preceding axes whole.
 */
import type { Rank, ScalarLike, Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { checkOptions } from '../../kernels/call/attributes.js';
import { show, wrong, wrongShape } from '../../kernels/call/errors.js';
import {
  axisFromStart,
  checkDtype,
  elementsValuesShape,
  shapesFit,
  sizeOf,
  withLength,
} from '../../kernels/call/shapes.js';
import { OPS } from '../../kernels/call/ops.js';
import type { Reduction } from '../../kernels/call/reductions.js';
import { publicCall, runKernel } from '../backends.js';
import { detach } from '../tape.js';
import { type Input, toTensor } from '../ops/convert.js';
import type { GatherFunction } from '../ops/gathers.js';
import type { GatherElementsOptions } from '../ops/options.js';
import { hintAtEmbedding, hintAtTorchOrder, runScatter } from '../ops/run_op.js';
import type { ScatterFunction } from '../ops/scatters.js';
import {
  type AtOptions,
  broadcastIndices,
  broadcastShape,
  broadcastTo,
  gatherAt,
  padded,
  POLICY,
  positionsIn,
  scatterAt,
  spread,
} from './address.js';
import { checkValues, runChecked } from './indexers.js';

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
 * import { take } from 'tfjs-gather-scatter';
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

/** Options of `takeAlongAxis`. */
export interface TakeAlongAxisOptions extends AtOptions {
  /** The axis of data that indices address; a negative one counts from the end. Default -1. */
  axis?: number | undefined;
}

/**
 * Picks one value of `data` along `axis` (default -1) for every element of `indices`, which has data's rank. On all
 * other axes data and indices broadcast to each other. The result has the shape that both broadcast to, except that
 * `axis` has the length of indices.
 *
 * NumPy's and JAX's `take_along_axis`, PyTorch's `take_along_dim`.
 *
 * ```ts
 * import '@tensorflow/tfjs';
 * import { takeAlongAxis } from 'tfjs-gather-scatter';
 *
 * takeAlongAxis([[10, 30, 20], [60, 40, 50]], [[0], [2]]).print(); // [[10], [50]]
 * takeAlongAxis([[10, 30, 20], [60, 40, 50]], [[2, 0]]).print(); // [[20, 10], [50, 60]]
 * ```
 * @function
 */
export const takeAlongAxis = takeAlong as GatherFunction<TakeAlongAxisOptions>;

function takeAlong(data: Input, indices: Input, options: TakeAlongAxisOptions = {}): Tensor {
  return publicCall('takeAlongAxis', () => {
    checkOptions(options, ['axis', ...POLICY, 'fill']);
    const { x, along, policy, sites, runAt } = readAlongAxis(data, indices, options);
    return runAt((indices) => {
      const all = broadcastTo(x, withLength(sites, along, x.shape[along]));
      return runKernel(OPS.GatherElements, { data: all, indices }, { ...policy, axis: along });
    });
  });
}

/** Options of `putAlongAxis`. */
export type PutAlongAxisOptions = Omit<TakeAlongAxisOptions, 'fill'>;

/**
 * Returns a copy of `data` in which `updates` replace the values that `takeAlongAxis` reads with the same `indices` and
 * `axis` (default -1). On all other axes data and indices broadcast to each other, and updates broadcast to the shape of
 * what is read. If several updates share a place, the last one wins.
 *
 * NumPy's and JAX's `put_along_axis`, except that data is not changed.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * const x = tf.tensor2d([[10, 30, 20], [60, 40, 50]]);
 * tf.putAlongAxis(x, x.argMax(1).expandDims(1), 0).print(); // [[10, 0, 20], [0, 40, 50]]
 * tf.putAlongAxis(x, [[2, 0]], [[1], [2]]).print(); // [[1, 30, 1], [2, 40, 2]]
 * ```
 * @function
 */
export const putAlongAxis = putAlong as ScatterFunction<PutAlongAxisOptions>;

function putAlong(
  data: Input,
  indices: Input,
  updates: Input,
  options: PutAlongAxisOptions = {},
): Tensor {
  return publicCall('putAlongAxis', () => {
    checkOptions(options, ['axis', ...POLICY]);
    const { x, positions, along, policy, sites, runAt } = readAlongAxis(data, indices, options);
    const values = toTensor('updates', updates, x.dtype);
    const repeatsPlaces = sites.some((length, d) => d !== along && length > x.shape[d]);
    if (repeatsPlaces) {
      // Sites along an axis of data's that has length 1 share places, which no op on elements does.
      const places = x.shape.map((count, d) =>
        d === along ? positions : padded(positionsIn({ start: 0, step: 1, count }), x.rank - 1 - d),
      );
      return scatterAt(x, places, values, { ...policy, reduction: 'none' });
    }
    return runAt((indices) => {
      const inputs = { data: x, indices, updates: spread(values, sites, sites) };
      return runScatter(OPS.ScatterElements, inputs, { ...policy, axis: along });
    });
  });
}

/** Reads the arguments of a function along an axis: its sites, where kernels run, are what data and indices broadcast to. */
function readAlongAxis(
  data: Input,
  indices: Input,
  { axis = -1, ...policy }: TakeAlongAxisOptions,
) {
  const x = toTensor('data', data);
  const positions = toTensor('indices', indices, 'int32');
  // This call throws, with the message of gatherElements.
  if (x.rank === 0 || x.rank !== positions.rank) elementsValuesShape(x.shape, positions.shape, 0);
  const along = axisFromStart(axis, x.rank);
  const common = broadcastShape(
    `data and indices, except along axis ${along},`,
    [x, positions].map(({ shape }) => withLength(shape, along, 1)),
  );
  const sites = withLength(common, along, positions.shape[along]);
  const check = () => {
    if (sizeOf(sites) > 0) checkValues(positions, x.shape, along, policy);
  };
  const runAt = (run: (indices: Tensor) => Tensor) =>
    runChecked(check, shapesFit(positions.shape, sites), sites, () =>
      run(detach(broadcastIndices(positions, sites))),
    );
  return { x, positions, along, policy, sites, runAt };
}
