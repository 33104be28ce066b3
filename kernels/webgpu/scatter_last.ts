/**
 * Scattering where the last site of a slice wins. First it finds the winner of each slice; then the winners'
 * values are stored in data's place, or in a copy.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { ScatterPlan } from '../call/plan.js';
import { exchange } from './combine.js';
import { initialOutput } from './copies.js';
import type { Memory } from './memory.js';
import { runAtSites } from './walks.js';
import { updateReader } from './wgsl_updates.js';
import { ONE_UNIT, unitsOf } from './wgsl_values.js';

export function scatterLast(plan: ScatterPlan, memory: Memory): TensorInfo {
  const { dataSize, sliceSize } = plan.target.geometry;
  // The last site of each slice plus one, or 0 if there is none.
  const winners = memory.clear(
    memory.integers(dataSize / sliceSize, 'for the last site of each slice'),
  );
  runAtSites(plan.target, memory, {
    name: 'ScatterWinners',
    units: ONE_UNIT,
    output: winners,
    atomic: true,
    body: (each) =>
      each(`    if (slice < 0) { continue; }
    let place = slice;
    ${exchange('site + 1', 'old > site')}`),
  });
  const output = initialOutput(plan, memory);
  const units = unitsOf(plan);
  const updates = updateReader(plan, units);
  runAtSites(plan.target, memory, {
    name: 'ScatterStore',
    units,
    parts: [updates],
    inputs: { winners },
    output,
    body: (each) =>
      each(`    if (slice < 0) { continue; }
    if (winners[slice] != site + 1) { continue; }
    result[slice * uniforms.units + c] = ${updates.bits('site')};`),
  });
  return output;
}
