/**
 * Scattering in threads that walk the sites, without an order of them: by atomics, or where no two threads write to
 * one slice.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { ScatterPlan } from '../call/plan.js';
import { type ByAtomics, exchange, type InOrder } from './combine.js';
import { copyToStartFrom } from './copies.js';
import type { Memory } from './memory.js';
import { runAtSites } from './walks.js';
import { updateReader } from './wgsl_reads.js';
import { bitsOf, ONE_UNIT, storedType, unitsOf } from './wgsl_values.js';

const IF_KEPT = `    if (slice < 0) { continue; }
    let place = slice * uniforms.units + c;
`;

/** Combines in any order. */
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
    body: `${IF_KEPT}    let update = ${bitsOf(updates.value('site'), plan.target.tensor.dtype, units)};
    ${statement}`,
  });
  return output;
}

/** Combines along whole lines, at distinct sites, or at the last site of each slice if there are `winners`. */
export function scatterLines(
  { combine, inAnyOrder }: InOrder,
  plan: ScatterPlan,
  memory: Memory,
  inLines: boolean,
  winners?: TensorInfo,
): TensorInfo {
  const output = copyToStartFrom(plan, memory);
  const units = unitsOf(plan);
  const updates = updateReader(plan, units);
  runAtSites(plan.target, memory, {
    name: 'ScatterLines',
    units,
    inLines,
    parts: [updates],
    inputs: { ...(winners && { winners }) },
    output,
    writes: storedType(plan.target.tensor.dtype),
    body: `${IF_KEPT}${winners ? '    if (winners[slice] != site + 1) { continue; }' : ''}
    let update = ${updates.value('site')};
    ${inAnyOrder ? 'let value = result[place];' : ''}
    result[place] = ${combine};`,
  });
  return output;
}

/** Finds the last site of each slice, which wins. */
export function scatterLast(combine: InOrder, plan: ScatterPlan, memory: Memory): TensorInfo {
  const { dataSize, sliceSize } = plan.target.geometry;
  // The number of the site plus one, or 0 if there is none.
  const winners = memory.clear(
    memory.integers(dataSize / sliceSize, 'for the last site of each slice'),
  );
  runAtSites(plan.target, memory, {
    name: 'ScatterWinners',
    units: ONE_UNIT,
    output: winners,
    atomic: true,
    body: `${IF_KEPT}    ${exchange('site + 1', 'old > site')}`,
  });
  return scatterLines(combine, plan, memory, false, winners);
}
