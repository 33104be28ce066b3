/**
 * Which kernels serve which backend. The only module that imports kernels: a backend of one's own
 * is a folder in kernels/ and an entry here; every other backend is served by the host kernels.
 */
import { backend, getBackend, registerKernel } from '@tensorflow/tfjs-core';

import { cpuKernels, hostKernels } from '../kernels/cpu/index.js';
import { kernelConfigs } from './kernel.js';
import type { BackendKernels } from './kernel.js';
import { findKernel } from './tfjs_seam.js';

/** The kernels made for one backend. */
const KERNELS = new Map<string, BackendKernels>([['cpu', cpuKernels]]);

/** The backends that have kernels of their own. */
export const BACKENDS: readonly string[] = [...KERNELS.keys()];

/**
 * Registers the kernels `GatherElements`, `GatherND`, `ScatterElements` and `ScatterND` for a
 * backend, by default for the current one. The functions of this package do so by themselves; call
 * it before you run these kernels directly, with `tf.engine().runKernel`, on a backend for which
 * the package has none of its own. There the kernels read the values, compute on the CPU and write
 * the result back. What is registered already stays.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { registerKernels } from 'tfjs-gather-scatter';
 *
 * registerKernels();
 * const inputs = { data: tf.tensor1d([1, 2, 3]), indices: tf.tensor1d([2, 0], 'int32') };
 * tf.engine().runKernel<tf.Tensor>('GatherElements', inputs, { axis: 0 }).print();
 * ```
 *
 * @param backendName The name of a tfjs backend. Default: that of the current backend.
 */
export function registerKernels(backendName = currentBackend()): void {
  const kernels = KERNELS.get(backendName) ?? hostKernels;
  for (const config of kernelConfigs(backendName, kernels)) {
    // Registering twice would warn; whoever came first, a second copy of this package too, stays.
    if (!findKernel(config.kernelName, backendName)) registerKernel(config);
  }
}

/** The current backend's name; tfjs picks a backend when asked for it. */
function currentBackend(): string {
  if (!getBackend()) backend();
  return getBackend();
}
