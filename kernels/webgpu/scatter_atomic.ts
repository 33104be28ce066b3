/**
 * Scattering by atomics on a copy of data, for combinations whose order does not matter.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { startOf } from '../call/reductions.js';
import { asNumeric } from '../call/dtypes.js';
import type { ScatterPlan } from '../call/plan.js';
import type { ByAtomics } from './combine.js';
import { initialOutput } from './copies.js';
import type { Memory } from './memory.js';
import { runAtSites } from './walks.js';
import { updateReader } from './wgsl_updates.js';
import { bitsOfNumber, unitsOf } from './wgsl_values.js';

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

/** Copies data. If the reduction does not include it, its identity replaces data's values under updates. */
function copyToStartFrom(plan: ScatterPlan, memory: Memory): TensorInfo {
  const dtype = asNumeric(plan.target.tensor.dtype);
  const start = startOf(plan.attributes, dtype);
  const output = initialOutput(plan, memory);
  if (start === null) return output;
  runAtSites(plan.target, memory, {
    name: 'ScatterStart',
    units: unitsOf(plan, 1),
    output,
    atomic: true,
    numbers: { start: bitsOfNumber(start, dtype) },
    body: (each) =>
      each(`    if (slice < 0) { continue; }
    atomicStore(&result[slice * uniforms.units + c], uniforms.start);`),
  });
  return output;
}
