/**
 * Scattering by atomics on a copy of data, for combinations whose order does not matter.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { startOf } from '../contract/combination.js';
import { asNumeric } from '../contract/dtypes.js';
import type { ScatterPlan } from '../contract/plan.js';
import type { OnWebGPU } from './combine.js';
import { copyOf } from './copies.js';
import type { Memory } from './memory.js';
import { walkSites } from './walks.js';
import { updateReader } from './wgsl_updates.js';
import { bitsOfNumber, singlesOf } from './wgsl_values.js';

export function scatterAtomically(
  { statement, functions = '' }: Extract<OnWebGPU, { by: 'atomics' }>,
  plan: ScatterPlan,
  memory: Memory,
): TensorInfo {
  const { attributes, data } = plan;
  const dtype = asNumeric(data.dtype);
  const output = copyToStartFrom(startOf(attributes, dtype), plan, memory);
  const singles = singlesOf(plan);
  const updates = updateReader(plan, singles);
  const { run, start, each, functions: slices } = walkSites(plan, singles, 'spread');
  memory.run({
    ...run,
    name: 'ScatterAtomically',
    variant: `${run.variant} ${dtype} ${statement} ${functions} ${updates.variant}`,
    inputs: { ...updates.inputs, ...run.inputs },
    numbers: { ...run.numbers, ...updates.numbers },
    output,
    atomic: true,
    code: () => ({
      functions: functions + slices + updates.functions,
      body: `${start}
${each(`    if (slice < 0) { continue; }
    let place = slice * uniforms.units + c;
    let update = ${updates.bits('site', 'c')};
    ${statement}`)}`,
    }),
  });
  return output;
}

/** Copies data. Unless `start` is null, places where updates land get it instead. */
export function copyToStartFrom(
  start: number | null,
  plan: ScatterPlan,
  memory: Memory,
): TensorInfo {
  const { data } = plan;
  const output = copyOf(data, memory);
  if (start === null) return output;
  const { run, functions, ...walk } = walkSites(plan, singlesOf(plan), 'spread');
  memory.run({
    ...run,
    name: 'ScatterStart',
    output,
    atomic: true,
    numbers: { ...run.numbers, start: bitsOfNumber(start, asNumeric(data.dtype)) },
    code: () => ({
      functions,
      body: `${walk.start}
${walk.each(`    if (slice < 0) { continue; }
    atomicStore(&result[slice * uniforms.units + c], uniforms.start);`)}`,
    }),
  });
  return output;
}
