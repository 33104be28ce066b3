/**
 * Tensors in textures whose values the host has.
 */
import type { GpuValues } from '../contract/known_values.js';
import type { WebGLBackend } from './context.js';

export function gpuValues(backend: WebGLBackend): GpuValues {
  return {
    onHost({ dataId }) {
      const { values, slice } = backend.texData.get(dataId);
      // For a tensor that tfjs sliced from another, these are the other tensor's values.
      return slice ? null : (values ?? null);
    },
    recordOf: ({ dataId }) => backend.texData.get(dataId),
    isOnGpu: ({ dataId }) => Boolean(backend.texData.get(dataId).texture),
    readBack: ({ dataId }) => backend.readSync(dataId),
  };
}
