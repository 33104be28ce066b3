/**
 * The kernels of the webgpu backend: checks before anything runs, and the choice of method.
 *
 *     reads                 gathers and dot products; WGSL for what sites read
 *     scatter               the choice of method: by atomics, along short lines, at distinct or last sites
 *       scatter_in_order    in the order of sites
 *         order             sorts the sites, and keeps their orders
 *     sites                 WGSL from sites to slices and their values; which sites a thread visits
 *     program               programs on tfjs' backend, outputs and scratch buffers
 *     backend               tfjs' backend, lost devices, and what the host knows of tensors
 *     strategy              thresholds between methods
 */
import { wrong } from '../call/errors.js';
import type { BackendKernels } from '../registry/backend_kernels.js';
import { knownGpuValues } from '../gpu/known_values.js';
import { addressedEndsOf, type Plan } from '../call/plan.js';
import { gpuKernels } from '../gpu/kernels.js';
import { hostKernels } from '../cpu/host.js';
import {
  asWebGPUBackend,
  gpuValues,
  lossOf,
  tooLarge,
  watchDevice,
  type WebGPUBackend,
} from './backend.js';
import { Memory } from './program.js';
import { dotOnGpu, gatherOnGpu } from './reads.js';
import { scatterOnGpu } from './scatter.js';

export const webgpuKernels: BackendKernels = {
  ...gpuKernels({
    backendOf: asWebGPUBackend,
    valuesOf: gpuValues,
    lossOf,
    checkStrings,
    run(plan, backend, made) {
      const memory = new Memory(plan, backend, made);
      if (plan.kind === 'dot') return dotOnGpu(plan, memory);
      return plan.target ? memory.finish(scatterOnGpu(plan, memory)) : gatherOnGpu(plan, memory);
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
  const { data: end } = addressedEndsOf(plan);
  if (!end || knownGpuValues(end.indices, gpuValues(backend))) return;
  throw wrong(
    'data has dtype string, which stays on the host, but indices are only on the GPU',
    'indices that the host has read: await indices.data() before the call',
  );
}
