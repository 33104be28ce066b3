/**
 * The kernels that compute on the host for any backend, and kernels for tfjs' own ops that such a backend may lack,
 * as tfjs-node's does. Importing them imports no other backend.
 */
import { sparseSegmentMessage, sparseSegments, supplyMissing, zeros } from './builtins/index.js';
import { hostKernels as plainKernels } from './cpu/host.js';
import { gatherThere } from './gather_there.js';
import type { BackendKernels } from './registry/backend_kernels.js';

export const hostKernels = /* @__PURE__ */ forAnyBackend(plainKernels);

/** Adds the kernels for tfjs' own ops, and gathers where data is. */
export function forAnyBackend(kernels: BackendKernels): BackendKernels {
  const adapters = sparseSegments(kernels, zeros, sparseSegmentMessage);
  return {
    ...kernels,
    gather: (plan, backend) => gatherThere(plan, backend) ?? kernels.gather(plan, backend),
    missingKernels: (name) => supplyMissing(name, adapters),
  };
}
