import { concat, reshape, tidy } from '@tensorflow/tfjs-core';
import type { Rank, Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { checkOptions } from '../../kernels/contract/attributes.js';
import { show } from '../../kernels/contract/messages.js';
import { OPS } from '../../kernels/contract/ops.js';
import type { Reduction } from '../../kernels/contract/reductions.js';
import { checkUpdatesShape } from '../../kernels/contract/shapes.js';
import { toTensor } from '../ops/convert.js';
import { runGather, runScatter } from '../ops/run_op.js';
import { broadcastShape, broadcastTo } from './broadcast.js';
import { checkValues } from './check_values.js';
import type { AtOptions } from './options.js';

type Input = Tensor | TensorLike;

/** Integers, which address rows of the first axis, or a list of them with an entry for each axis. */
export type Indices = Tensor | TensorLike | readonly (Tensor | TensorLike)[];

/** Places of a tensor, as `at` names them, and what can be done there. */
export interface Places<T extends Tensor> {
  /** Returns the values at the places. */
  get: <R extends Rank>() => Tensor<R>;
  /** Returns data with updates at the places; of several for one place the last stays. */
  set: (updates: Tensor | TensorLike) => T;
  /** Returns data with updates added. */
  add: (updates: Tensor | TensorLike) => T;
  /** Returns data multiplied by updates. */
  mul: (updates: Tensor | TensorLike) => T;
  /** Returns data with the maximum of it and updates. */
  max: (updates: Tensor | TensorLike) => T;
  /** Returns data with the minimum of it and updates. */
  min: (updates: Tensor | TensorLike) => T;
}

/**
 * Names places of `data`, to read them or to return a copy that is changed there:
 * `at(x, indices).add(updates)`.
 *
 * An integer array addresses rows of the first axis. A list of arrays addresses with each of them
 * one axis, from the first on; the arrays broadcast to each other. So `[0, 1]` are two rows, and
 * `[[0], [1]]` is one place. Rows of a nested array have to be a tensor.
 *
 * JAX's and NumPy's `x.at[indices]`, except that an index out of bounds is an error by default.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import { at } from 'tfjs-gather-scatter/indexing';
 *
 * const x = tf.tensor2d([[1, 2], [3, 4], [5, 6]]);
 * at(x, [0, 2]).add([[10, 20], [30, 40]]).print(); // [[11, 22], [3, 4], [35, 46]]
 * at(x, [[0, 2], [1, 0]]).set(0).print(); // [[1, 0], [3, 4], [0, 6]]
 * at(x, -1).get().print(); // [5, 6]
 * ```
 *
 * @param data A tensor of any dtype and of rank 1 or more, or an array.
 * @param indices int32: a number, an array or a tensor for rows, or a list of such with an entry for
 *     each axis. Negative ones count from the end.
 * @param options `outOfBounds` (default 'error'), and for `get` alone `fill` (default 0): what 'drop'
 *     gives for an index out of bounds.
 * @returns An object with the methods `get()`, and `set(updates)`, `add(updates)`, `mul(updates)`,
 *     `max(updates)` and `min(updates)`. Updates have data's dtype and the shape
 *     `[...S, ...data.shape.slice(K)]`, for K axes that are addressed by indices of shape S. Or they
 *     are a scalar, which every place gets. The methods throw an Error that names the argument, for
 *     shapes, dtypes or options that do not fit, and by outOfBounds.
 */
export function at<T extends Tensor>(
  data: T | TensorLike,
  indices: Indices,
  options: AtOptions = {},
): Places<T> {
  const scatter = (method: string, reduction: Reduction) => (updates: Input) =>
    tidy(() => {
      const caller = `at.${method}`;
      const { x, tuples } = prepare(caller, data, indices, options);
      const values = toTensor(caller, 'updates', updates, x.dtype);
      checkShape(caller, x, tuples, values);
      const given = { ...options, reduction };
      return runScatter({ op: OPS.ScatterND, caller }, x, tuples, values, given);
    });
  return {
    get: <R extends Rank>() =>
      tidy(() => {
        const caller = 'at.get';
        const { x, tuples } = prepare(caller, data, indices, options, ['fill']);
        return runGather<Tensor>({ op: OPS.GatherND, caller }, x, tuples, options) as Tensor<R>;
      }),
    set: scatter('set', 'none'),
    add: scatter('add', 'add'),
    mul: scatter('mul', 'mul'),
    max: scatter('max', 'max'),
    min: scatter('min', 'min'),
  };
}

/** Checks data and indices, and returns these as the tuples of the ND ops. */
function prepare<T extends Tensor>(
  caller: string,
  data: T | TensorLike,
  indices: Indices,
  options: AtOptions,
  ofGathers: string[] = [],
) {
  checkOptions(caller, options, ['outOfBounds', ...ofGathers]);
  const x = toTensor(caller, 'data', data);
  const list = isList(indices) ? indices : [indices];
  if (list.length > x.rank) {
    throw new Error(
      `${caller}: indices address ${list.length} axes, expected at most ${x.rank}, as data has (shape ` +
        `${show(x.shape)}).`,
    );
  }
  const tensors = list.map((entry, axis) => {
    const tensor = toTensor(caller, 'indices', entry, 'int32');
    if (tensor.dtype !== 'int32') {
      throw new Error(`${caller}: indices has dtype ${tensor.dtype}, expected int32.`);
    }
    checkValues(caller, tensor, x.shape, axis, options.outOfBounds);
    return tensor;
  });
  return { x, tuples: joined(caller, tensors) };
}

/** A plain array is a list where any entry is more than a number. */
function isList(indices: Indices): indices is readonly Input[] {
  return Array.isArray(indices) && indices.some((entry) => typeof entry === 'object');
}

/** Joins the indices of each axis to tuples. */
function joined(caller: string, tensors: Tensor[]): Tensor {
  const shapes = tensors.map(({ shape }) => shape);
  const shape = broadcastShape(caller, 'indices', shapes);
  const columns = tensors.map((tensor) => {
    const column = broadcastTo(tensor, shape);
    return reshape(column, [column.size, 1]);
  });
  const tuples = columns.length === 1 ? columns[0] : concat(columns, 1);
  return reshape(tuples, [...shape, columns.length]);
}

/** Checks the shape of updates, in the words of a function whose indices are a list. */
function checkShape(caller: string, x: Tensor, tuples: Tensor, updates: Tensor): void {
  if (updates.rank === 0) return;
  const sites = tuples.shape.slice(0, -1);
  const [depth] = tuples.shape.slice(-1);
  checkUpdatesShape(caller, 'that of indices, then the axes not addressed, or a scalar', {
    data: x.shape,
    indices: sites,
    updates: updates.shape,
    values: [...sites, ...x.shape.slice(depth)],
  });
}
