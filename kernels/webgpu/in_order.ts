/**
 * The parts shared by programs that combine values in the order of sites: how they start and combine values, in
 * units of one value or four.
 */
import { startOf } from '../call/reductions.js';
import { asNumeric } from '../call/dtypes.js';
import type { ScatterPlan } from '../call/plan.js';
import type { InOrder } from './combine.js';
import { updateReader } from './wgsl_updates.js';
import { bitsOfNumber, ONE_UNIT, typeOf, unitsOf } from './wgsl_values.js';

export type OrderedCall = ReturnType<typeof orderedCall>;

export function orderedCall(combine: InOrder, plan: ScatterPlan) {
  const { attributes, target } = plan;
  const { tensor: data, geometry } = target;
  const dtype = asNumeric(data.dtype);
  const units = unitsOf(plan);
  const type = typeOf(dtype, units);
  const start = startOf(attributes, dtype);
  const updates = updateReader(plan, units);
  // Reading the values would take a quarter of a call's time.
  const ofData = attributes.dataIsZero ? `${type}(0)` : 'result[slice * uniforms.units + c]';
  return {
    plan,
    units,
    updates,
    combine,
    writes: dtype === 'bool' ? 'int32' : dtype,
    /** The starting value of unit `c` of `slice`; `result` holds data's values. */
    start: start !== null ? `${type}(bitcast<${typeOf(dtype, ONE_UNIT)}>(uniforms.start))` : ofData,
    numbers: {
      units: units.perSlice,
      sites: geometry.siteCount,
      slices: geometry.dataSize / geometry.sliceSize,
      start: bitsOfNumber(start ?? 0, dtype),
    },
  } as const;
}
