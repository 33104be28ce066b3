/**
 * Scattering where the last site at a slice wins. The winner of each slice is found first; then the
 * winners' values are stored, each by one thread.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { ScatterPlan } from '../contract/plan.js';
import { exchange } from './combine.js';
import { copyOf } from './copies.js';
import type { Memory } from './memory.js';
import { walkSites } from './walks.js';
import { bitsOf, ONE_UNIT, unitsOf } from './wgsl_values.js';

export function scatterLast(plan: ScatterPlan, memory: Memory): TensorInfo {
  const { dataSize, siteCount, sliceSize } = plan.geometry;
  const winners = findWinners(plan, memory);
  const outputs = dataSize <= siteCount * sliceSize;
  return outputs ? pickByOutputs(plan, winners, memory) : storeWinners(plan, winners, memory);
}

/** Returns the last site of each slice plus one, or 0. */
function findWinners(plan: ScatterPlan, memory: Memory): TensorInfo {
  const { dataSize, sliceSize } = plan.geometry;
  const winners = memory.zeros(dataSize / sliceSize, 'for the last site of each slice');
  const { run, functions, start, each } = walkSites(plan, ONE_UNIT, 'spread');
  memory.run({
    ...run,
    name: 'ScatterWinners',
    output: winners,
    atomic: true,
    code: () => ({
      functions,
      body: `${start}
${each(`    if (slice < 0) { continue; }
    let place = slice;
    ${exchange('site + 1', 'old > site')}`)}`,
    }),
  });
  return winners;
}

/** Takes each output from its winner or from data: for data no larger than the updates. */
function pickByOutputs(plan: ScatterPlan, winners: TensorInfo, memory: Memory): TensorInfo {
  const { data, updates, geometry } = plan;
  const output = memory.output(data.shape, data.dtype);
  const units = unitsOf(plan);
  const isSingle = units.perSlice === 1;
  memory.run({
    name: 'ScatterPick',
    variant: `${data.dtype}${isSingle ? ' single' : ''}`,
    inputs: { data, updates, winners },
    output,
    width: units.width,
    threads: geometry.dataSize / units.width,
    isShort: true,
    numbers: { units: units.perSlice },
    code: () => ({
      body: `  let slice = ${isSingle ? 'i' : 'i / uniforms.units'};
  let winner = winners[slice];
  if (winner == 0) {
    result[i] = ${bitsOf('data', 'i', data, units)};
  } else {
    let unit = (winner - 1 - slice) * uniforms.units + i;
    result[i] = ${bitsOf('updates', 'unit', updates, units)};
  }`,
    }),
  });
  return output;
}

/** Stores the values of winning sites in a copy of data. */
function storeWinners(plan: ScatterPlan, winners: TensorInfo, memory: Memory): TensorInfo {
  const { data, updates } = plan;
  const output = copyOf(data, memory);
  const units = unitsOf(plan);
  const { run, functions, start, each } = walkSites(plan, units, 'spread');
  memory.run({
    ...run,
    name: 'ScatterStore',
    variant: `${run.variant} ${data.dtype}`,
    inputs: { updates, winners, ...run.inputs },
    output,
    width: units.width,
    code: () => ({
      functions,
      body: `${start}
${each(`    if (slice < 0) { continue; }
    if (winners[slice] != site + 1) { continue; }
    result[slice * uniforms.units + c] = ${bitsOf('updates', 'unit', updates, units)};`)}`,
    }),
  });
  return output;
}
