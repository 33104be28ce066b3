/** Measures the time of calls on the current backend, until their results are there. */
import * as tf from '@tensorflow/tfjs';
import { MathBackendWebGL } from '@tensorflow/tfjs-backend-webgl';
import type { Call } from './stock_calls.js';

/** Returns the milliseconds that one of several calls in a row takes. */
export async function timeOf(call: Call, repeats: number): Promise<number> {
  const start = performance.now();
  let result = tf.tidy(call);
  for (let i = 1; i < repeats; i++) {
    // One result at a time: together they could fill the memory of a GPU.
    result.dispose();
    result = tf.tidy(call);
  }
  await waitForGpu(result);
  const elapsed = performance.now() - start;
  result.dispose();
  return elapsed / repeats;
}

const lastPixel = new Float32Array(4);

/** Waits until the GPU has made a result, and all before it. */
async function waitForGpu(result: tf.Tensor): Promise<void> {
  const backend: unknown = tf.backend();
  if (backend instanceof MathBackendWebGL) {
    // Reads a pixel of the last draw: WebGL waits for the GPU in no other call.
    const { gl } = backend.gpgpu;
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.FLOAT, lastPixel);
  } else if (tf.getBackend() === 'webgpu') {
    const first = tf.tidy(() => result.flatten().slice(0, 1));
    await first.data();
    first.dispose();
  }
}

/** Flags by which tfjs computes on the CPU while all inputs are small and not on the GPU yet. */
const FORWARDING: Partial<Record<string, string>> = {
  webgl: 'WEBGL_CPU_FORWARD',
  webgpu: 'WEBGPU_CPU_FORWARD',
};

/**
 * Runs a call twice: tfjs uploads its inputs and compiles its programs, so that no timed call has
 * to. Rejects if the call leaves the GPU even so, for its times would be those of the CPU.
 */
export async function warmUp(call: Call): Promise<void> {
  const flag = FORWARDING[tf.getBackend()];
  if (flag === undefined) {
    await read(tf.tidy(call));
    return;
  }
  const isForwarding = tf.env().getBool(flag);
  tf.env().set(flag, false);
  let first: tf.Tensor;
  try {
    first = tf.tidy(call);
  } finally {
    tf.env().set(flag, isForwarding);
  }
  await read(first);
  const result = tf.tidy(call);
  // Throws for data that are on the CPU.
  result.dataToGPU().tensorRef.dispose();
  await read(result);
}

async function read(result: tf.Tensor): Promise<void> {
  await result.data();
  result.dispose();
}

/** Number of steps of the clock of which the shortest counts. */
const STEPS = 4;

/** Returns the step of this browser's clock in ms, which none keeps finer than it needs to. */
export function clockStep(): number {
  let shortest = Infinity;
  for (let i = 0, last = performance.now(); i < STEPS;) {
    const now = performance.now();
    if (now === last) continue;
    shortest = Math.min(shortest, now - last);
    last = now;
    i++;
  }
  return shortest;
}
