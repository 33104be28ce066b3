/**
 * Kernels for tfjs' own ops, built from this package's kernels. They run in front of tfjs' kernels, or replace missing
 * ones. Each backend's entry point picks the ones that help there.
 *
 *     adapters          each op as a call to this package's kernels
 *     sparse_segments   ops that need segment ids known to the host
 */
import type { KernelConfig } from '@tensorflow/tfjs-core';

import {
  type AdaptedCall,
  type Adapter,
  type BuiltinCall,
  composeKernels,
} from '../registry/compose_kernels.js';
import { ensureKernels } from '../registry/served.js';
import { named } from '../call/errors.js';
import { checkRequestedSize, requiredInput } from '../call/shapes.js';
import { asAnyBackend, findKernel } from '../tfjs/seam.js';

export * from './adapters.js';
export { sparseSegmentMessage, sparseSegments } from './sparse_segments.js';

/** Makes kernels that try an adapter first and fall back to tfjs' own kernel. */
export function overrideKernels(backendName: string, adapters: readonly Adapter[]): KernelConfig[] {
  return adapters.flatMap((adapter) => {
    const kernel = findKernel(adapter.kernelName, backendName);
    if (!kernel) return [];
    return [{ ...kernel, kernelFunc: kernelOf(backendName, adapter, kernel.kernelFunc) }];
  });
}

/** Makes the kernels that a backend lacks from their adapters. */
export function supplyMissing(backendName: string, adapters: readonly Adapter[]): KernelConfig[] {
  return adapters
    .filter(({ kernelName }) => !findKernel(kernelName, backendName))
    .map((adapter) => ({
      kernelName: adapter.kernelName,
      backendName,
      kernelFunc: kernelOf(backendName, adapter),
    }));
}

/** Makes a kernel from an adapter. Calls that it does not support go to tfjs' kernel, if there is one. */
function kernelOf(
  backendName: string,
  adapter: Adapter,
  tfjsKernel?: KernelConfig['kernelFunc'],
): KernelConfig['kernelFunc'] {
  return ({ inputs, attrs = {}, backend }) => {
    const input = (name: string) => requiredInput(inputs, name);
    const narrowed = asAnyBackend(backend);
    const checkRoom: BuiltinCall['checkRoom'] = (...asked) => {
      const kernels = ensureKernels(backendName);
      checkRequestedSize(...asked, (size) => kernels?.tooLarge?.(size, narrowed) ?? null);
    };
    const call = { input, inputs, attrs, backend: narrowed, checkRoom };
    // Without closures for the rest: most of these calls are small.
    if (tfjsKernel && adapter.supports?.(call) === false) {
      return tfjsKernel({ inputs, attrs, backend });
    }
    const runTfjs: AdaptedCall['runTfjs'] = (others = inputs, otherAttrs = attrs) => {
      if (!tfjsKernel)
        throw new Error(
          `The backend '${backendName}' has no kernel ${adapter.kernelName} for such inputs.`,
        );
      const output = tfjsKernel({ inputs: others, attrs: otherAttrs, backend });
      return Array.isArray(output) ? output[0] : output;
    };
    const compose = () =>
      composeKernels(backendName, narrowed, ({ runKernel, freeAtEnd }) =>
        // A spread would take as long as a small call.
        adapter.compute(Object.assign(call, { runKernel, freeAtEnd, runTfjs })),
      );
    return named(adapter.name, () => adapter.runAtOnce?.(call) ?? compose());
  };
}
