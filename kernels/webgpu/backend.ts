/**
 * tfjs' webgpu backend: the parts that the kernels use, what kind of adapter computes, lost devices, and what the host
 * knows of tensors. That is their values, and whether indices address distinct slices.
 */
import type { WebGPUBackend as TfjsBackend } from '@tensorflow/tfjs-backend-webgpu';
import type { BackendValues, DataId, TensorInfo } from '@tensorflow/tfjs-core';

import type { Addressed } from '../call/reads.js';
import { type CallError, wrong } from '../call/errors.js';
import { addressDistinctSlices } from '../cpu/host.js';
import { handOutCopies, hostValues } from '../gpu/handed_out.js';
import { type Findings, findIn, type GpuValues } from '../gpu/known_values.js';
import { addressingOf } from '../gpu/orders.js';
import { wordFlag } from '../registry/flags.js';
import type { AnyBackend } from '../tfjs/seam.js';

/** Members that tfjs declares private: what keeps values that were read, and the batch that it will submit next. */
interface Batch {
  convertAndCacheOnCPU(dataId: DataId, values: BackendValues): BackendValues;
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

/** Which methods run: 'auto' is as the browser says of the adapter; 'gpu' and 'software' force one kind, for tests. */
const adapterFlag = wordFlag('GATHER_SCATTER_ADAPTER', ['auto', 'gpu', 'software']);

/** What browsers say of adapters; older ones say nothing. */
interface Described {
  device: { adapterInfo?: { isFallbackAdapter?: boolean } };
}

/** Returns whether the adapter computes on the CPU, as far as the browser says. */
export function isSoftware({ device }: Described): boolean {
  const adapter = adapterFlag();
  if (adapter !== 'auto') return adapter === 'software';
  return device.adapterInfo?.isFallbackAdapter === true;
}

/** Why each device was lost; null if it was not. */
const losses = new WeakMap<GPUDevice, string | null>();

/**
 * Records when the backend's device is lost. WebGPU then drops all work, and only reports it in a promise. It also lets
 * reads finish: tfjs looks for a record to keep the values in, which is gone if the tensor was disposed of meanwhile.
 */
export function watchDevice(backend: WebGPUBackend): void {
  const { device, tensorMap } = backend;
  if (losses.has(device)) return;
  losses.set(device, null);
  const keep = backend.convertAndCacheOnCPU.bind(backend);
  backend.convertAndCacheOnCPU = (dataId, values) =>
    tensorMap.has(dataId) ? keep(dataId, values) : values;
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

export function gpuValues(backend: WebGPUBackend): GpuValues {
  const { tensorMap } = backend;
  handOutCopies<DataRecord>(backend, tensorMap, isOnGpu);
  return {
    dataOf({ dataId }) {
      const record: DataRecord = tensorMap.get(dataId);
      return { record, upload: () => (record.external ? null : (record.resource ?? null)) };
    },
    // tfjs drops the values when it uploads them, and has them again after a read.
    onHost(tensor) {
      const record: DataRecord = tensorMap.get(tensor.dataId);
      return mayChange(tensor, backend) ? null : hostValues(record, isOnGpu(record));
    },
  };
}

interface DataRecord {
  values?: BackendValues | null;
  resource?: object | null;
  external?: boolean;
}

/** Returns whether data is on the GPU, in a buffer of tfjs' own. */
const isOnGpu = ({ resource, external }: DataRecord): boolean => Boolean(resource) && !external;

/** Returns whether a tensor shares a user's buffer (`zeroCopy`), who may write to it at any time. */
export function mayChange({ dataId }: TensorInfo, { tensorMap }: WebGPUBackend): boolean {
  return tensorMap.get(dataId).external ?? false;
}

/** Whether indices address distinct slices, by how they address them. */
const answers: Findings<boolean> = new WeakMap();

/**
 * Returns whether all sites of a call are known to address different slices. The answer is computed in the
 * call that uploads the indices, and cached, because indices on the GPU cannot change.
 */
export function areKnownDistinct(end: Addressed, backend: WebGPUBackend): boolean {
  const { indices, geometry } = end;
  if (geometry.indexSizes.length === 0) return false;
  const gpu = gpuValues(backend);
  const read = () => gpu.onHost(indices);
  const find = (values: Int32Array) => addressDistinctSlices({ end, indices: values });
  return findIn(indices, gpu, answers, addressingOf(end), read, find) ?? false;
}
