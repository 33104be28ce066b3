/**
 * The kernels of the webgpu backend: checks before anything runs, and the choice of method.
 *
 *     gather                    a thread for each unit of the result
 *     scatter                   the choice of method; by atomics, along short lines, at distinct or last sites
 *       scatter_in_order        in the order of sites
 *       combine                 how values combine
 *     sort                      the order of sites
 *     dot                       a thread for each product
 *     strategy                  thresholds between methods
 *     known_values              what is known of tensors: values that the host has, distinct sites, sorted orders
 *     walks                     the sites that a thread visits
 *     wgsl_sites, wgsl_reads    shared WGSL: from sites to slices, and the values there; what sites read
 *     memory, program           outputs and scratch buffers; programs on tfjs' backend, and their parts
 *     backend                   tfjs' backend, adapters, and lost devices
 */
import { wrong } from '../call/errors.js';
import type { BackendKernels } from '../registry/backend_kernels.js';
import { knownGpuValues } from '../gpu/known_values.js';
import { indexedEndOf, type Plan } from '../call/plan.js';
import { gpuKernels } from '../gpu/kernels.js';
import { hostKernels } from '../cpu/host.js';
import { asWebGPUBackend, lossOf, tooLarge, watchDevice, type WebGPUBackend } from './backend.js';
import { dotOnGpu } from './dot.js';
import { gatherOnGpu } from './gather.js';
import { gpuValues } from './known_values.js';
import { Memory } from './memory.js';
import { scatterOnGpu } from './scatter.js';

export const webgpuKernels: BackendKernels = {
  ...gpuKernels({
    backendOf: asWebGPUBackend,
    valuesOf: gpuValues,
    lossOf,
    checkStrings,
    run(plan, backend, made) {
      const memory = new Memory(plan, backend, made);
      if (plan.kind === 'gather') return gatherOnGpu(plan, memory);
      return plan.kind === 'dot' ? dotOnGpu(plan, memory) : scatterOnGpu(plan, memory);
    },
  }),
  // A synchronous read takes at least 50 ms, and on some systems loses the device.
  neverStalls: true,
  // WGSL allows compilers to assume that no float is infinite or NaN.
  assumesFinite: true,
  limits: (dtype) => hostKernels.limits(dtype),
  tooLarge: (size, backend) => tooLarge(size, asWebGPUBackend(backend)),
  setUp: (backend) => {
    watchDevice(asWebGPUBackend(backend));
    gpuValues(asWebGPUBackend(backend));
  },
};

/** Throws unless the host knows the indices, as strings never leave the host. */
function checkStrings(plan: Plan, backend: WebGPUBackend): void {
  const { indices } = indexedEndOf(plan);
  if (knownGpuValues(indices, gpuValues(backend))) return;
  throw wrong(
    'data has dtype string, which stays on the host, but indices are only on the GPU',
    'indices that the host has read: await indices.data() before the call',
  );
}
