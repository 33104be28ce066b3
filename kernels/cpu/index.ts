/**
 * The kernels that compute on the host, for the cpu backend and for every backend without kernels of its
 * own. From a call down to values:
 *
 *     host                   kernels over any memory, also for other backends
 *       host_loops           the loops that they are built with:
 *       plain_loops          simple ones, for other backends
 *       tuned_loops          fast ones, for the cpu backend:
 *         by_four            unrolled by four values
 *         rows               slice by slice, with prefetching
 *     gather, scatter        the steps of a call, by dtype
 *       factor_loops         changes the values that are read
 *     products               updates read from their sources, and dot products of rows
 *     places                 places of single values from offsets of slices; whether slices are distinct
 *     offsets                offsets from index values, a block of sites at a time
 *     walk                   the sites in blocks and lines
 *     strategy               the thresholds between the loops
 *     memory                 access to values, and views of them as integers or floats
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { hasNoValues, type Plan } from '../call/plan.js';
import { isPlain } from '../call/reads.js';
import type { BackendKernels } from '../registry/backend_kernels.js';
import { composeKernels } from '../registry/compose_kernels.js';
import { findKernel, GatherNd, getBackend, type AnyBackend } from '../tfjs/seam.js';
import { hostKernelsOver, runProduct } from './host.js';
import { copiedMemory, cpuMemory, sitesAt } from './memory.js';
import { slicesAt } from './places.js';
import { TUNED_LOOPS } from './tuned_loops.js';

export const cpuKernels: BackendKernels = hostKernelsOver(cpuMemory, () => TUNED_LOOPS, runProduct);

/** The kernels for backends without their own: like cpu's, over copies of values. */
export const fallbackKernels: BackendKernels = hostKernelsOver(
  copiedMemory,
  () => TUNED_LOOPS,
  runProduct,
);

/** The size of data from which it pays on tfjs-node. */
const THERE_FROM = 16_384;

/**
 * Gathers where data is: the host resolves the indices, and the backend's own kernel moves the values. Reading data
 * back takes longer, most of all for a few rows of a large table. Returns null for calls that the host computes better,
 * and for gathers with dropped sites.
 */
export function gatherThere(plan: Plan, backend: AnyBackend): TensorInfo | null {
  if (plan.kind !== 'gather') return null;
  const { read, valuesShape } = plan;
  const source = read.end;
  const { dataSize, sliceSize, siteCount } = source.geometry;
  const { tensor } = source;
  if (dataSize < THERE_FROM || !isPlain(read) || hasNoValues(plan)) return null;
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
