/**
 * Scattering by atomics on a copy of data, for combinations whose order does not matter.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { ScatterPlan } from '../call/plan.js';
import type { ByAtomics } from './combine.js';
import { copyToStartFrom } from './copies.js';
import type { Memory } from './memory.js';
import { runAtSites } from './walks.js';
import { updateReader } from './wgsl_updates.js';
import { unitsOf } from './wgsl_values.js';

export function scatterAtomically(
  { statement, functions, afterwards, perThread }: ByAtomics,
  plan: ScatterPlan,
  memory: Memory,
): TensorInfo {
  const output = copyToStartFrom(plan, memory);
  const units = unitsOf(plan, 1);
  const updates = updateReader(plan, units);
  runAtSites(plan.target, memory, {
    name: 'ScatterAtomically',
    units,
    parts: [updates],
    output,
    atomic: true,
    functions,
    afterwards,
    perThread,
    body: (each) =>
      each(`    if (slice < 0) { continue; }
    let place = slice * uniforms.units + c;
    let update = ${updates.bits('site')};
    ${statement}`),
  });
  return output;
}
