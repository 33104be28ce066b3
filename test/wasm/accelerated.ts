/** Calls of tfjs' ops with acceleration, and what they run of its own kernels. */
import * as tf from '@tensorflow/tfjs';
import { accelerateBuiltins } from 'tfjs-gather-scatter';

/** The result of a call with acceleration. */
export function accelerated(call: () => tf.Tensor): tf.Tensor {
  const undo = accelerateBuiltins();
  try {
    return call();
  } finally {
    undo();
  }
}

/** Runs a call, with acceleration unless told otherwise, and returns the attributes with which tfjs' own kernel ran. */
export async function ownCalls(
  kernelName: string,
  run: () => unknown,
  accelerate = accelerateBuiltins,
): Promise<tf.NamedAttrMap[]> {
  const stock = tf.getKernel(kernelName, 'wasm');
  const calls: tf.NamedAttrMap[] = [];
  const replace = (config: tf.KernelConfig) => {
    tf.unregisterKernel(kernelName, 'wasm');
    tf.registerKernel(config);
  };
  replace({
    ...stock,
    kernelFunc(given) {
      calls.push(given.attrs ?? {});
      return stock.kernelFunc(given);
    },
  });
  const undo = accelerate();
  try {
    await run();
  } finally {
    undo();
    replace(stock);
  }
  return calls;
}
