/**
 * A cache of sorted orders: training scatters the same edges of a graph in every step. An order depends on the
 * values of the indices, which never change while they are in a buffer that tfjs owns, and on how they address
 * slices.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { Indexed } from '../call/ends.js';
import { BYTES, type WebGPUBackend } from './backend.js';
import { addressingOf, mayChange } from './known_values.js';
import type { Memory } from './memory.js';
import { sortSites } from './sort.js';
import { MAX_CACHED_BYTES } from './strategy.js';

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
