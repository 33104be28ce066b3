/**
 * The values that the host has of tensors in textures.
 */
import type { GpuValues } from '../contract/known_values.js';
import type { WebGLBackend } from './context.js';

export function gpuValues(backend: WebGLBackend): GpuValues {
  return {
    onHost({ dataId }) {
      const { values, slice } = backend.texData.get(dataId);
      // A tensor that tfjs sliced from another has the other's values here.
      return slice ? null : (values ?? null);
    },
    recordOf: ({ dataId }) => backend.texData.get(dataId),
    isOnGpu: ({ dataId }) => Boolean(backend.texData.get(dataId).texture),
    readBack: ({ dataId }) => backend.readSync(dataId),
  };
}
