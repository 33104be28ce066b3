/** Starts the backends of tfjs in a worker, and reports a lost GPU. */
import * as tf from '@tensorflow/tfjs';
import { MathBackendWebGL } from '@tensorflow/tfjs-backend-webgl';
import type { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import type { BackendName } from '../shared/backends.js';

/** What a backend needs besides tfjs. */
const LOAD: Partial<Record<BackendName, () => Promise<unknown>>> = {
  async wasm() {
    const { registerWasm } = await import('./wasm.js');
    registerWasm();
  },
  webgpu: () => import('@tensorflow/tfjs-backend-webgpu'),
};

export async function startBackend(name: BackendName): Promise<void> {
  await LOAD[name]?.();
  const isReady = await tf.setBackend(name);
  if (!isReady) throw new Error(`The backend ${name} did not start in this browser.`);
  await tf.ready();
}

/** Calls back if the current backend loses its context or device. Pending calls never end then. */
export function onContextLost(listener: () => void): void {
  const backend: unknown = tf.backend();
  // The listener is in the page. Neither the event nor the reason can be sent there.
  const tell = () => {
    listener();
  };
  if (backend instanceof MathBackendWebGL) {
    const { canvas } = backend.gpgpu.gl;
    canvas.addEventListener('webglcontextlost', tell, { once: true });
  } else if (hasDevice(backend)) void backend.device.lost.then(tell);
}

/** True for tfjs' webgpu backend, whose class is loaded on demand. */
function hasDevice(backend: unknown): backend is Pick<WebGPUBackend, 'device'> {
  return typeof backend === 'object' && backend !== null && 'device' in backend;
}
