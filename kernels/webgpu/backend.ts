/**
 * tfjs' webgpu backend as the kernels use it, and the devices that were lost.
 */
import type { WebGPUBackend as TfjsBackend } from '@tensorflow/tfjs-backend-webgpu';
import type { DataId } from '@tensorflow/tfjs-core';

import type { HostBackend } from '../contract/tfjs_seam.js';

/** The members that tfjs declares private: the commands of the batch that it will submit next. */
interface Batch {
  /** Present once `ensureCommandEncoderReady` was called. */
  commandEncoder: GPUCommandEncoder;
  /** The data that the batch uses, whose buffers must not serve others before it is submitted. */
  commandQueueOwnedIds: WeakSet<DataId>;
}

/** The parts of tfjs' webgpu backend that the kernels use. */
export type WebGPUBackend = Pick<
  TfjsBackend,
  | 'device'
  | 'tensorMap'
  | 'makeTensorInfo'
  | 'uploadToGPU'
  | 'runWebGPUProgram'
  | 'ensureCommandEncoderReady'
  | 'endComputePassEncoder'
  | 'submitQueue'
  | 'shouldExecuteOnCPU'
  | 'disposeData'
  | 'incRef'
  | 'readSync'
  | 'write'
> &
  Batch;

/** Narrows the backend, in a kernel registered for webgpu. */
export function asWebGPUBackend(backend: HostBackend): WebGPUBackend {
  return backend as WebGPUBackend;
}

/** A device, of which older browsers do not tell the adapter. */
interface OfAdapter {
  device: { adapterInfo?: { isFallbackAdapter?: boolean } };
}

/** Returns whether the adapter computes on the CPU, or is of a browser that does not tell. */
export function isOnCpu({ device }: OfAdapter): boolean {
  return device.adapterInfo?.isFallbackAdapter !== false;
}

/** Why each device was lost; null where it was not. */
const losses = new WeakMap<GPUDevice, string | null>();

/** Takes note once the backend's device is lost. WebGPU says so only by a promise, and drops all work. */
export function watchDevice({ device }: WebGPUBackend): void {
  if (losses.has(device)) return;
  losses.set(device, null);
  void device.lost.then(({ message }) => losses.set(device, message || 'no reason given'));
}

/** Throws if the backend's device was lost. */
export function checkDevice(caller: string, backend: WebGPUBackend): void {
  watchDevice(backend);
  const reason = losses.get(backend.device);
  if (!reason) return;
  throw new Error(
    `${caller}: the WebGPU device is lost (${reason}), and what was on the GPU with it; expected a ` +
      'live one.',
  );
}
