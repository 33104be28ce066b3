import { named } from '../kernels/call/errors.js';
import { serveAs } from '../kernels/registry/served.js';
import { currentBackend } from './backends.js';

/**
 * Registers the kernels `GatherElements`, `GatherND`, `ScatterElements`, `ScatterND` and `TensorScatter` for a
 * backend. Kernels that are already registered stay. The package's functions register kernels
 * themselves, so you only need this in three cases:
 *
 * - before you run these kernels directly, with `tf.engine().runKernel`, on a backend without an entry point
 *   of its own, such as tfjs-node's;
 * - for a cpu, webgl, wasm or webgpu backend that you registered under another name;
 * - for tfjs' own ops on wasm, after importing the backend: older releases lack the kernels
 *   `TensorScatterUpdate` and `SparseToDense`. (Every release lacks `UnsortedSegmentSum`, which
 *   importing this package registers.)
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
 * @param backendName The name of a tfjs backend. Default: the current backend.
 * @param kind Which kernels to use: 'cpu', 'webgl', 'wasm' or 'webgpu'. Default: those with the backend's
 *     name, or else kernels that read the values, compute on the CPU and write the result.
 * @throws An Error if there are no kernels of that kind, if their entry point is not imported, or if the
 *     backend already has kernels of another kind.
 */
export function registerKernels(backendName = currentBackend(), kind = backendName): void {
  named('registerKernels', () => {
    serveAs(backendName, kind);
  });
}
