/** Computes gradients without cpu's gradient kernels. */
import * as tf from '@tensorflow/tfjs';

const KERNELS = ['ScatterElementsGrad', 'ScatterNDGrad'];

/** Composes gradients on cpu, as on a backend without gradient kernels. Call the result to undo it. */
export function composeGradients(): () => void {
  const kernels = KERNELS.map((name) => tf.getKernel(name, 'cpu'));
  for (const name of KERNELS) tf.unregisterKernel(name, 'cpu');
  return () => {
    kernels.forEach(tf.registerKernel);
  };
}
