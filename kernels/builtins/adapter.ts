/**
 * What an adapter is: a way to carry out a kernel of tfjs by this package's kernels.
 */
import type { KernelConfig, NamedAttrMap, TensorInfo } from '@tensorflow/tfjs-core';

import { composeKernels } from '../contract/compose_kernels.js';
import type { Composer } from '../contract/compose_kernels.js';
import { requiredInput } from '../contract/plan.js';
import { asHostBackend, findKernel } from '../contract/tfjs_seam.js';
import type { HostBackend } from '../contract/tfjs_seam.js';

/** A call of one of tfjs' kernels. */
interface BuiltinCall {
  input: (name: string) => TensorInfo;
  attrs: NamedAttrMap;
}

/** A call, with the means to run other kernels, and tfjs' own. */
export interface AdaptedCall extends BuiltinCall, Composer {
  backend: HostBackend;
  runOwn: () => TensorInfo;
}

export interface Adapter {
  kernelName: string;
  /** Returns whether it can carry out a call; tfjs' own kernel gets the others. Absent where it can all. */
  takes?(call: BuiltinCall): boolean;
  compute(call: AdaptedCall): TensorInfo;
}

/** Makes the kernels that put adapters in front of those that tfjs has on a backend. */
export function inFrontOfOwn(backendName: string, adapters: readonly Adapter[]): KernelConfig[] {
  return adapters.flatMap((adapter) => {
    const own = findKernel(adapter.kernelName, backendName);
    if (!own) return [];
    return [{ ...own, kernelFunc: kernelOf(backendName, adapter, own.kernelFunc) }];
  });
}

/** Makes the kernels of adapters that a backend lacks. */
export function inPlaceOfMissing(
  backendName: string,
  adapters: readonly Adapter[],
): KernelConfig[] {
  return adapters
    .filter(({ kernelName }) => !findKernel(kernelName, backendName))
    .map((adapter) => ({
      kernelName: adapter.kernelName,
      backendName,
      kernelFunc: kernelOf(backendName, adapter),
    }));
}

/** Makes a kernel of an adapter; calls that it does not take go to `own`, if there is one. */
function kernelOf(
  backendName: string,
  adapter: Adapter,
  own?: KernelConfig['kernelFunc'],
): KernelConfig['kernelFunc'] {
  return ({ inputs, attrs = {}, backend }) => {
    const input = (name: string) => requiredInput(adapter.kernelName, inputs, name);
    const call = { input, attrs };
    if (own && adapter.takes?.(call) === false) return own({ inputs, attrs, backend });
    const runOwn = (): TensorInfo => {
      if (!own)
        throw new Error(`The backend '${backendName}' has no kernel ${adapter.kernelName}.`);
      const output = own({ inputs, attrs, backend });
      return Array.isArray(output) ? output[0] : output;
    };
    const host = asHostBackend(backend);
    return composeKernels(backendName, host, (composer) =>
      adapter.compute({ ...call, ...composer, backend: host, runOwn }),
    );
  };
}
