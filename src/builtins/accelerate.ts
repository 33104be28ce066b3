/** Replaces kernels and gradients of tfjs by this package's, and restores them. */
import type { GradConfig, KernelConfig } from '@tensorflow/tfjs-core';

import * as tf from '../../kernels/tfjs/seam.js';
import { BACKENDS, ensureKernels } from '../../kernels/registry/served.js';
import { currentBackend } from '../backends.js';
import { ACCELERATED_GRADIENTS } from './gradients.js';

/**
 * Makes some of TensorFlow.js' own ops run in linear time, until you undo it:
 *
 * - the gradient of `tf.gather`, and so of `tf.layers.embedding`, on every backend, for every axis
 *   and batchDims;
 * - `tf.scatterND` and `tf.tensorScatterUpdate` on all four backends;
 * - `tf.sparseToDense` on webgl, webgpu and wasm;
 * - `tf.unsortedSegmentSum` on webgl, webgpu and cpu;
 * - `tf.sparse.sparseSegmentSum` and `sparseSegmentMean` on webgl and webgpu, if the host knows the ids;
 * - `tf.gather` on cpu and wasm, `tf.gatherND` on cpu, wasm and webgpu;
 * - on wasm, `tf.matMul` and `tf.fused.matMul` of transposed matrices and of stacks, as in the gradient of dense
 *   layers, `tf.matMul` by a matrix of at most 16,384 values, `tf.sum` along axes before the last ones, the gradients of
 *   `tf.sum` and `tf.mean`, `tf.exp`, `tf.equal` of tensors that broadcast, as in the gradients of `tf.max`, `tf.min` and
 *   `tf.logSumExp`, and `tf.clone`, which then shares its values, from tfjs 4.11 on; tfjs clones what a gradient will read.
 *
 * It also lets you differentiate `tf.unsortedSegmentSum` if its ids were computed from x, where tfjs
 * throws.
 *
 * The ops then follow the rules that tfjs documents, even where its own kernels break them:
 *
 * - sparseToDense sums repeated indices, and a sum of int32 is int32;
 * - in tensorScatterUpdate the last of repeated indices wins, and the input is not changed;
 * - an index out of bounds on its own axis is ignored, and negative indices are out of bounds. gatherND
 *   gives 0 for it. gather throws, and so does tensorScatterUpdate on cpu and wasm; on cpu, gatherND and
 *   scatterND throw as well;
 * - on wasm, stacks in matMul broadcast as in NumPy, and an axis that is repeated in sum counts once.
 *
 * Import the backends first: a backend that registers its kernels later uses its own. Sums of strings
 * or complex64 go to tfjs' kernels. With `tfjs-gather-scatter/core` only backends whose kernels you have
 * imported before the call are accelerated; on others tfjs' kernels and gradients run.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { accelerateBuiltins } from 'tfjs-gather-scatter';
 *
 * const undo = accelerateBuiltins();
 * const table = tf.tensor2d([[1, 2], [3, 4], [5, 6]]);
 * const lookup = (x: tf.Tensor) => tf.gather(x, tf.tensor1d([2, 0, 2], 'int32'));
 * tf.grad(lookup)(table).print(); // [[1, 1], [0, 0], [2, 2]]
 * undo();
 * ```
 *
 * @returns A function that undoes it by restoring the previous kernels and gradients. Those that other
 *     code has registered in the meantime stay. Calling it again does no harm. If you called
 *     accelerateBuiltins several times, call each of the functions that it returned.
 */
export function accelerateBuiltins(): () => void {
  const undos = accelerateGradients();
  for (const name of BACKENDS) {
    const kernels = ensureKernels(name)?.accelerated?.(name) ?? [];
    undos.push(...kernels.map((kernel) => replaceKernel(kernel)));
  }
  return () => {
    for (const undo of undos) undo();
  };
}

/**
 * Uses our gradients on backends that have kernels of this package, and what is registered now elsewhere. tfjs reads the
 * properties each time that it runs the op. If gradFunc is undefined, it reports that the op has no gradient. Returns what
 * undoes it.
 */
export function accelerateGradients(): (() => void)[] {
  return ACCELERATED_GRADIENTS.map((ours) => {
    const config = { ...ours };
    const other: Partial<GradConfig> = tf.findGradient(ours.kernelName) ?? {};
    for (const name of ['inputsToSave', 'outputsToSave', 'saveAllInputs', 'gradFunc'] as const) {
      Object.defineProperty(config, name, {
        get: () => (ensureKernels(currentBackend()) ? ours : other)[name],
      });
    }
    return replaceGradient(config);
  });
}

/**
 * Under this name, an undone replacement keeps the entry that it had replaced. All copies of the package share
 * tfjs, so they share the name.
 */
const UNDONE: unique symbol = Symbol.for('tfjs-gather-scatter.undone');

interface Undoable<Config> {
  [UNDONE]?: Config | undefined;
}

/**
 * Makes a function for one of tfjs' registries. It registers an entry in place of the one with the same key,
 * if any, and returns a function that restores the previous entry, unless someone else has registered another
 * in the meantime. The key of an entry is part of its configuration.
 */
function replacer<Config extends Undoable<Config>>(
  find: (key: Config) => Config | undefined,
  register: (config: Config) => void,
  unregister: (key: Config) => void,
): (config: Config) => () => void {
  /** Sets the entry of a key, or removes it. Unregisters first, or tfjs would warn. */
  const put = (key: Config, config: Config | undefined) => {
    if (find(key)) unregister(key);
    if (config) register(config);
  };
  return (config) => {
    const previous = find(config);
    put(config, config);
    return () => {
      config[UNDONE] = previous;
      if (find(config) === config) put(config, activeEntry(previous));
    };
  };
}

/** Follows replacements that were undone back to an entry that was not. */
function activeEntry<Config extends Undoable<Config>>(config?: Config): Config | undefined {
  return config && UNDONE in config ? activeEntry(config[UNDONE]) : config;
}

const replaceKernel = replacer<KernelConfig & Undoable<KernelConfig>>(
  ({ kernelName, backendName }) => tf.findKernel(kernelName, backendName),
  tf.registerKernel,
  ({ kernelName, backendName }) => {
    tf.unregisterKernel(kernelName, backendName);
  },
);

export const replaceGradient = replacer<GradConfig & Undoable<GradConfig>>(
  ({ kernelName }) => tf.findGradient(kernelName),
  tf.registerGradient,
  ({ kernelName }) => {
    tf.unregisterGradient(kernelName);
  },
);
