/**
 * What is known of tensors in buffers: values that the host has, whether indices address distinct slices, and the order
 * of sites.
 */
import type { BackendValues, TensorInfo } from '@tensorflow/tfjs-core';

import type { Indexed } from '../call/ends.js';
import { type Findings, findIn, type GpuValues } from '../gpu/known_values.js';
import { addressDistinctSlices } from '../cpu/host.js';
import { BYTES, type WebGPUBackend } from './backend.js';
import type { Memory } from './memory.js';
import { sortSites } from './sort.js';
import { MAX_CACHED_BYTES } from './strategy.js';
import { vectorsOf } from './wgsl_sites.js';

export function gpuValues(backend: WebGPUBackend): GpuValues {
  return {
    dataOf({ dataId }) {
      const record: { resource?: object | null; external?: boolean } =
        backend.tensorMap.get(dataId);
      return { record, upload: () => (record.external ? null : (record.resource ?? null)) };
    },
    // tfjs drops the values when it uploads them, and has them again after a read.
    onHost(tensor) {
      const record: { values?: BackendValues | null } = backend.tensorMap.get(tensor.dataId);
      return mayChange(tensor, backend) ? null : (record.values ?? null);
    },
  };
}

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

/** Describes everything except index values that the order of a call's sites depends on. */
function addressingOf({ geometry, outOfBounds, wrapNegatives }: Indexed): string {
  const slices = geometry.dataSize / geometry.sliceSize;
  return JSON.stringify([vectorsOf(geometry), slices, outOfBounds === 'clamp', wrapNegatives]);
}

/** A cached order: two integers for each site, as described in `sort.ts`. */
interface CachedOrder {
  /** tfjs' record of the data. Data that left the GPU may return with other values and a new record. */
  record: WeakRef<{ refCount: number }>;
  addressing: string;
  /** One of tfjs' buffers, which it does not use meanwhile. */
  buffer: GPUBuffer;
}

/** The cached orders of each device, the least recently used first. */
const cached = new WeakMap<GPUDevice, CachedOrder[]>();

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
  const at = orders.findIndex(
    ({ record, addressing: known }) => record.deref() === data && known === addressing,
  );
  let found = at < 0 ? null : orders.splice(at, 1)[0];
  if (!found) {
    makeRoom(size, orders, backend);
    sortSites(end, order, memory);
    found = { record: new WeakRef(data), addressing, buffer: memory.bufferOf(order) };
  }
  orders.push(found);
  const made = backend.tensorMap.get(order.dataId);
  made.resource = found.buffer;
  // tfjs does not free external buffers.
  made.external = true;
  return order;
}

/** Evicts orders until another one fits, first those whose data is gone. */
function makeRoom(size: number, orders: CachedOrder[], { bufferManager }: WebGPUBackend): void {
  const isGone = ({ record }: CachedOrder) => !record.deref()?.refCount;
  orders.sort((a, b) => Number(isGone(b)) - Number(isGone(a)));
  const bytes = () => orders.reduce((sum, { buffer }) => sum + buffer.size, size);
  while (orders.length > 0 && (isGone(orders[0]) || bytes() > MAX_CACHED_BYTES)) {
    for (const { buffer } of orders.splice(0, 1)) bufferManager.releaseBuffer(buffer);
  }
}

export function ordersOf({ device }: WebGPUBackend): CachedOrder[] {
  const orders = cached.get(device) ?? [];
  cached.set(device, orders);
  return orders;
}
