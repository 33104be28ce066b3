/**
 * The values that the host has of tensors in buffers.
 */
import type { BackendValues } from '@tensorflow/tfjs-core';

import type { GpuValues } from '../contract/known_values.js';
import type { WebGPUBackend } from './backend.js';

export function gpuValues(backend: WebGPUBackend): GpuValues {
  return {
    // tfjs drops the values once they are on the GPU, and has them again once they were read.
    onHost: ({ dataId }) => valuesOf(backend.tensorMap.get(dataId)) ?? null,
    isOnGpu: ({ dataId }) => Boolean(backend.tensorMap.get(dataId).resource),
    readBack: ({ dataId }) => backend.readSync(dataId),
  };
}

/** tfjs' type says that there always are values. */
function valuesOf({ values }: { values?: BackendValues | null }): BackendValues | null | undefined {
  return values;
}
