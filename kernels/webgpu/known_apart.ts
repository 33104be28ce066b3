/**
 * The test whether the sites of a call share no slice, where the host knows the indices. Its answer is
 * found in the call that uploads them, and remembered: on the GPU they cannot change.
 */
import { asIndices } from '../contract/dtypes.js';
import type { Plan } from '../contract/plan.js';
import { addressEachOnce } from '../cpu/host.js';
import type { WebGPUBackend } from './backend.js';
import { addressingOf } from './kept_orders.js';
import { gpuValues } from './known_values.js';

/** The answers for tfjs' records of indices that were seen, by how they address slices. */
const seen = new WeakMap<object, Map<string, boolean>>();

export function areKnownApart(plan: Plan, backend: WebGPUBackend): boolean {
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
  const areApart = addressEachOnce(plan, asIndices(values));
  seen.set(record, new Map(before).set(addressing, areApart));
  return areApart;
}
