import { registerOp } from '@tensorflow/tfjs-converter';
import type { Tensor } from '@tensorflow/tfjs-core';

import { named } from '../../kernels/call/errors.js';
import { engine, tidy } from '../../kernels/tfjs/seam.js';
import { readLater } from '../backends.js';
import { UnreadValues } from './compose.js';
import { CONVERTER_OPS } from './converter_ops.js';

const ON_VARIABLES = 'Add Sub Mul Div Max Min Update NdAdd NdSub NdMax NdMin NdUpdate'.split(' ');

/**
 * Related ops that cannot work in a GraphModel, and why. They are registered so that a model that contains
 * one reports the reason instead of "Unknown op".
 */
export const UNSUPPORTED_OPS: Record<string, string> = {
  UnsortedSegmentJoin: 'it joins strings; join them before or after the model.',
  ...Object.fromEntries(
    ON_VARIABLES.map((name) => [
      `ResourceScatter${name}`,
      'it changes a variable, and a frozen graph has none; convert it with a tensor scatter, ' +
        'such as tf.tensor_scatter_nd_add.',
    ]),
  ),
};

/**
 * Lets GraphModels run TensorFlow ops that tfjs' converter lacks: tensor scatters, segment ops, sparse products,
 * ops on diagonals, partitions and shifts. `docs/models.md` lists them by name, with their rules. UnsortedSegmentJoin,
 * ResourceScatterAdd and similar ops throw an error that says why they cannot work.
 *
 * It also replaces ops that some tfjs backends compute wrongly or lack, such as TensorScatterUpdate and Unique.
 *
 * Call it before you load the model, which is when tfjs looks ops up. If you call it later, the model
 * fails with "Unknown op" when executed, or runs tfjs' own ops.
 *
 * The ops work in `execute` and `executeAsync`, and follow TensorFlow's rules. An index that is negative or out of
 * bounds is an error. If only the GPU knows it, its update is dropped, and a gather gives 0. If indices repeat in
 * TensorScatterUpdate or SparseToDense, the last one wins. On webgpu, an op that must read values that a GPU computed,
 * such as a shape, waits for them in `executeAsync`; `execute` throws an error that tells you to use that.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import { registerConverterOps } from 'tfjs-gather-scatter/converter';
 *
 * registerConverterOps();
 * const node = (name: string, op: string, input: string[] = [], attr = {}) => ({ name, op, input, attr });
 * const float = { dtype: { type: 'DT_FLOAT' } };
 * const int = { dtype: { type: 'DT_INT32' } };
 * const model = await tf.loadGraphModel(
 *   tf.io.fromMemory({
 *     modelTopology: {
 *       node: [
 *         node('data', 'Placeholder', [], float),
 *         node('ids', 'Placeholder', [], int),
 *         node('sums', 'SegmentSum', ['data', 'ids']),
 *       ],
 *       versions: { producer: 1987 },
 *     },
 *     weightSpecs: [],
 *     weightData: new ArrayBuffer(0),
 *   }),
 * );
 * const inputs = { data: tf.tensor1d([1, 2, 3]), ids: tf.tensor1d([0, 0, 2], 'int32') };
 * console.log(String(model.execute(inputs))); // [3, 0, 3]
 * ```
 *
 * @returns The names of the ops that models can use now.
 */
export function registerConverterOps(): string[] {
  for (const [name, compute] of Object.entries(CONVERTER_OPS)) {
    registerOp(name, ({ inputs, attrs }) => computeOp(name, () => compute(inputs, attrs)));
  }
  for (const [name, reason] of Object.entries(UNSUPPORTED_OPS)) {
    registerOp(name, () => {
      throw new Error(`${name}: the op is not supported: ${reason}`);
    });
  }
  return Object.keys(CONVERTER_OPS);
}

type Result = Tensor | Tensor[];

/**
 * Runs an op. If it needs values that the backend cannot read during a call, it returns a promise. For a promise,
 * `execute` throws an error that tells the user to call `executeAsync`. `awaited` has been read already.
 */
export function computeOp(
  name: string,
  compute: () => Result,
  awaited?: Tensor,
): Result | Promise<Result> {
  try {
    // tfjs' executeAsync would not dispose intermediate tensors. Like publicCall's, the tidy has no name.
    return tidy(() => named(name, compute));
  } catch (error) {
    if (!(error instanceof UnreadValues)) throw error;
    if (error.tensor === awaited) throw new Error(`${name}: ${error.message}`, { cause: error });
    return computeLater(name, compute, error.tensor);
  }
}

async function computeLater(name: string, compute: () => Result, tensor: Tensor): Promise<Result> {
  const { scopeStack } = engine().state;
  const scope = scopeStack.at(-1);
  await Promise.resolve();
  // When `execute` throws, it ends its scope, and nobody takes the result.
  if (scope && !scopeStack.includes(scope)) return [];
  await readLater(name, tensor);
  return computeOp(name, compute, tensor);
}
