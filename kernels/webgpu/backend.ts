/** tfjs' webgpu backend: the parts that the kernels use, and lost devices. */
import type { WebGPUBackend as TfjsBackend } from '@tensorflow/tfjs-backend-webgpu';
import type { DataId } from '@tensorflow/tfjs-core';

import { type CallError, wrong } from '../call/errors.js';
import type { AnyBackend } from '../tfjs/seam.js';

/** Members that tfjs declares private: the batch of commands that it will submit next. */
interface Batch {
  /** Present after `ensureCommandEncoderReady`. */
  commandEncoder: GPUCommandEncoder;
  /** The data that the batch uses: their buffers must not be reused before it is submitted. */
  commandQueueOwnedIds: WeakSet<DataId>;
}

export type WebGPUBackend = Pick<TfjsBackend, keyof TfjsBackend> & Batch;

/** Narrows the backend, in a kernel registered for webgpu. */
export function asWebGPUBackend(backend: AnyBackend): WebGPUBackend {
  return backend as WebGPUBackend;
}

/** All values, including bool, take four bytes on the GPU. */
export const BYTES = 4;

/** Says what is expected instead of a buffer that programs cannot bind: WebGPU would drop such work silently. */
export function tooLarge(size: number, { device }: WebGPUBackend): string | null {
  const { maxStorageBufferBindingSize, maxBufferSize } = device.limits;
  const most = Math.floor(Math.min(maxStorageBufferBindingSize, maxBufferSize) / BYTES);
  return size <= most ? null : `at most ${most}, the most that programs can address on this device`;
}

/** Why each device was lost; null if it was not. */
const losses = new WeakMap<GPUDevice, string | null>();

/** Records when the backend's device is lost. WebGPU then drops all work, and only reports it in a promise. */
export function watchDevice({ device }: WebGPUBackend): void {
  if (losses.has(device)) return;
  losses.set(device, null);
  void device.lost.then(({ message }) => losses.set(device, message || 'no reason given'));
}

/** Returns the error to throw if the device is lost. */
export function lossOf(backend: WebGPUBackend): CallError | null {
  watchDevice(backend);
  const reason = losses.get(backend.device);
  if (!reason) return null;
  const found = `the WebGPU device is lost (${reason}), and with it all data on the GPU`;
  return wrong(found, 'a live device');
}
