/**
 * Tensors in buffers whose values the host has, and what it knows of indices.
 */
import type { BackendValues, TensorInfo } from '@tensorflow/tfjs-core';

import type { Indexed } from '../call/ends.js';
import { type Findings, findIn, type GpuValues } from '../gpu/known_values.js';
import { addressDistinctSlices } from '../cpu/host.js';
import type { WebGPUBackend } from './backend.js';
import { vectorsOf } from './wgsl_slices.js';

export function gpuValues(backend: WebGPUBackend): GpuValues {
  const recordOf = ({ dataId }: TensorInfo) => backend.tensorMap.get(dataId);
  return {
    recordOf,
    // tfjs drops the values when it uploads them, and has them again after a read.
    onHost(tensor) {
      const record: { values?: BackendValues | null } = recordOf(tensor);
      return mayChange(tensor, backend) ? null : (record.values ?? null);
    },
    isOnGpu: (tensor) => Boolean(recordOf(tensor).resource) && !mayChange(tensor, backend),
  };
}

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
export function areKnownDistinct(end: Indexed, backend: WebGPUBackend): boolean {
  const { indices, geometry } = end;
  if (geometry.indexSizes.length === 0) return false;
  const gpu = gpuValues(backend);
  const read = () => gpu.onHost(indices);
  const find = (values: Int32Array) => addressDistinctSlices({ end, indices: values });
  return findIn(indices, gpu, answers, addressingOf(end), read, find) ?? false;
}

/** Describes everything except index values that the order of a call's sites depends on. */
export function addressingOf({ geometry, outOfBounds, wrapNegatives }: Indexed): string {
  const slices = geometry.dataSize / geometry.sliceSize;
  return JSON.stringify([vectorsOf(geometry), slices, outOfBounds === 'clamp', wrapNegatives]);
}
