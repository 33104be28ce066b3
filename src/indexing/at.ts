import type { Rank, Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { CallError } from '../../kernels/call/errors.js';
import { concat, reshape } from '../../kernels/tfjs/seam.js';
import { checkOptions } from '../../kernels/call/attributes.js';
import { show } from '../../kernels/call/messages.js';
import { OPS } from '../../kernels/call/ops.js';
import type { Reduction } from '../../kernels/call/reductions.js';
import { checkDtype } from '../../kernels/call/inputs.js';
import { checkUpdatesShape } from '../../kernels/call/shapes.js';
import { runServed } from '../backends.js';
import { type Input, toTensor } from '../ops/convert.js';
import type { GatherElementsOptions } from '../ops/options.js';
import { runOp } from '../ops/run_op.js';
import { broadcastShape, broadcastTo, checkValues } from './broadcast.js';

/** Options of `at`. */
export type AtOptions = Omit<GatherElementsOptions, 'axis'>;

/** Integers that address rows of the first axis, or a list of them with one entry per axis. */
export type Indices = Tensor | TensorLike | readonly (Tensor | TensorLike)[];

/** Places of a tensor, selected by `at`, and what you can do with them. */
export interface Places<T extends Tensor> {
  /** Returns the values at the places. */
  get: <R extends Rank>() => Tensor<R>;
  /** Returns a copy of data with updates at the places. If several share a place, the last one wins. */
  set: (updates: Tensor | TensorLike) => T;
  /** Returns a copy with updates added. */
  add: (updates: Tensor | TensorLike) => T;
  /** Returns a copy multiplied by updates. */
  mul: (updates: Tensor | TensorLike) => T;
  /** Returns a copy with the maximum of data and updates. */
  max: (updates: Tensor | TensorLike) => T;
  /** Returns a copy with the minimum of data and updates. */
  min: (updates: Tensor | TensorLike) => T;
}

/**
 * Selects places of `data`, to read them or to get a changed copy of data:
 * `at(x, indices).add(updates)`.
 *
 * An integer array addresses rows of the first axis. In a list of arrays, each array addresses one axis,
 * starting with the first; they broadcast to each other. So `[0, 1]` means two rows, and `[[0], [1]]`
 * means one place. To address rows with indices of higher rank, pass a tensor.
 *
 * JAX's `x.at[indices]`, except that an index out of bounds is an error by default.
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
 * @param indices int32: a number, an array or a tensor of rows, or a list of these with one entry per
 *     axis. Negative ones count from the end.
 * @param options `outOfBounds` (default 'error'); `fill` (default 0, only for `get`): the value for an
 *     index out of bounds with 'drop'.
 * @returns An object with the methods `get()`, `set(updates)`, `add(updates)`, `mul(updates)`,
 *     `max(updates)` and `min(updates)`. Updates have data's dtype. They are a
 *     scalar for all places, or have the shape `[...S, ...data.shape.slice(K)]` if indices of shape S
 *     address K axes. The methods throw as `gatherND` and `scatterND` do.
 */
export function at<T extends Tensor>(
  data: T | TensorLike,
  indices: Indices,
  options: AtOptions = {},
): Places<T> {
  const scatter = (name: string, reduction: Reduction) => (updates: Input) =>
    runServed(name, () => {
      const { x, tuples } = prepare(data, indices, options);
      const values = toTensor('updates', updates, x.dtype);
      if (values.rank > 0) {
        const sites = tuples.shape.slice(0, -1);
        const [depth] = tuples.shape.slice(-1);
        checkUpdatesShape('indices.shape, then the dimensions not indexed, or a scalar', {
          data: x.shape,
          indices: sites,
          updates: values.shape,
          values: [...sites, ...x.shape.slice(depth)],
        });
      }
      const all = { ...options, reduction };
      return runOp({ op: OPS.ScatterND }, [x, tuples, values], all) as T;
    });
  return {
    get: <R extends Rank>() => {
      return runServed('at.get', () => {
        const { x, tuples } = prepare(data, indices, options, ['fill']);
        return runOp({ op: OPS.GatherND }, [x, tuples], options) as Tensor<R>;
      });
    },
    set: scatter('at.set', 'none'),
    add: scatter('at.add', 'add'),
    mul: scatter('at.mul', 'mul'),
    max: scatter('at.max', 'max'),
    min: scatter('at.min', 'min'),
  };
}

/** Checks data and indices, and converts the indices to tuples for the ND ops. */
function prepare(data: Input, indices: Indices, options: AtOptions, extraOptions: string[] = []) {
  checkOptions(options, ['outOfBounds', ...extraOptions]);
  const x = toTensor('data', data);
  const list = isList(indices) ? indices : [indices];
  if (list.length > x.rank) {
    throw new CallError(
      `indices address ${list.length} axes, expected at most ${x.rank}, the rank of data ` +
        `(shape ${show(x.shape)}).`,
    );
  }
  const tensors = list.map((entry, axis) => {
    const tensor = toTensor('indices', entry, 'int32');
    checkDtype('indices', tensor.dtype, 'int32');
    checkValues(tensor, x.shape, axis, options.outOfBounds);
    return tensor;
  });
  return { x, tuples: joined(tensors) };
}

/** A plain array is a list if any of its entries is not a number. */
function isList(indices: Indices): indices is readonly Input[] {
  return Array.isArray(indices) && indices.some((entry) => typeof entry === 'object');
}

/** Joins the indices of all axes into tuples. */
function joined(tensors: Tensor[]): Tensor {
  const shapes = tensors.map(({ shape }) => shape);
  const shape = broadcastShape('indices', shapes);
  const columns = tensors.map((tensor) => {
    const column = broadcastTo(tensor, shape);
    return reshape(column, [column.size, 1]);
  });
  const tuples = columns.length === 1 ? columns[0] : concat(columns, 1);
  return reshape(tuples, [...shape, columns.length]);
}
