/**
 * What is known of tensors in buffers: values that the host has, whether indices address distinct slices, and the order
 * of sites.
 */
import type { BackendValues, TensorInfo } from '@tensorflow/tfjs-core';

import type { Indexed } from '../call/ends.js';
import { handOutCopies, hostValues } from '../gpu/handed_out.js';
import { type Findings, findIn, type GpuValues } from '../gpu/known_values.js';
import { addressingOf, KeptOrders } from '../gpu/orders.js';
import { addressDistinctSlices } from '../cpu/host.js';
import { BYTES, type WebGPUBackend } from './backend.js';
import type { Memory } from './memory.js';
import { sortSites } from './sort.js';
import { MAX_CACHED_BYTES, MAX_CACHED_ORDERS } from './strategy.js';

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
function mayChange({ dataId }: TensorInfo, { tensorMap }: WebGPUBackend): boolean {
  return tensorMap.get(dataId).external ?? false;
}

/** Whether indices address distinct slices, by how they address them. */
const answers: Findings<boolean> = new WeakMap();

/**
 * Returns whether all sites of a call are known to address different slices. The answer is computed in the
 * call that uploads the indices, and cached, because indices on the GPU cannot change.
 */
export function areKnownDistinct(end: Indexed, backend: WebGPUBackend): boolean {
  const { indices, geometry } = end;
  if (geometry.indexSizes.length === 0) return false;
  const gpu = gpuValues(backend);
  const read = () => gpu.onHost(indices);
  const find = (values: Int32Array) => addressDistinctSlices({ end, indices: values });
  return findIn(indices, gpu, answers, addressingOf(end), read, find) ?? false;
}

/** The cached orders of each device, in buffers of tfjs' that it does not use meanwhile; see `sort.ts`. */
const cached = new WeakMap<GPUDevice, KeptOrders<GPUBuffer>>();

/** Returns a call's sorted sites, and caches them for other calls unless they are too large. */
export function orderOf(end: Indexed, memory: Memory): TensorInfo {
  const { backend } = memory;
  const count = 2 * end.geometry.siteCount;
  const order = memory.integers(count, 'for the order of sites');
  const size = count * BYTES;
  if (size > MAX_CACHED_BYTES || !memory.runs || mayChange(end.indices, backend)) {
    sortSites(end, order, memory);
    return order;
  }
  const addressing = addressingOf(end);
  const data = backend.tensorMap.get(end.indices.dataId);
  const orders = ordersOf(backend);
  let buffer = orders.find(addressing, [data]);
  if (!buffer) {
    const room = { bytes: size, objects: 1 };
    orders.makeRoom(room);
    sortSites(end, order, memory);
    buffer = memory.bufferOf(order);
    orders.keep(buffer, room, addressing, [data], [data]);
  }
  const made = backend.tensorMap.get(order.dataId);
  made.resource = buffer;
  // tfjs does not free external buffers.
  made.external = true;
  return order;
}

export function ordersOf({ device, bufferManager }: WebGPUBackend): KeptOrders<GPUBuffer> {
  const free = (buffer: GPUBuffer) => {
    bufferManager.releaseBuffer(buffer);
  };
  const most = { bytes: MAX_CACHED_BYTES, objects: MAX_CACHED_ORDERS };
  const orders = cached.get(device) ?? new KeptOrders(most, free);
  cached.set(device, orders);
  return orders;
}
