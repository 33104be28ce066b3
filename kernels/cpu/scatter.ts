/**
 * Scattering on the host: the output starts as a copy of data, and a block of offsets at a time the
 * updates are combined with it in order.
 */
import type { NumericDtype } from '../../src/dtypes.js';
import type { ScatterPlan } from '../../src/plan.js';
import type { Combine, Numbers } from '../../src/reductions/row.js';
import { REDUCTIONS } from '../../src/reductions/table.js';
import { NO_BYTES } from './gather.js';
import { forEachBlock } from './offsets.js';

/** Scatters numbers into an output that holds data. */
export function scatterNumbers(
  plan: ScatterPlan,
  indices: Int32Array,
  updates: Numbers,
  out: Numbers,
  dtype: NumericDtype,
): void {
  const { identity, combine, averages } = REDUCTIONS[plan.reduction];
  if (!plan.includeSelf && identity) startFrom(identity[dtype], plan, indices, out);
  combineAll(combine[dtype].loop, plan, indices, updates, out);
  if (averages) divideByTerms(plan, indices, out, dtype === 'int32');
}

/** Scatters strings into an output that holds data. */
export function scatterStrings(
  plan: ScatterPlan,
  indices: Int32Array,
  updates: Uint8Array[],
  out: Uint8Array[],
): void {
  const { identity, combineStrings } = REDUCTIONS[plan.reduction];
  if (!combineStrings) throw new Error(`${plan.caller}: ${plan.reduction} does not take strings.`);
  if (!plan.includeSelf && identity) startFrom(NO_BYTES, plan, indices, out);
  combineAll(combineStrings, plan, indices, updates, out);
}

function combineAll<Values>(
  combine: Combine<Values>,
  plan: ScatterPlan,
  indices: Int32Array,
  updates: Values,
  out: Values,
): void {
  const { sliceSize } = plan.geometry;
  forEachBlock(plan, indices, (offsets, first, count) => {
    combine(out, offsets, count, updates, first * sliceSize, sliceSize);
  });
}

/** Replaces data by the reduction's identity wherever an update will land. */
function startFrom<Value>(
  identity: Value,
  plan: ScatterPlan,
  indices: Int32Array,
  out: Record<number, Value>,
): void {
  const { sliceSize } = plan.geometry;
  forEachBlock(plan, indices, (offsets, _, count) => {
    for (let i = 0; i < count; i++) {
      if (offsets[i] < 0) continue;
      for (let c = 0; c < sliceSize; c++) out[offsets[i] + c] = identity;
    }
  });
}

/** Turns sums into means; int32 is rounded down, below zero too. */
function divideByTerms(
  plan: ScatterPlan,
  indices: Int32Array,
  out: Numbers,
  rounded: boolean,
): void {
  const { sliceSize, dataSize } = plan.geometry;
  if (sliceSize === 0 || dataSize === 0) return;
  // Offsets are multiples of the slice's length, so that a count per slice is enough.
  const landed = new Int32Array(dataSize / sliceSize);
  forEachBlock(plan, indices, (offsets, _, count) => {
    for (let i = 0; i < count; i++) {
      if (offsets[i] >= 0) landed[offsets[i] / sliceSize]++;
    }
  });
  const self = plan.includeSelf ? 1 : 0;
  for (let slice = 0, at = 0; slice < landed.length; slice++, at += sliceSize) {
    if (landed[slice] === 0) continue;
    const terms = landed[slice] + self;
    for (let c = at; c < at + sliceSize; c++) {
      out[c] = rounded ? Math.floor(out[c] / terms) : out[c] / terms;
    }
  }
}
