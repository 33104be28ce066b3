/**
 * The kernels of the webgpu backend: checks before anything runs, and the choice of method.
 *
 *     gather                    a thread for each unit of the result
 *     scatter                   by how a call combines:
 *       scatter_in_place        at each site: by atomics, along short lines, at distinct or last sites
 *       scatter_in_order        in the order of sites, by scatter_pieces
 *       combine                 how values combine
 *     sort                      the order of sites, by sums, cached_orders
 *     dot                       a thread for each product
 *     strategy, adapter         the choice of method; whether the adapter is a GPU
 *     known_values              values that the host has, and what it knows of indices
 *     walks                     the sites that a thread visits
 *     wgsl_reads                what sites read, perhaps changed by factors
 *     wgsl_slices, wgsl_values  shared WGSL: from sites to slices, and the values there
 *     memory, copies, program   outputs and scratch buffers; programs on tfjs' backend, and their parts
 *     backend                   tfjs' backend, and lost devices
 */
import { wrong } from '../call/errors.js';
import type { BackendKernels } from '../registry/backend_kernels.js';
import { knownGpuValues } from '../gpu/known_values.js';
import { indexedEndOf, type Plan } from '../call/plan.js';
import { gpuKernels } from '../gpu/kernels.js';
import { hostKernels } from '../cpu/host.js';
import {
  asWebGPUBackend,
  checkDevice,
  refuse,
  watchDevice,
  type WebGPUBackend,
} from './backend.js';
import { dotOnGpu } from './dot.js';
import { gatherOnGpu } from './gather.js';
import { gpuValues } from './known_values.js';
import { Memory } from './memory.js';
import { scatterOnGpu } from './scatter.js';

export const webgpuKernels: BackendKernels = {
  ...gpuKernels({
    backendOf: asWebGPUBackend,
    valuesOf: gpuValues,
    checkStrings,
    run(plan, backend, made) {
      checkDevice(backend);
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
  refuse: (size, host) => refuse(size, asWebGPUBackend(host)),
  setUp: (host) => {
    watchDevice(asWebGPUBackend(host));
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
