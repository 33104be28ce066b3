/**
 * What the complete package adds for any backend without kernels of its own, such as tfjs-node's: kernels for tfjs'
 * own ops that it may lack, and gathers where data is.
 */
import { sparseSegmentMessage, sparseSegments, supplyMissing, zeros } from './builtins/index.js';
import { gatherThere } from './gather_there.js';
import type { BackendKernels } from './registry/backend_kernels.js';

export function forAnyBackend(kernels: BackendKernels): BackendKernels {
  const adapters = sparseSegments(kernels, zeros, sparseSegmentMessage);
  return {
    ...kernels,
    gather: (plan, backend) => gatherThere(plan, backend) ?? kernels.gather(plan, backend),
    missingKernels: (name) => supplyMissing(name, adapters),
  };
}
