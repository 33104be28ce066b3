import { KINDS } from '../../kernels/contract/entries.js';
import { kernelsOf } from '../../kernels/contract/served.js';
import { GRADIENT_REGISTRY, KERNEL_REGISTRY } from './registry.js';
import { replacedGradients, whereServed } from './replaced_gradients.js';

/**
 * Makes ops of TensorFlow.js itself run in linear time, until it is undone:
 *
 * - the gradient of `tf.gather`, and with it that of `tf.layers.embedding`, on every backend, for
 *   every axis and every batchDims;
 * - `tf.scatterND` and `tf.sparseToDense` on webgl, webgpu and wasm;
 * - `tf.tensorScatterUpdate` on these and cpu;
 * - `tf.unsortedSegmentSum` on webgl, webgpu and cpu;
 * - `tf.sparse.sparseSegmentSum` and `sparseSegmentMean` on webgl and webgpu, where the host knows the ids;
 * - `tf.gather` on wasm, `tf.gatherND` on wasm and webgpu.
 *
 * It also gives `tf.unsortedSegmentSum` a gradient that takes ids computed from x, where tfjs throws.
 *
 * They keep the rules that tfjs documents, where its own kernels break them:
 *
 * - sparseToDense sums repeated indices, and a sum of int32 is int32;
 * - in tensorScatterUpdate the last of repeated indices wins, and the input stays as it is;
 * - an index that is out of bounds on its own axis, as negative ones are, is ignored. gatherND gives
 *   0 for it. gather throws, and so does tensorScatterUpdate on cpu and wasm.
 *
 * Import the backends first: a backend that registers its kernels later runs those. Calls on strings
 * or complex64 go to tfjs' own kernels. With `tfjs-gather-scatter/core` it touches those backends only
 * whose kernels are imported, and before it is called; on others tfjs' kernels and gradients run.
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
 * @returns A function that undoes it: it puts back the kernels and the gradients that were registered
 *     before. Those that others have registered over them in the meantime stay. Calling it twice does
 *     no harm. Of several accelerations, each has to be undone.
 */
export function accelerateBuiltins(): () => void {
  const undos = replacedGradients().map((own) =>
    GRADIENT_REGISTRY.replaceBy(own, (previous) => whereServed(own, previous)),
  );
  for (const kind of KINDS) {
    const kernels = kernelsOf(kind)?.accelerated?.(kind) ?? [];
    undos.push(...kernels.map((kernel) => KERNEL_REGISTRY.replace(kernel)));
  }
  return () => {
    for (const undo of undos) undo();
  };
}
