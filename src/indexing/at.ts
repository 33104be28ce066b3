import type { Rank, TensorLike, Variable } from '@tensorflow/tfjs-core';

import { checkOptions } from '../../kernels/call/attributes.js';
import { named, wrong } from '../../kernels/call/errors.js';
import type { Reduction } from '../../kernels/call/reductions.js';
import { Tensor } from '../../kernels/tfjs/seam.js';
import { publicCall } from '../backends.js';
import { assignTo, INTO_VARIABLE } from '../ops/into_variables.js';
import { isValues, toTensor } from '../ops/convert.js';
import { type AtOptions, gatherAt, POLICY, scatterAt } from './address.js';
import type { Index } from './indexers.js';

export type { AtOptions } from './address.js';
export type { Index } from './indexers.js';

/** Places of a tensor, selected by `at`, and what you can do with them. */
export interface Places<T extends Tensor> {
  /** Returns the values at the places. */
  get: () => Tensor;
  /** Returns a copy of data with updates at the places. If several share a place, the last one wins. */
  set: (updates: Tensor | TensorLike) => T;
  /** Returns a copy with updates added. */
  add: (updates: Tensor | TensorLike) => T;
  /** Returns a copy with updates subtracted. */
  sub: (updates: Tensor | TensorLike) => T;
  /** Returns a copy multiplied by updates. */
  mul: (updates: Tensor | TensorLike) => T;
  /** Returns a copy with the maximum of data and updates. */
  max: (updates: Tensor | TensorLike) => T;
  /** Returns a copy with the minimum of data and updates. */
  min: (updates: Tensor | TensorLike) => T;
}

/**
 * Places of a variable. These methods change it in place, as `assignScatterND` does: see "Writes in place" in
 * `docs/backends_and_performance.md`.
 */
export interface VariablePlaces<T extends Tensor> extends Places<T> {
  /** Writes updates to the places. If several share a place, the last one wins. */
  assign: (updates: Tensor | TensorLike) => void;
  /** Adds updates. */
  assignAdd: (updates: Tensor | TensorLike) => void;
  /** Subtracts updates. */
  assignSub: (updates: Tensor | TensorLike) => void;
  /** Multiplies by updates. */
  assignMul: (updates: Tensor | TensorLike) => void;
  /** Takes the maximum of the variable and updates. */
  assignMax: (updates: Tensor | TensorLike) => void;
  /** Takes the minimum of the variable and updates. */
  assignMin: (updates: Tensor | TensorLike) => void;
}

/**
 * Selects places of `data` as NumPy's `x[...]` does, to read them or to get a changed copy of data:
 * `at(x, rows, columns).add(updates)`.
 *
 * Pass one index for each axis, starting with the first; axes at the end may be left out. An index is
 *
 * - an integer, which removes its axis;
 * - an array or a tensor of integers, of any rank. Several broadcast to each other, and integers with them.
 *   Their axes stand where the first of them stood, or first if a slice stands between them;
 * - a slice in Python's notation: `'1:-1'`, `':'`, `'::-1'`;
 * - `'...'`, which stands for as many whole axes as are missing;
 * - an array or a tensor of bool, a mask of as many axes as its rank.
 *
 * NumPy's `x[indices]`, JAX's `x.at[indices]`, except that an index out of bounds is an error by default.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { at } from 'tfjs-gather-scatter';
 *
 * const x = tf.tensor2d([[1, 2], [3, 4], [5, 6]]);
 * at(x, [0, 2]).add([[10, 20], [30, 40]]).print(); // [[11, 22], [3, 4], [35, 46]]
 * at(x, [0, 2], [1, 0]).set(0).print(); // [[1, 0], [3, 4], [0, 6]]
 * at(x, '1:', -1).get().print(); // [4, 6]
 * at(x, x.greater(4)).set(9).print(); // [[1, 2], [3, 4], [9, 9]]
 *
 * const counts = tf.variable(tf.zeros([3]));
 * at(counts, [2, 0, 2]).assignAdd(1);
 * counts.print(); // [1, 0, 2]
 * ```
 *
 * @param data A tensor of any dtype and of rank 1 or more, or an array.
 * @param indices One for each axis. Integers are int32, and negative ones count from the end. The last argument
 *     may be the options: `outOfBounds` (default 'error'); `wrapNegatives` (default true); `fill` (default 0, only
 *     for `get`): the value for an index out of bounds with 'drop'.
 * @returns The places, with methods to read and update them. Updates have data's dtype, and broadcast to the shape
 *     of what is indexed. With one mask, and no other index than whole slices, they may also have data's shape. The
 *     methods throw as `gatherND` and `scatterND` do; `get` throws for a mask that only a GPU knows, and so do all of
 *     them if it is not the only index.
 */
export function at<R extends Rank>(
  data: Variable<R>,
  ...indices: [...Index[], Index | AtOptions] | []
): VariablePlaces<Tensor<R>>;
export function at<R extends Rank>(
  data: Tensor<R> | TensorLike,
  ...indices: [...Index[], Index | AtOptions] | []
): Places<Tensor<R>>;
export function at<R extends Rank>(
  data: Tensor<R> | TensorLike,
  ...indices: [...Index[], Index | AtOptions] | []
): VariablePlaces<Tensor<R>> {
  const { places, options } = split(indices);
  const run = (updates: Tensor | TensorLike, reduction: Reduction, attrs: object = {}) => {
    checkOptions(options, POLICY);
    const x = toTensor<Tensor<R>>('data', data);
    const values = toTensor<Tensor>('updates', updates, x.dtype);
    return scatterAt(x, places, values, { ...attrs, ...options, reduction }) as Tensor<R>;
  };
  const scatter = (method: string, reduction: Reduction) => (updates: Tensor | TensorLike) =>
    publicCall(`at.${method}`, () => run(updates, reduction));
  const assign =
    (method: string, functional: string, reduction: Reduction) =>
    (updates: Tensor | TensorLike) => {
      const compute = () => run(updates, reduction, INTO_VARIABLE);
      assignTo(`at.${method}`, data, `at(…).${functional}(…)`, compute);
    };
  const get = () => {
    checkOptions(options, [...POLICY, 'fill']);
    return gatherAt(toTensor<Tensor>('data', data), places, options);
  };
  return Object.assign(Object.create(OTHERS) as object, {
    get: () => publicCall('at.get', get),
    set: scatter('set', 'none'),
    add: scatter('add', 'add'),
    sub: scatter('sub', 'sub'),
    mul: scatter('mul', 'mul'),
    max: scatter('max', 'max'),
    min: scatter('min', 'min'),
    assign: assign('assign', 'set', 'none'),
    assignAdd: assign('assignAdd', 'add', 'add'),
    assignSub: assign('assignSub', 'sub', 'sub'),
    assignMul: assign('assignMul', 'mul', 'mul'),
    assignMax: assign('assignMax', 'max', 'max'),
    assignMin: assign('assignMin', 'min', 'min'),
  });
}

function split(indices: (Index | AtOptions)[]): { places: Index[]; options: AtOptions } {
  const last: unknown = indices.at(-1);
  const isIndex = typeof last !== 'object' || last === null || isValues(last);
  if (isIndex) return { places: indices, options: {} };
  return { places: indices.slice(0, -1), options: last };
}

const COMPUTED = 'set(…) of values computed from get()';

/** Methods of JAX's `at` that are not here, and what to call in place of each. */
const JAX: Partial<Record<string, string>> = {
  multiply: 'mul(…)',
  subtract: 'sub(…)',
  divide: COMPUTED,
  power: COMPUTED,
  apply: COMPUTED,
};

/** What places inherit: methods of tensors and of JAX's `at`, which say what to call in their place. */
const OTHERS: object = /* @__PURE__ */ new Proxy(
  {},
  {
    get(target, key) {
      const inherited: unknown = Reflect.get(target, key);
      if (inherited !== undefined || typeof key !== 'string') return inherited;
      const property = Object.getOwnPropertyDescriptor(Tensor.prototype, key);
      const expected = JAX[key] ?? (property?.writable ? `get().${key}(…)` : null);
      if (expected === null) return undefined;
      return () =>
        named('at', () => {
          throw wrong(`there is no method ${key}`, expected);
        });
    },
  },
);
