/**
 * Which kernels serve the current backend, and what serves one for which there are none.
 */
import { backend, getBackend } from '@tensorflow/tfjs-core';

import type { BackendKernels } from '../kernels/contract/backend_kernels.js';
import { isKind, noKernels, notImported, unknownKind } from '../kernels/contract/entries.js';
import { show } from '../kernels/contract/messages.js';
import {
  importedKernels,
  fallbackKernels,
  kernelsOf,
  kindOf,
  registerMissingKernels,
  serve,
  servedKernels,
} from '../kernels/contract/served.js';
import { hostKernels } from '../kernels/host.js';

/**
 * Registers the kernels `GatherElements`, `GatherND`, `ScatterElements` and `ScatterND` for a
 * backend. Kernels that are registered already stay. This package's functions register them
 * themselves, so you need it in four cases only:
 *
 * - with `tfjs-gather-scatter/core`, for a backend for which the package has no kernels of its own,
 *   such as that of tfjs-node;
 * - before you run these kernels directly, with `tf.engine().runKernel`, on such a backend;
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
 * @throws An Error if there are no kernels of that kind, if their entry is not imported, or if the
 *     backend has those of another kind.
 */
export function registerKernels(backendName = currentBackend(), kind = backendName): void {
  const before = servedKernels(backendName);
  if (!before || kind !== backendName) {
    const kernels = kernelsFor(backendName, kind);
    if (!before) serve(backendName, kernels);
    else if (kernels !== before) {
      throw new Error(
        `registerKernels: kind is ${show(kind)}, but the backend ${show(backendName)} has kernels ` +
          `already, ${describe(before)}; expected a backend that has none yet.`,
      );
    }
  }
  registerMissingKernels(backendName);
}

/** Returns the kernels of a kind; those of the host where the name is nobody's. */
function kernelsFor(backendName: string, kind: string): BackendKernels {
  if (isKind(kind)) {
    const kernels = importedKernels(kind);
    if (kernels) return kernels;
    throw notImported(kind);
  }
  if (kind !== backendName) throw unknownKind(kind);
  return fallbackKernels() ?? hostKernels;
}

/** Describes kernels by the backend that they were made for. */
function describe(kernels: BackendKernels): string {
  const kind = kindOf(kernels);
  return kind === undefined ? 'which compute on the host' : `those of ${show(kind)}`;
}

/** Returns the kernels of the current backend, registered; null where none are imported for it. */
export function currentKernels(): BackendKernels | null {
  return kernelsOf(currentBackend()) ?? null;
}

/** Returns the kernels of the current backend; throws for a caller if none are imported for it. */
export function requireKernels(caller: string): BackendKernels {
  const kernels = currentKernels();
  if (kernels) return kernels;
  throw noKernels(caller, currentBackend());
}

/** Returns the current backend's name; makes tfjs choose a backend if it has none. */
export function currentBackend(): string {
  if (!getBackend()) backend();
  return getBackend();
}
