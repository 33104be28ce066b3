/**
 * tfjs-node's backend, with a real TensorFlow: from the folder in the environment variable TFJS_NODE, where
 * @tensorflow/tfjs-node is installed. It shares the project's tfjs.
 */
import * as tf from '@tensorflow/tfjs';
import util from 'node:util';
import { startBackend } from './in_process.js';

let loading: Promise<void> | undefined;

export async function startTfjsNode(): Promise<void> {
  loading ??= load();
  await loading;
  await startBackend('tensorflow');
}

async function load(): Promise<void> {
  const { TFJS_NODE } = process.env;
  if (!TFJS_NODE) {
    throw new Error(
      'TFJS_NODE is not set, expected a folder where @tensorflow/tfjs-node is installed.',
    );
  }
  // tfjs-node needs two functions that Node 23 removed.
  Object.assign(util, {
    isNullOrUndefined: (value: unknown) => value === null || value === undefined,
    isArray: Array.isArray,
  });
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  await import(`${TFJS_NODE}/node_modules/@tensorflow/tfjs-node`);
  warn.mockRestore();
  const backend = tf.findBackend('tensorflow');
  const readSync = backend.readSync.bind(backend);
  backend.readSync = (dataId) => inThisRealm(readSync(dataId));
}

/** Jest gives tests their own globals, but TensorFlow makes arrays of Node's, which tfjs does not save. */
function inThisRealm(values: tf.BackendValues): tf.BackendValues {
  for (const Here of [Float32Array, Int32Array]) {
    if (!Array.isArray(values) && values.constructor.name === Here.name) return new Here(values);
  }
  return values;
}
