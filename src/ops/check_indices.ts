import type { NamedAttrMap, Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { named, wrong } from '../../kernels/call/errors.js';
import { dispose, keep } from '../../kernels/tfjs/seam.js';
import { checkOptions, checkPlainObject, exampleOf } from '../../kernels/call/attributes.js';
import { checkAll } from '../../kernels/call/bounds.js';
import { asIndices, ofDtype } from '../../kernels/call/dtypes.js';
import { type Op, OPS } from '../../kernels/call/ops.js';
import { planCall } from '../../kernels/call/plan.js';
import { readLater } from '../backends.js';
import { type Input, toTensor } from './convert.js';
import type { CheckIndicesOptions } from './options.js';

/**
 * Checks every index against the axis of `data` that it addresses, without stalling a GPU. Use it for
 * indices that a GPU computes: ops cannot throw for these, and drop those out of bounds instead.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { checkIndices } from 'tfjs-gather-scatter';
 *
 * const found = checkIndices(tf.zeros([2, 3]), [[0, 2], [0, 5]], { batchDims: 0 });
 * await found.catch((error: unknown) => console.log(String(error)));
 * ```
 *
 * ```text
 * Error: checkIndices: indices has the value 5 at [1, 1], which is out of bounds on axis 1 of data, expected an index in [-3, 2].
 * ```
 *
 * @param data The tensor that the indices are for; only its shape is read.
 * @param indices int32.
 * @param options `axis` (default 0) for indices of `gatherElements` and `scatterElements`, or
 *     `batchDims` for indices of `gatherND`, `scatterND` and `scatterNDUpdate`.
 * @returns A promise that resolves if all indices are in bounds. Otherwise, or if the shapes do not
 *     fit, it rejects with the error of the op.
 */
export async function checkIndices(
  data: Tensor | TensorLike,
  indices: Tensor | TensorLike,
  options: CheckIndicesOptions = {},
): Promise<void> {
  const made: Tensor[] = [];
  const take = (name: string, value: Input, dtype?: 'int32') => {
    const taken = toTensor(name, value, dtype);
    // Keeps the tensor from the user's tf.tidy, which may end before the values arrive.
    if (taken !== value) made.push(keep(taken));
    return taken;
  };
  // Named before and after the wait, because other calls run in between.
  const run = <T>(check: () => T) => named('checkIndices', check);
  try {
    const { end, values } = run(() => {
      const op = opOf(options);
      const inputs = { data: take('data', data), indices: take('indices', indices, 'int32') };
      const plan = planCall(op, inputs, options as NamedAttrMap);
      const end = plan.target ?? plan.read.end;
      return { end, values: readLater('checkIndices', inputs.indices) };
    });
    const known = await values;
    run(() => {
      checkAll(end, asIndices(ofDtype(known, 'int32')));
    });
  } finally {
    dispose(made);
  }
}

/** Returns an op that addresses data as the options say. */
function opOf(options: CheckIndicesOptions): Op {
  const example = () => ['axis', 'batchDims'].map((key) => exampleOf(key, options)).join(' or ');
  checkPlainObject('options', options, example);
  const { axis, batchDims }: { axis?: number; batchDims?: number } = options;
  if (axis !== undefined && batchDims !== undefined) {
    throw wrong('options have both axis and batchDims', 'one of them');
  }
  const op = batchDims === undefined ? OPS.GatherElements : OPS.GatherND;
  checkOptions(options, ['axis', 'batchDims', 'wrapNegatives']);
  return op;
}
