/**
 * The values that the host has of tensors in buffers.
 */
import type { BackendValues, TensorInfo } from '@tensorflow/tfjs-core';

import type { GpuValues } from '../contract/known_values.js';
import type { WebGPUBackend } from './backend.js';

export function gpuValues(backend: WebGPUBackend): GpuValues {
  const recordOf = ({ dataId }: TensorInfo) => backend.tensorMap.get(dataId);
  return {
    recordOf,
    // tfjs drops the values once they are on the GPU, and has them again once they were read.
    onHost: (tensor) => (mayChange(tensor, backend) ? null : (valuesOf(recordOf(tensor)) ?? null)),
    isOnGpu: (tensor) => Boolean(recordOf(tensor).resource) && !mayChange(tensor, backend),
    readBack: ({ dataId }) => backend.readSync(dataId),
  };
}

/** Returns whether the owner of a buffer, which tfjs shares by `zeroCopy`, may write to it at any time. */
export function mayChange({ dataId }: TensorInfo, { tensorMap }: WebGPUBackend): boolean {
  return tensorMap.get(dataId).external ?? false;
}

/** tfjs' type says that there always are values. */
function valuesOf({ values }: { values?: BackendValues | null }): BackendValues | null | undefined {
  return values;
}
