/**
 * The kernels of the webgpu backend: the checks before anything runs, and the choice of the way.
 *
 *     gather                    a thread for each value of the result
 *     scatter                   by how a call combines:
 *       scatter_last            the last site wins
 *       scatter_atomic          in place, where no order changes a bit
 *       scatter_unordered       sums and products of floats in any order, where a user asks for it
 *       scatter_in_order        sums in the order of sites, by sort, sums, kept_orders
 *       scatter_unsorted        few sites, and those known_apart, in one program
 *       scatter_lines           lines of sites that share no slice, each by a thread
 *       combine, in_order       how values combine; what programs that keep the order share
 *     strategy, flags           the way that is taken
 *     known_values              values that the host has
 *     walks                     the sites that a thread walks
 *     wgsl_slices, wgsl_values  shared WGSL: from sites to slices, and the values there
 *     memory, copies, program   outputs and scratch buffers; a program on tfjs' backend
 *     backend                   tfjs' backend, and lost devices
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { allDropped } from '../contract/all_dropped.js';
import type { BackendKernels } from '../contract/backend_kernels.js';
import { checkKnownIndices, gpuIndexRanges, knownGpuValues } from '../contract/known_values.js';
import { hasNoValues } from '../contract/plan.js';
import type { Plan } from '../contract/plan.js';
import { hostKernels } from '../cpu/host.js';
import { asWebGPUBackend, checkDevice, watchDevice } from './backend.js';
import type { WebGPUBackend } from './backend.js';
import { registerFlags } from './flags.js';
import { gatherOnGpu } from './gather.js';
import { dropOrders } from './kept_orders.js';
import { gpuValues } from './known_values.js';
import { scatterOnGpu } from './scatter.js';

export const webgpuKernels: BackendKernels = {
  gather(plan, host) {
    const backend = asWebGPUBackend(host);
    const { data, indices } = plan;
    if (staysOnHost(plan, backend, [data, indices])) return hostKernels.gather(plan, host);
    checkKnownIndices(plan, gpuValues(backend));
    if (hasNoValues(plan)) return allDropped(plan, backend);
    checkDevice(plan.attributes.caller, backend);
    return gatherOnGpu(plan, backend);
  },
  scatter(plan, host) {
    const backend = asWebGPUBackend(host);
    const { data, indices, updates } = plan;
    if (staysOnHost(plan, backend, [data, indices, updates]))
      return hostKernels.scatter(plan, host);
    checkKnownIndices(plan, gpuValues(backend));
    if (hasNoValues(plan) && (data.dtype !== 'bool' || plan.geometry.dataSize === 0)) {
      // Shares data's values under another reference, as tfjs' kernel Identity does.
      backend.incRef(data.dataId);
      return { ...data };
    }
    checkDevice(plan.attributes.caller, backend);
    return scatterOnGpu(plan, backend);
  },
  knownValues: (tensor, host) => knownGpuValues(tensor, gpuValues(asWebGPUBackend(host))),
  indexRanges: (indices, width, host) =>
    gpuIndexRanges(indices, width, gpuValues(asWebGPUBackend(host))),
  // A synchronous read takes 50 ms and more, and on some systems loses the device.
  neverStalls: true,
  // WGSL lets compilers assume that no float is infinite or NaN.
  takesForFinite: true,
  limits: (dtype) => hostKernels.limits(dtype),
  prepare: registerFlags,
  setUp: (host) => {
    watchDevice(asWebGPUBackend(host));
  },
  dispose: (host) => {
    dropOrders(asWebGPUBackend(host));
  },
};

/** Returns whether the host computes: strings never leave it, and tfjs keeps some small tensors there. */
function staysOnHost(plan: Plan, backend: WebGPUBackend, tensors: TensorInfo[]): boolean {
  if (plan.data.dtype !== 'string') return backend.shouldExecuteOnCPU(tensors);
  if (knownGpuValues(plan.indices, gpuValues(backend))) return true;
  throw new Error(
    `${plan.attributes.caller}: data are strings, which stay on the host, and indices are on the GPU only, ` +
      'expected indices that the host has seen: await indices.data() before the call.',
  );
}
