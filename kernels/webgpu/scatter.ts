/**
 * Scattering on the GPU: the choice of method, what outputs start from, and the methods whose threads walk the sites
 * without an order of them, by atomics, or where no two threads write to one slice.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { asNumeric } from '../call/dtypes.js';
import { linesOf } from '../call/geometry.js';
import { hasNoValues, type ScatterPlan } from '../call/plan.js';
import { startOf } from '../call/reductions.js';
import { sizeOf } from '../call/shapes.js';
import { env } from '../tfjs/seam.js';
import { type ByAtomics, combineOf, exchange, type Ordered } from './combine.js';
import { areKnownDistinct, gpuValues } from './known_values.js';
import type { Memory } from './memory.js';
import { scatterInOrder } from './scatter_in_order.js';
import { MAX_WALKED } from './strategy.js';
import { runAtSites } from './walks.js';
import { updatesOf } from './wgsl_reads.js';
import { bitsOf, bitsOfNumber, ONE_UNIT, storedType, unitsOf } from './wgsl_sites.js';

/** Whether float sums and products run in the order of the updates, so that results have the same bits in each run. */
const ORDERED = 'GATHER_SCATTER_ORDERED';

env().registerFlag(ORDERED, () => true);

export function scatterOnGpu(plan: ScatterPlan, memory: Memory): TensorInfo {
  // Even without sites, bools other than 0 must become 1.
  if (hasNoValues(plan)) return copyOf(plan.target.tensor, memory);
  const combine = combineOf(plan);
  if (combine.by === 'atomics') return scatterAtomically(combine, plan, memory);
  const { length } = linesOf(plan.target.geometry);
  if (length <= MAX_WALKED) return scatterLines(combine, plan, memory, true);
  if (combine.inAnyOrder && !env().getBool(ORDERED)) {
    return scatterAtomically(combine.inAnyOrder(), plan, memory);
  }
  const areDistinct = areKnownDistinct(plan.target, memory.backend);
  if (areDistinct) return scatterLines(combine, plan, memory, false);
  return combine.inAnyOrder
    ? scatterInOrder(combine, plan, initialOutput(plan, memory), memory)
    : scatterLast(combine, plan, memory);
}

const IF_KEPT = `    if (slice < 0) { continue; }
    let place = slice * uniforms.units + c;
`;

/** Combines in any order. */
function scatterAtomically(
  { statement, functions, afterwards, perThread }: ByAtomics,
  plan: ScatterPlan,
  memory: Memory,
): TensorInfo {
  const output = copyToStartFrom(plan, memory);
  const units = unitsOf(plan, 1);
  runAtSites(plan.target, memory, {
    name: 'ScatterAtomically',
    units,
    parts: [updatesOf(plan, units)],
    output,
    atomic: true,
    functions,
    afterwards,
    perThread,
    body: `${IF_KEPT}    let update = ${bitsOf('updateOf(site, c)', plan.target.tensor.dtype, units)};
    ${statement}`,
  });
  return output;
}

/** Combines along whole lines, at distinct sites, or at the last site of each slice if there are `winners`. */
function scatterLines(
  { combine, inAnyOrder }: Ordered,
  plan: ScatterPlan,
  memory: Memory,
  inLines: boolean,
  winners?: TensorInfo,
): TensorInfo {
  const output = copyToStartFrom(plan, memory);
  const units = unitsOf(plan);
  runAtSites(plan.target, memory, {
    name: 'ScatterLines',
    units,
    inLines,
    parts: [updatesOf(plan, units)],
    singles: winners && { winners },
    output,
    writes: storedType(plan.target.tensor.dtype),
    body: `${IF_KEPT}${winners ? '    if (winners[slice] != site + 1) { continue; }' : ''}
    let update = updateOf(site, c);
    ${inAnyOrder ? 'let value = result[place];' : ''}
    result[place] = ${combine};`,
  });
  return output;
}

/** Finds the last site of each slice, which wins. */
function scatterLast(combine: Ordered, plan: ScatterPlan, memory: Memory): TensorInfo {
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

/**
 * Returns an output with data's values: data itself if the call may overwrite it, otherwise a copy. Zeros that
 * are only on the host are not uploaded.
 */
function initialOutput({ attributes, target }: ScatterPlan, memory: Memory): TensorInfo {
  const data = memory.inOwnDtype(target.tensor);
  const isOwn = attributes.intoData && data.dtype !== 'bool';
  if (attributes.dataIsZero && !(isOwn && gpuValues(memory.backend).dataOf(data).upload())) {
    return memory.clear(memory.output(data.shape, data.dtype));
  }
  return isOwn ? memory.share(data) : copyOf(data, memory);
}

/** Copies a tensor; bools other than 0 become 1. */
function copyOf(source: TensorInfo, memory: Memory): TensorInfo {
  const copy = memory.output(source.shape, source.dtype);
  if (source.dtype !== 'bool') {
    memory.copy(source, copy);
    return copy;
  }
  memory.run({
    name: 'CopyBooleans',
    inputs: { source },
    output: copy,
    threads: sizeOf(source.shape),
    body: '  result[i] = select(0, 1, source[i] != 0);',
  });
  return copy;
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
    body: `${IF_KEPT}    atomicStore(&result[place], uniforms.start);`,
  });
  return output;
}
