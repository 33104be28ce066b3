/**
 * A cache of sorted orders: training scatters the same edges of a graph in every step. Orders have their own
 * buffers, which tfjs neither counts nor frees. An order depends on the values of the indices, which
 * never change while they are in a buffer that tfjs owns, and on how they address slices.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { Indexed } from '../call/ends.js';
import { BYTES, type WebGPUBackend } from './backend.js';
import { addressingOf, mayChange } from './known_values.js';
import type { Memory } from './memory.js';
import { MAX_CACHED_BYTES, MAX_CACHED_ORDERS } from './strategy.js';

/** A cached order: two integers for each site, as described in `sort.ts`. */
interface CachedOrder {
  /** tfjs' record of the data. Data that left the GPU may return with other values and a new record. */
  record: WeakRef<{ refCount: number }>;
  addressing: string;
  buffer: GPUBuffer;
}

const PURPOSE = 'for the order of sites';

/** The cached orders of each device, the least recently used first. */
const cached = new WeakMap<GPUDevice, CachedOrder[]>();

/**
 * Returns the order of a call's sites: from the cache, or written by `sort` and then cached unless it is too
 * large.
 */
export function cachedOrder(
  end: Indexed,
  memory: Memory,
  sort: (order: TensorInfo) => void,
): TensorInfo {
  const { backend } = memory;
  const addressing = addressingOf(end);
  const data = backend.tensorMap.get(end.indices.dataId);
  const orders = ordersOf(backend);
  const at = orders.findIndex(
    ({ record, addressing: known }) => record.deref() === data && known === addressing,
  );
  if (at >= 0) {
    const [order] = orders.splice(at, 1);
    // Moves the order to the end of the list: it is now the most recently used.
    orders.push(order);
    return memory.external(order.buffer);
  }
  const count = 2 * end.geometry.siteCount;
  const size = count * BYTES;
  const isKept = size <= MAX_CACHED_BYTES && memory.runs && !mayChange(end.indices, backend);
  if (isKept) memory.checkSize([count], `the call, ${PURPOSE}, needs`);
  const buffer = isKept ? takeBuffer(size, orders, backend) : null;
  const order = buffer ? memory.external(buffer) : memory.integers(count, PURPOSE);
  sort(order);
  if (buffer) orders.push({ record: new WeakRef(data), addressing, buffer });
  return order;
}

/** Evicts orders until another one fits, first those whose data is gone; returns a buffer for it. */
function takeBuffer(size: number, orders: CachedOrder[], backend: WebGPUBackend): GPUBuffer {
  const isGone = ({ record }: CachedOrder) => !record.deref()?.refCount;
  orders.sort((a, b) => Number(isGone(b)) - Number(isGone(a)));
  const isFull = () =>
    orders.length >= MAX_CACHED_ORDERS || size + bytesOf(orders) > MAX_CACHED_BYTES;
  const dropped: CachedOrder[] = [];
  while (orders.length > 0 && (isGone(orders[0]) || isFull())) dropped.push(...orders.splice(0, 1));
  const same = dropped.findIndex(({ buffer }) => buffer.size === size);
  const reused = same < 0 ? undefined : dropped.splice(same, 1).at(0);
  destroy(dropped, backend);
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  return reused?.buffer ?? backend.device.createBuffer({ label: 'order of sites', size, usage });
}

export function dropOrders(backend: WebGPUBackend): void {
  destroy(ordersOf(backend), backend);
  cached.delete(backend.device);
}

/** Counts the cached orders and their bytes, for tests of their limits. */
export function countCachedOrders(backend: WebGPUBackend): { count: number; bytes: number } {
  const orders = ordersOf(backend);
  return { count: orders.length, bytes: bytesOf(orders) };
}

function ordersOf({ device }: WebGPUBackend): CachedOrder[] {
  const orders = cached.get(device) ?? [];
  cached.set(device, orders);
  return orders;
}

function bytesOf(orders: CachedOrder[]): number {
  return orders.reduce((sum, { buffer }) => sum + buffer.size, 0);
}

function destroy(orders: CachedOrder[], backend: WebGPUBackend): void {
  if (orders.length === 0) return;
  // Submits first: a batch that uses a destroyed buffer would be lost.
  backend.ensureCommandEncoderReady();
  backend.endComputePassEncoder();
  backend.submitQueue();
  for (const { buffer } of orders) buffer.destroy();
}
