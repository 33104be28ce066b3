/**
 * The kernels that serve each backend, and their registration with tfjs.
 */
import { backend, getBackend, registerKernel } from '@tensorflow/tfjs-core';
import type { KernelConfig } from '@tensorflow/tfjs-core';

import { kernelConfigs } from '../kernels/contract/backend_kernels.js';
import type { BackendKernels } from '../kernels/contract/backend_kernels.js';
import { oneOf, show } from '../kernels/contract/messages.js';
import { findKernel } from '../kernels/contract/tfjs_seam.js';
import { BACKENDS, hostKernels } from '../kernels/index.js';

/** The kernels that each backend got. */
const served = new Map<string, BackendKernels>();

/** Registers the kernels of all backends that have their own. */
export function registerOwnKernels(): void {
  for (const [backendName, { prepare }] of BACKENDS) {
    prepare?.();
    registerKernels(backendName);
  }
}

/**
 * Registers the kernels `GatherElements`, `GatherND`, `ScatterElements` and `ScatterND` for a
 * backend. Kernels that are registered already stay. This package's functions register them
 * themselves, so you need it in three cases only:
 *
 * - before you run these kernels directly, with `tf.engine().runKernel`, on a backend for which the
 *   package has none of its own;
 * - for a cpu, webgl, wasm or webgpu backend that you registered under another name;
 * - for tfjs' own ops on wasm, once the backend is imported: older releases have no kernels
 *   `TensorScatterUpdate` and `SparseToDense` there. `UnsortedSegmentSum`, which none has, is registered
 *   by importing this package.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { registerKernels } from 'tfjs-gather-scatter';
 *
 * registerKernels();
 * const inputs = { data: tf.tensor1d([1, 2, 3]), indices: tf.tensor1d([2, 0], 'int32') };
 * tf.engine().runKernel<tf.Tensor>('GatherElements', inputs, { axis: 0 }).print(); // [3, 1]
 * ```
 *
 * @param backendName The name of a tfjs backend. Default: that of the current backend.
 * @param kind The backend whose kernels it gets: 'cpu', 'webgl', 'wasm' or 'webgpu'. Default: that of its
 *     own name; where there is none, kernels that read the values, compute on the CPU and write the result.
 * @throws An Error if there are no kernels of that kind, or if the backend has those of another kind.
 */
export function registerKernels(backendName = currentBackend(), kind = backendName): void {
  serve(backendName, kind);
  registerAll(served.get(backendName)?.lacking?.(backendName) ?? []);
}

/** Registers the ops' kernels for a backend, once. */
function serve(backendName: string, kind = backendName): void {
  const before = served.get(backendName);
  if (before && kind === backendName) return;
  const kernels = BACKENDS.get(kind) ?? hostKernels;
  if (kind !== backendName && !BACKENDS.has(kind)) {
    throw new Error(
      `registerKernels: kind is ${show(kind)}, expected ${oneOf([...BACKENDS.keys()])}.`,
    );
  }
  if (before) {
    if (kernels === before) return;
    throw new Error(
      `registerKernels: kind is ${show(kind)}, but the backend ${show(backendName)} has kernels ` +
        `already, ${describe(before)}; expected a backend that has none yet.`,
    );
  }
  served.set(backendName, kernels);
  registerAll(kernelConfigs(backendName, kernels));
}

function registerAll(configs: KernelConfig[]): void {
  for (const config of configs) {
    // tfjs warns of a second registration. So the first stays, even that of another copy of this
    // package.
    if (!findKernel(config.kernelName, config.backendName)) registerKernel(config);
  }
}

/** Returns the kernels of the current backend; registers them if it has none. */
export function currentKernels(): BackendKernels {
  const backendName = currentBackend();
  serve(backendName);
  return served.get(backendName) ?? hostKernels;
}

/** Describes kernels by the backend that they were made for. */
function describe(kernels: BackendKernels): string {
  const own = [...BACKENDS].find(([, others]) => others === kernels);
  return own ? `those of ${show(own[0])}` : 'which compute on the host';
}

/** Returns the current backend's name; makes tfjs choose a backend if it has none. */
export function currentBackend(): string {
  if (!getBackend()) backend();
  return getBackend();
}
