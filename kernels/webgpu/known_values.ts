/**
 * Tensors in buffers whose values the host has.
 */
import type { BackendValues, TensorInfo } from '@tensorflow/tfjs-core';

import type { GpuValues } from '../contract/known_values.js';
import type { WebGPUBackend } from './backend.js';

export function gpuValues(backend: WebGPUBackend): GpuValues {
  const recordOf = ({ dataId }: TensorInfo) => backend.tensorMap.get(dataId);
  return {
    recordOf,
    // tfjs drops the values when it uploads them, and has them again after a read.
    onHost: (tensor) => (mayChange(tensor, backend) ? null : (valuesOf(recordOf(tensor)) ?? null)),
    isOnGpu: (tensor) => Boolean(recordOf(tensor).resource) && !mayChange(tensor, backend),
    readBack: ({ dataId }) => backend.readSync(dataId),
  };
}

/** Returns whether a tensor shares a user's buffer (`zeroCopy`), who may write to it at any time. */
export function mayChange({ dataId }: TensorInfo, { tensorMap }: WebGPUBackend): boolean {
  return tensorMap.get(dataId).external ?? false;
}

/** Widens tfjs' type, which claims that there always are values. */
function valuesOf({ values }: { values?: BackendValues | null }): BackendValues | null | undefined {
  return values;
}
