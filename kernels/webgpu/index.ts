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
 *     dot                       a thread for each product
 *     strategy, flags           the way that is taken
 *     shares                    how work is shared out among threads
 *     known_values              values that the host has
 *     walks                     the sites that a thread walks
 *     wgsl_updates              updates, where they lie or at their sources
 *     wgsl_slices, wgsl_values  shared WGSL: from sites to slices, and the values there
 *     memory, copies, program   outputs and scratch buffers; a program on tfjs' backend
 *     backend                   tfjs' backend, and lost devices
 */
import type { BackendKernels } from '../contract/backend_kernels.js';
import { knownGpuValues } from '../contract/known_values.js';
import type { Plan } from '../contract/plan.js';
import { gpuKernels } from '../cpu/gpu_kernels.js';
import { hostKernels } from '../cpu/host.js';
import { asWebGPUBackend, checkDevice, watchDevice } from './backend.js';
import type { WebGPUBackend } from './backend.js';
import { dotOnGpu } from './dot.js';
import { registerFlags } from './flags.js';
import { gatherOnGpu } from './gather.js';
import { dropOrders } from './kept_orders.js';
import { gpuValues } from './known_values.js';
import { scatterOnGpu } from './scatter.js';

export const webgpuKernels: BackendKernels = {
  ...gpuKernels({
    backendOf: asWebGPUBackend,
    valuesOf: gpuValues,
    checkStrings,
    gather(plan, backend) {
      checkDevice(plan.attributes.caller, backend);
      return gatherOnGpu(plan, backend);
    },
    scatter(plan, backend) {
      checkDevice(plan.attributes.caller, backend);
      return scatterOnGpu(plan, backend);
    },
    dot(plan, backend) {
      checkDevice(plan.attributes.caller, backend);
      return dotOnGpu(plan, backend);
    },
  }),
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

/** Throws unless the host knows the indices: strings never leave it. */
function checkStrings({ indices, attributes }: Plan, backend: WebGPUBackend): void {
  if (knownGpuValues(indices, gpuValues(backend))) return;
  throw new Error(
    `${attributes.caller}: data are strings, which stay on the host, and indices are on the GPU only, ` +
      'expected indices that the host has seen: await indices.data() before the call.',
  );
}
