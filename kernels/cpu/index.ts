/**
 * The kernels that compute on the host, for the cpu backend and for every backend without kernels of its
 * own. From a call down to values:
 *
 *     host             kernels over any memory, also for other backends: what an output starts from, and the steps of a call
 *     reads            what sites read, and how factors change it
 *     loops            the loops that these are built with, in a simple form for other backends
 *       tuned_loops    fast ones, for the cpu backend, also slice by slice with prefetching
 *         by_four      unrolled by four values
 *     sites            from sites to offsets and places of values, a block at a time; whether slices are distinct
 *     order            the order of sites by slice, for GPUs
 *     memory           access to values, and views of them as integers or floats
 *     strategy         the thresholds between the loops
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { hasNoValues, type Plan } from '../call/plan.js';
import { isPlain } from '../call/reads.js';
import type { BackendKernels } from '../registry/backend_kernels.js';
import { composeKernels } from '../registry/compose_kernels.js';
import { findKernel, GatherNd, getBackend, type AnyBackend } from '../tfjs/seam.js';
import { hostKernelsOver, hostOver, runProduct } from './host.js';
import { copiedMemory, cpuMemory, sitesAt } from './memory.js';
import { slicesAt } from './sites.js';
import { TUNED_LOOPS } from './tuned_loops.js';

export const cpuKernels: BackendKernels = hostKernelsOver(
  hostOver(cpuMemory, TUNED_LOOPS),
  runProduct,
);

/** The kernels for backends without their own: like cpu's, over copies of values. */
export const fallbackKernels: BackendKernels = hostKernelsOver(
  hostOver(copiedMemory, TUNED_LOOPS),
  runProduct,
);

/** The size of data from which it pays on tfjs-node to gather there, at no site, and how much that is for each site. */
const THERE_FROM = 16_384;
const THERE_PER_SITE = 32;

/**
 * Gathers where data is: the host resolves the indices, and the backend's own kernel moves the values. Reading data
 * back takes longer, most of all for a few rows of a large table. Returns null for calls that the host computes better,
 * and for gathers with dropped sites.
 */
export function gatherThere(plan: Plan, backend: AnyBackend): TensorInfo | null {
  if (plan.kind === 'dot' || plan.target) return null;
  const { read, valuesShape } = plan;
  const source = read.end;
  if (!source.geometry) return null;
  const { dataSize, sliceSize, siteCount } = source.geometry;
  const { tensor } = source;
  if (dataSize < THERE_FROM + THERE_PER_SITE * siteCount) return null;
  if (!isPlain(read) || hasNoValues(plan)) return null;
  // Bools may be any byte, which only the host normalizes.
  if (tensor.dtype !== 'float32' && tensor.dtype !== 'int32') return null;
  // tfjs only runs kernels on its current backend.
  const backendName = getBackend();
  if (!['Reshape', GatherNd].every((name) => findKernel(name, backendName))) return null;
  const slices = slicesAt(sitesAt(source, copiedMemory(backend)));
  return (
    slices &&
    composeKernels(backendName, backend, ({ runKernel, freeAtEnd }) => {
      const shape = [siteCount, 1];
      const dataId = backend.write(slices, shape, 'int32');
      const indices = freeAtEnd({ dataId, shape, dtype: 'int32' });
      const rows = { shape: [dataSize / sliceSize, sliceSize] };
      const params = runKernel('Reshape', { x: tensor }, rows);
      const values = runKernel(GatherNd, { params, indices });
      return runKernel('Reshape', { x: values }, { shape: valuesShape });
    })
  );
}
