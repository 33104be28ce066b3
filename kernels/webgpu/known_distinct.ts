/**
 * Tests whether all sites of a call address different slices, if the host knows the indices. The answer is
 * computed in the call that uploads them, and cached, because indices on the GPU cannot change.
 */
import { asIndices } from '../contract/dtypes.js';
import type { Plan } from '../contract/plan.js';
import { addressDistinctSlices } from '../cpu/host.js';
import type { WebGPUBackend } from './backend.js';
import { addressingOf } from './cached_orders.js';
import { gpuValues } from './known_values.js';

/** The cached answers, by tfjs' record of the indices and how they address slices. */
const seen = new WeakMap<object, Map<string, boolean>>();

export function areKnownDistinct(plan: Plan, backend: WebGPUBackend): boolean {
  const { indices, geometry } = plan;
  if (geometry.indexSizes.length === 0) return false;
  const gpu = gpuValues(backend);
  const record = gpu.recordOf(indices);
  const before = gpu.isOnGpu(indices) ? seen.get(record) : undefined;
  const values = gpu.onHost(indices);
  if (!before && !values) return false;
  const addressing = addressingOf(plan);
  const known = before?.get(addressing);
  if (known !== undefined || !values) return known ?? false;
  const areDistinct = addressDistinctSlices(plan, asIndices(values));
  seen.set(record, new Map(before).set(addressing, areDistinct));
  return areDistinct;
}
