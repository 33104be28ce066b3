/**
 * Kernels composed from other kernels. tfjs does not clean up inside a kernel, so intermediate tensors
 * must be freed here.
 */
import type { NamedAttrMap, NamedTensorInfoMap, TensorInfo } from '@tensorflow/tfjs-core';

import { CallError } from '../call/errors.js';
import { show } from '../call/messages.js';
import { findKernel, type HostBackend } from '../tfjs/seam.js';

export interface Composer {
  /** Runs the backend's kernel of this name. */
  runKernel: (kernelName: string, inputs: NamedTensorInfoMap, attrs?: NamedAttrMap) => TensorInfo;
  /** Frees a tensor at the end, unless it is the result. */
  freeAtEnd: (tensor: TensorInfo) => TensorInfo;
}

/** Returns the result of `compose`, and frees all intermediate tensors. Throws for a missing kernel. */
export function composeKernels(
  backendName: string,
  backend: HostBackend,
  compose: (composer: Composer) => TensorInfo,
): TensorInfo {
  const made: TensorInfo[] = [];
  const freeAtEnd = (tensor: TensorInfo): TensorInfo => {
    made.push(tensor);
    return tensor;
  };
  let result: TensorInfo | null = null;
  try {
    result = compose({
      freeAtEnd,
      runKernel(kernelName, inputs, attrs) {
        const kernel = findKernel(kernelName, backendName);
        if (!kernel) {
          throw new CallError(
            `the backend ${show(backendName)} has no kernel ${kernelName}, expected one for ` +
              'this call.',
          );
        }
        const output = kernel.kernelFunc({ inputs, attrs, backend });
        return freeAtEnd(Array.isArray(output) ? output[0] : output);
      },
    });
    return result;
  } finally {
    for (const tensor of made) if (tensor !== result) backend.disposeData(tensor.dataId);
  }
}
