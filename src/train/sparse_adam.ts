/**
 * Adam for the rows of tables that a step reads. Ids may repeat, and a GPU may be the only one to know them. So no step
 * looks for unique ids: all sites of a row compute the same values, and the last one writes them.
 */
import type { Scalar, Tensor, TensorLike, Variable } from '@tensorflow/tfjs-core';

import { type Attributes, checkOptions, readAttributes } from '../../kernels/call/attributes.js';
import { invalidOption, named, wrong, wrongShape } from '../../kernels/call/errors.js';
import { OPS } from '../../kernels/call/ops.js';
import type { Reduction } from '../../kernels/call/reductions.js';
import { axisFromStart, checkDtype } from '../../kernels/call/shapes.js';
import * as tf from '../../kernels/tfjs/seam.js';
import { publicCall, runKernel } from '../backends.js';
import { minus, readInOrder } from '../gradients/reads.js';
import { assignUntaped, INTO_VARIABLE } from '../ops/into_variables.js';
import { toFloats, toIndexTensor, toTensor } from '../ops/convert.js';
import { checkInside, insideRows } from '../ops/known_indices.js';
import type { GatherNDOptions } from '../ops/options.js';
import { square, valueAndGrad, variable } from '../tfjs_ops.js';

/**
 * Options of a step of `sparseAdam`. With `{ outOfBounds: 'drop', wrapNegatives: false }`, ids of -1 are padding: their rows
 * are read as 0, and train nothing.
 */
export type SparseAdamOptions = Pick<GatherNDOptions, 'outOfBounds' | 'wrapNegatives'>;

/** An optimizer that `sparseAdam` returns. Tables are variables of float32, of shape `[rows, ...row]`. */
export interface SparseAdam {
  /** You may change it between steps. */
  learningRate: number;
  /**
   * Takes a step: computes a loss of the rows of `table` at `ids`, and updates these rows. `loss` gets the rows, of the
   * shape of ids followed by that of a row, and returns a scalar. Nothing else is differentiated. Returns the loss if
   * `returnCost` is true, else null.
   */
  minimize(
    table: Variable,
    ids: Tensor | TensorLike,
    loss: (rows: Tensor) => Scalar,
    returnCost?: boolean,
    options?: SparseAdamOptions,
  ): Scalar | null;
  /** Updates the rows of `table` at `ids`, given the gradient of each: float32, of the shape that `loss` gets. */
  applyGradients(
    table: Variable,
    ids: Tensor | TensorLike,
    gradients: Tensor | TensorLike,
    options?: SparseAdamOptions,
  ): void;
  /** Frees the moments. */
  dispose(): void;
}

/** Where a step reads and writes: tuples of one index, and what happens to those out of bounds. */
type Places = Pick<Attributes, 'outOfBounds' | 'wrapNegatives'> & { indices: Tensor };

/** What the optimizer keeps of a table. */
interface Moments {
  steps: number;
  first: Variable;
  second: Variable;
}

/**
 * Returns an optimizer that updates only the rows of a table that a step has read, and their moments: PyTorch's
 * `torch.optim.SparseAdam`. A step takes time in proportion to these rows, not to the table. Rows that `ids` does not
 * name keep their moments, unlike with `tf.train.adam`. The gradients of ids that repeat are added up.
 *
 * Each table has moments of its own, two variables of its size, and counts its own steps. To differentiate other
 * variables in the same step, compute all gradients with `tf.grads` and call `applyGradients`: see "Embeddings trained by
 * rows" in `docs/recipes/embeddings.md`. Tables and moments are written in place, as by `assignScatterND`.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { sparseAdam } from 'tfjs-gather-scatter';
 *
 * const table = tf.variable(tf.tensor2d([1, 2, 3, 4, 5, 6], [3, 2]));
 * const optimizer = sparseAdam(0.5);
 * optimizer.minimize(table, [0, 2, 2], (rows) => rows.square().sum());
 * // The rows 0 and 2 have moved by 0.5.
 * table.mul(2).round().print(); // [[1, 3], [6, 8], [9, 11]]
 * optimizer.dispose();
 * ```
 *
 * @param learningRate Default 0.001.
 * @param beta1 The decay of the gradients' running mean, in [0, 1). Default 0.9.
 * @param beta2 The decay of the running mean of their squares, in [0, 1). Default 0.999.
 * @param epsilon Added to the root of that mean. Default: that of `tf.train.adam`, the backend's epsilon, 1e-7 for
 *     float32. PyTorch's is 1e-8.
 * @returns The optimizer. Its methods throw as `scatterND` does, and for a table that is no variable of float32; the
 *     table and its moments then keep their values.
 * @throws An Error for a beta outside of [0, 1), and for other arguments that are no numbers.
 */
export function sparseAdam(
  learningRate = 0.001,
  beta1 = 0.9,
  beta2 = 0.999,
  epsilon = tf.backend().epsilon(),
): SparseAdam {
  named('sparseAdam', () => {
    checkNumbers({ learningRate, beta1, beta2, epsilon });
    for (const [name, beta] of Object.entries({ beta1, beta2 })) {
      if (!(beta >= 0 && beta < 1)) throw invalidOption(name, beta, 'a number in [0, 1)');
    }
  });
  const tables = new Map<Variable, Moments>();
  const momentsOf = (table: Variable): Moments => {
    const zeros = () => variable(tf.zerosLike(table), false);
    const moments = tables.get(table) ?? { steps: 0, first: zeros(), second: zeros() };
    tables.set(table, moments);
    return moments;
  };
  const update = (table: Variable, places: Places, rows: Tensor, gradients: Tensor) => {
    checkNumbers({ learningRate: optimizer.learningRate });
    const moments = momentsOf(table);
    const { m, v } = updateMoments(moments, places, gradients, [beta1, beta2]);
    const steps = ++moments.steps;
    const rate = (optimizer.learningRate * Math.sqrt(1 - beta2 ** steps)) / (1 - beta1 ** steps);
    // Reads subtract from a factor, so this is the negative divisor.
    const over = minus(tf.scalar(-epsilon), tf.sqrt(v));
    const change = readInOrder(m, { over, weights: tf.scalar(-rate) });
    writeRows(table, places, minus(rows, change));
  };
  const optimizer: SparseAdam = {
    learningRate,
    minimize(table, ids, loss, returnCost = false, options = {}) {
      const cost = tf.tidy(() => {
        const name = 'sparseAdam.minimize';
        const places = publicCall(name, () => placesOf(table, ids, options));
        const rows = publicCall(name, () => readRows(table, places));
        const { value, grad } = valueAndGrad(loss)(rows);
        publicCall(name, () => {
          // tfjs would differentiate the sum of other values.
          if (value.rank > 0) throw wrongShape('the loss', value.shape, '[]: a scalar');
          update(table, places, rows, grad);
        });
        return value;
      });
      if (returnCost) return cost;
      cost.dispose();
      return null;
    },
    applyGradients(table, ids, gradients, options = {}) {
      publicCall('sparseAdam.applyGradients', () => {
        const places = placesOf(table, ids, options);
        const rows = readRows(table, places);
        update(table, places, rows, toFloats('gradients', gradients, rows.shape));
      });
    },
    dispose() {
      for (const { first, second } of tables.values()) tf.dispose([first, second]);
      tables.clear();
    },
  };
  return optimizer;
}

/** Throws for a setting that is no number: with others, such as an object of options, all rows would become NaN. */
function checkNumbers(settings: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(settings)) {
    if (typeof value !== 'number' || Number.isNaN(value))
      throw invalidOption(name, value, 'a number');
  }
}

/** Checks what a step gets, and returns its places. */
function placesOf(table: unknown, ids: Tensor | TensorLike, options: SparseAdamOptions): Places {
  checkOptions(options, ['outOfBounds', 'wrapNegatives']);
  const { outOfBounds, wrapNegatives } = readAttributes(options);
  if (!tf.isVariable(table)) throw wrong('table is no variable', 'one, such as tf.variable(x)');
  checkDtype('table', toTensor<Tensor>('table', table).dtype, 'float32');
  axisFromStart(0, table.rank, 'table');
  const indices = toIndexTensor('ids', ids);
  checkDtype('ids', indices.dtype, 'int32');
  if (outOfBounds === 'error') {
    checkInside('ids', indices, [insideRows('table', table.shape[0], wrapNegatives)]);
  }
  return { indices: tf.reshape(indices, [...indices.shape, 1]), outOfBounds, wrapNegatives };
}

/** Updates the moments of rows, and returns them. */
function updateMoments(
  { first, second }: Moments,
  places: Places,
  gradients: Tensor,
  [beta1, beta2]: readonly number[],
): Record<'m' | 'v', Tensor> {
  const before = readRows(second, places);
  // The second moments' table adds up the gradients of ids that repeat.
  writeRows(second, places, 0);
  writeRows(second, places, gradients, 'add');
  const sums = readRows(second, places);
  const v = decayed(before, square(sums), beta2);
  writeRows(second, places, v);
  const m = decayed(readRows(first, places), sums, beta1);
  writeRows(first, places, m);
  return { m, v };
}

function readRows(data: Tensor, { indices, ...policy }: Places): Tensor {
  return runKernel(OPS.GatherND, { data, indices }, policy);
}

/** Combines updates with rows of a variable; a number is the update of all. */
function writeRows(
  data: Variable,
  { indices, ...policy }: Places,
  updates: Tensor | number,
  reduction: Reduction = 'none',
): void {
  const isNumber = typeof updates === 'number';
  const inputs = { data, indices, ...(!isNumber && { updates }) };
  const how = { ...policy, ...INTO_VARIABLE, reduction, ...(isNumber && { constant: updates }) };
  // Frees the result at once: the next write would copy memory that it shares with the variable.
  tf.tidy(() => {
    assignUntaped(data, () => runKernel(OPS.ScatterND, inputs, how));
  });
}

/** mean + (value - mean) · (1 - beta), rounded like PyTorch's. */
function decayed(mean: Tensor, value: Tensor, beta: number): Tensor {
  return minus(mean, readInOrder(mean, { from: value, weights: tf.scalar(beta - 1) }));
}
