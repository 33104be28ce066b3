import type { Tensor, TensorLike, Variable } from '@tensorflow/tfjs-core';

import { checkOptions } from '../../kernels/call/attributes.js';
import { type Op, OPS } from '../../kernels/call/ops.js';
import type { Input } from './convert.js';
import { assignTo, INTO_VARIABLE } from './into_variables.js';
import type { ScatterElementsOptions, ScatterNDOptions } from './options.js';
import { hintAtTorchOrder, runScatter, scatterInputs } from './run_op.js';

/**
 * A function that combines updates with the places of a variable that indices address, like assigning to it the result of
 * the scatter that the function is named after. It takes time in proportion to the updates if nothing else holds the
 * variable's memory, such as a clone or a reshaped tensor, and otherwise copies the variable first: clones keep what they
 * had. So do what a tape has saved and arrays that dataSync gave. Assignments have no gradient.
 *
 * Values of bool, string and complex64, means, and backends without kernels of this package always copy. On cpu, so do the
 * first call, the next one after dataSync, data or a slice of the variable, and variables of fewer than 1,024 values.
 * `docs/backends_and_performance.md` says more, and when the functional form is right.
 *
 * Throws as the scatter does, and for a tensor that is no variable. The variable then keeps its values.
 */
export type AssignFunction<Options extends object> = (
  /** A variable of any dtype and of rank 1 or more. */
  variable: Variable,
  /** int32, as the scatter says. Negative ones count from the end. */
  indices: Tensor | TensorLike,
  /** Of the variable's dtype and the shape that the scatter says, or a scalar for all sites. */
  updates: Tensor | TensorLike,
  /** Those of the scatter. */
  options?: Options,
) => void;

function assignFunction<Options extends object>(name: string, op: Op): AssignFunction<Options> {
  return (variable: Variable, indices: Input, updates: Input, options: object = {}) => {
    const args = [variable, indices, updates];
    const scatter = () => {
      checkOptions(options, op.options);
      // In this order: V8 is slow to add to a copy of options.
      return runScatter(op, scatterInputs(args), { ...INTO_VARIABLE, ...options });
    };
    const { attribute } = op.addressing;
    const hint = () => hintAtTorchOrder(name, args, options, 'updates', attribute);
    assignTo(name, variable, op.name, scatter, hint);
  };
}

/**
 * The same as `variable.assign(scatterND(variable, indices, updates, options))`, in place.
 *
 * TensorFlow's `variable.scatter_nd_update` and `scatter_nd_add`, and PyTorch's `index_put_`.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { assignScatterND } from 'tfjs-gather-scatter';
 *
 * const table = tf.variable(tf.zeros([3, 2]));
 * assignScatterND(table, [[2], [0]], [[1, 2], [3, 4]], { reduction: 'add' });
 * table.print(); // [[3, 4], [0, 0], [1, 2]]
 * ```
 * @function
 */
export const assignScatterND = assignFunction<ScatterNDOptions>('assignScatterND', OPS.ScatterND);

/**
 * The same as `variable.assign(scatterElements(variable, indices, updates, options))`, in place.
 *
 * PyTorch's `scatter_` and `scatter_add_`.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { assignScatterElements } from 'tfjs-gather-scatter';
 *
 * const counts = tf.variable(tf.zeros([3]));
 * assignScatterElements(counts, [2, 0, 2], 1, { reduction: 'add' });
 * counts.print(); // [1, 0, 2]
 * ```
 * @function
 */
export const assignScatterElements = assignFunction<ScatterElementsOptions>(
  'assignScatterElements',
  OPS.ScatterElements,
);
