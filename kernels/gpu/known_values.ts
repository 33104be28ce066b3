/** Tensors on a GPU whose values, or index ranges, the host knows. Reading others would stall the GPU. */
import type { BackendValues, TensorInfo } from '@tensorflow/tfjs-core';

import { checkRanges, type IndexRange, mayThrow, rangesIn } from '../call/bounds.js';
import { wrong } from '../call/errors.js';
import { asIndices, ofDtype } from '../call/dtypes.js';
import type { Indexed } from '../call/ends.js';
import { allowsStalls, CHECK_INDICES, checksIndices } from '../registry/flags.js';
import { sizeOf } from '../call/shapes.js';

/** What a GPU backend knows about a tensor that is not empty. */
export interface GpuValues {
  /** Returns the values if the host has them. */
  onHost(tensor: TensorInfo): BackendValues | null;
  /** Returns whether the values are on the GPU, and so can no longer change. */
  isOnGpu(tensor: TensorInfo): boolean;
  /** Returns the backend's record of the data. Data that left the backend and came back has a new one. */
  recordOf(tensor: TensorInfo): object;
  /**
   * Reads the values back, at the cost of a stall, or returns null if they are not computed; missing if the backend
   * cannot do that during a call.
   */
  readBack?(tensor: TensorInfo): BackendValues | null;
}

/** What the host has found in indices, by the backend's record of the data and a key. */
export type Findings<Found> = WeakMap<object, Map<string | number, Found>>;

/**
 * The ranges of indices, by the width of tuples. GPU backends drop the host's values when they upload a
 * tensor. The ranges let later calls still report indices out of bounds, without another scan.
 */
const ranges: Findings<readonly IndexRange[]> = new WeakMap();

/**
 * Returns what `find` finds in indices, and caches it; null if the host has never seen them. `read` returns
 * the values, or null if the host lacks them. Values that are only on the host may change, so they are read
 * every time; those on the GPU cannot change, and are read once.
 */
export function findIn<Found>(
  indices: TensorInfo,
  gpu: GpuValues,
  seen: Findings<Found>,
  key: string | number,
  read: () => BackendValues | null,
  find: (values: Int32Array) => Found,
): Found | null {
  const record = gpu.recordOf(indices);
  const before = gpu.isOnGpu(indices) ? seen.get(record) : undefined;
  const known = before?.get(key);
  if (known !== undefined) return known;
  const values = read();
  if (!values) return null;
  const found = find(asIndices(values));
  seen.set(record, new Map(before).set(key, found));
  return found;
}

/** Returns the values if the host has them or GATHER_SCATTER_CHECK_INDICES allows a read-back; otherwise null. */
export function knownGpuValues(tensor: TensorInfo, gpu: GpuValues): BackendValues | null {
  const onHost = valuesOnHost(tensor, gpu);
  if (onHost || !gpu.readBack || !allowsStalls()) return onHost;
  const read = gpu.readBack(tensor);
  return read && ofDtype(read, tensor.dtype);
}

/**
 * Returns the ranges of indices if the host has seen them or a flag allows a read-back. Throws if the flag asks for one
 * that the backend cannot do.
 */
export function gpuIndexRanges(
  indices: TensorInfo,
  width: number,
  gpu: GpuValues,
): readonly IndexRange[] | null {
  const found = rangesOf(indices, width, gpu, () => knownGpuValues(indices, gpu));
  if (found || gpu.readBack || !checksIndices()) return found;
  throw wrong(
    `the flag ${CHECK_INDICES} is set, but the indices are only on the GPU, and this backend cannot read them during a call`,
    '`await checkIndices(data, indices)` before the call, and the flag false',
  );
}

/**
 * Throws for an index out of bounds, if the indices are known. A call that cannot throw still caches the
 * ranges of indices that it is about to upload, for later calls.
 */
export function checkKnownIndices(end: Indexed, gpu: GpuValues): void {
  const { indices, geometry } = end;
  const width = geometry.indexSizes.length;
  if (!mayThrow(end)) {
    rangesOf(indices, width, gpu, () => valuesOnHost(indices, gpu));
    return;
  }
  checkRanges(end, gpuIndexRanges(indices, width, gpu), () => knownGpuValues(indices, gpu));
}

function rangesOf(
  indices: TensorInfo,
  width: number,
  gpu: GpuValues,
  read: () => BackendValues | null,
): readonly IndexRange[] | null {
  // tfjs may have no record of an empty tensor.
  if (sizeOf(indices.shape) === 0) return [];
  // Copies find all positions now: later the host may no longer have the values.
  return findIn(indices, gpu, ranges, width, read, (values) =>
    rangesIn(values, width).map((range) => ({ ...range })),
  );
}

function valuesOnHost(tensor: TensorInfo, gpu: GpuValues): BackendValues | null {
  const { shape, dtype } = tensor;
  if (sizeOf(shape) === 0) return ofDtype([], dtype);
  const values = gpu.onHost(tensor);
  return values ? ofDtype(values, dtype) : null;
}
