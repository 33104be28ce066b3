/** Runs calls on a backend in this process. */
import * as tf from '@tensorflow/tfjs';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { dirname } from 'node:path';

export { execute } from './execute.js';

const wasmFolder = `${dirname(require.resolve('@tensorflow/tfjs-backend-wasm/package.json'))}/dist/`;

/**
 * Makes a backend current, without tfjs falling back to another. IS_TEST makes tfjs look for leaked data after
 * each kernel. Only on cpu: Identity copies on wasm, kernels return tensors on tfjs-node, and tfjs mistakes what
 * customGrad saves there for a leak. `way` is the strategy on wasm.
 */
export async function startBackend(name: string, way = 'auto'): Promise<void> {
  tf.env().set('IS_TEST', name === 'cpu');
  tf.env().set('GATHER_SCATTER_WASM', way);
  setWasmPaths(wasmFolder);
  await tf.setBackend(name);
  if (tf.getBackend() !== name) {
    throw new Error(`tfjs runs on '${tf.getBackend()}', expected '${name}'`);
  }
}

export async function stopBackend(): Promise<void> {
  await tf.setBackend('cpu');
}
