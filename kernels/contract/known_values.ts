/**
 * The values that the host has of tensors on a GPU, or has seen of indices. Reading others would stall
 * the GPU.
 */
import type { BackendValues, TensorInfo } from '@tensorflow/tfjs-core';

import { checkRanges, mayThrow } from './bounds.js';
import { asIndices, ofDtype } from './dtypes.js';
import { checksIndices } from './flags.js';
import { rememberedRanges } from './index_ranges.js';
import type { IndexRange } from './index_ranges.js';
import type { Plan } from './plan.js';
import { sizeOf } from './shapes.js';

/** Questions to the backend of a GPU about a tensor that is not empty. */
export interface GpuValues {
  /** Returns the values that the host has, if it does. */
  onHost(tensor: TensorInfo): BackendValues | null;
  /** Returns whether the GPU has them, so that they cannot change any more. */
  isOnGpu(tensor: TensorInfo): boolean;
  /** Returns the backend's record of the data: a new one if they left the backend and came back. */
  recordOf(tensor: TensorInfo): object;
  /** Reads them back, at the cost of a stall. */
  readBack(tensor: TensorInfo): BackendValues;
}

/**
 * Returns values if the host has them, or if GATHER_SCATTER_CHECK_INDICES allows a read-back; null
 * otherwise.
 */
export function knownGpuValues(tensor: TensorInfo, gpu: GpuValues): BackendValues | null {
  const onHost = valuesOnHost(tensor, gpu);
  if (onHost || !checksIndices()) return onHost;
  return ofDtype(gpu.readBack(tensor), tensor.dtype);
}

/** Returns the ranges of indices, once the host has seen them or a flag allows a read-back. */
export function gpuIndexRanges(
  indices: TensorInfo,
  width: number,
  gpu: GpuValues,
): readonly IndexRange[] | null {
  return rangesOf(indices, width, gpu, () => knownGpuValues(indices, gpu));
}

/**
 * Throws for an index out of bounds, as far as indices are known. A call that cannot fail remembers
 * those that it is about to upload as well, for later ones.
 */
export function checkKnownIndices(plan: Plan, gpu: GpuValues): void {
  const { indices, geometry } = plan;
  const width = geometry.indexSizes.length;
  if (!mayThrow(plan)) {
    rangesOf(indices, width, gpu, () => valuesOnHost(indices, gpu));
    return;
  }
  checkByRanges(plan, gpuIndexRanges(indices, width, gpu), () => knownGpuValues(indices, gpu));
}

/** Checks indices by their ranges, if these are known; `read` returns the values, for an exact error. */
export function checkByRanges(
  plan: Plan,
  ranges: readonly IndexRange[] | null,
  read: () => BackendValues | null,
): void {
  if (!ranges) return;
  checkRanges(plan, ranges, () => {
    const values = read();
    return values && asIndices(values);
  });
}

function rangesOf(
  indices: TensorInfo,
  width: number,
  gpu: GpuValues,
  read: () => BackendValues | null,
): readonly IndexRange[] | null {
  // tfjs may know nothing of a tensor without values.
  if (sizeOf(indices.shape) === 0) return [];
  return rememberedRanges(gpu.recordOf(indices), width, gpu.isOnGpu(indices), () => {
    const values = read();
    return values && asIndices(values);
  });
}

function valuesOnHost(tensor: TensorInfo, gpu: GpuValues): BackendValues | null {
  const { shape, dtype } = tensor;
  if (sizeOf(shape) === 0) return ofDtype([], dtype);
  const values = gpu.onHost(tensor);
  return values ? ofDtype(values, dtype) : null;
}
