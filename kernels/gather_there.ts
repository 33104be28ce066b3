/**
 * Gathers where data is: the host resolves the indices, and the backend's own kernel moves the values. Reading data
 * back takes longer, most of all for a few rows of a large table.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { hasNoValues, type Plan } from './call/plan.js';
import { copiedMemory, sitesAt, slicesAt } from './cpu/host.js';
import { composeKernels } from './registry/compose_kernels.js';
import { findKernel, GatherNd, getBackend, type HostBackend } from './tfjs/seam.js';

/** The size of data from which it pays on tfjs-node. */
const THERE_FROM = 16_384;

/** Returns null for calls that the host computes better, and for gathers with dropped sites. */
export function gatherThere(plan: Plan, backend: HostBackend): TensorInfo | null {
  if (plan.kind !== 'gather') return null;
  const { source, factors, valuesShape } = plan;
  const { dataSize, sliceSize, siteCount } = source.geometry;
  const { tensor } = source;
  if (dataSize < THERE_FROM || factors || hasNoValues(plan)) return null;
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
