/**
 * Tests whether all sites of a call address different slices, if the host knows the indices. The answer is
 * computed in the call that uploads them, and cached, because indices on the GPU cannot change.
 */
import { type Findings, findIn } from '../contract/known_values.js';
import type { Plan } from '../contract/plan.js';
import { addressDistinctSlices } from '../cpu/host.js';
import type { WebGPUBackend } from './backend.js';
import { addressingOf } from './cached_orders.js';
import { gpuValues } from './known_values.js';

/** The cached answers, by how indices address slices. */
const answers: Findings<boolean> = new WeakMap();

export function areKnownDistinct(plan: Plan, backend: WebGPUBackend): boolean {
  const { indices, geometry } = plan;
  if (geometry.indexSizes.length === 0) return false;
  const gpu = gpuValues(backend);
  const read = () => gpu.onHost(indices);
  const find = (values: Int32Array) => addressDistinctSlices(plan, values);
  return findIn(indices, gpu, answers, addressingOf(plan), read, find) ?? false;
}
