/**
 * Runs in a page: both ways around each threshold of the webgpu kernels, in turn, on the same data. All
 * tensors are on the GPU before, and what is timed ends when results are there.
 */
import * as tf from '@tensorflow/tfjs';
import '@tensorflow/tfjs-backend-webgpu';
import { isOnCpu } from '../kernels/webgpu/backend.js';
import { backend } from './webgpu/backend.js';
import { runThresholds } from './webgpu/run_thresholds.js';
import { sortThresholds } from './webgpu/sort_thresholds.js';
import type { Comparison } from './comparison.js';

async function run(): Promise<Comparison[]> {
  // Small tensors would be computed on the host.
  tf.env().set('WEBGPU_CPU_FORWARD', false);
  await tf.setBackend('webgpu');
  const { device } = backend();
  if (!isOnCpu({ device })) throw new Error('the thresholds are those of a software adapter');
  const errors: string[] = [];
  device.addEventListener('uncapturederror', ({ error }) => errors.push(error.message));
  const found = [...(await runThresholds()), ...(await sortThresholds())];
  // WebGPU drops the work of a program with a mistake.
  if (errors.length > 0) throw new Error(errors.join('\n'));
  return found;
}

Object.assign(globalThis, { run });
