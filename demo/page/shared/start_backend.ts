/** Starts the backends of tfjs. */
import * as tf from '@tensorflow/tfjs';
import { loadBackend, type BackendName } from './backend_list.js';

/** The start of each backend that was asked for. */
const started = new Map<BackendName, Promise<void>>();

/** Starts a backend, if it has not started yet, and has tfjs compute on it from now on. */
export async function startBackend(name: BackendName): Promise<void> {
  const starting = started.get(name) ?? makeReady(name);
  started.set(name, starting);
  try {
    await starting;
  } catch (error) {
    // A file that could not be loaded may come the next time.
    started.delete(name);
    throw error;
  }
  await tf.setBackend(name);
}

/**
 * Has tfjs find a backend that is ready. It would name one that starts as its current one, and all
 * that is computed meanwhile would fail.
 */
async function makeReady(name: BackendName): Promise<void> {
  await loadBackend(name);
  const factory = tf.findBackendFactory(name);
  const backend = await factory();
  tf.removeBackend(name);
  tf.registerBackend(name, () => backend);
}
