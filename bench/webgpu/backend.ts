/** Access to tfjs' webgpu backend. */
import * as tf from '@tensorflow/tfjs';
import { asWebGPUBackend } from '../../kernels/webgpu/backend.js';
import type { WebGPUBackend } from '../../kernels/webgpu/backend.js';

/** The backend with its pipeline cache, which tfjs declares private. */
export function backend(): WebGPUBackend & { pipelineCache?: object } {
  return asWebGPUBackend(tf.backend());
}

/** Submits the work that tfjs has batched, and waits for the GPU. */
export async function waitForGpu(): Promise<void> {
  const current = backend();
  current.ensureCommandEncoderReady();
  current.endComputePassEncoder();
  current.submitQueue();
  await current.device.queue.onSubmittedWorkDone();
}
