/**
 * The parts shared by programs that combine values in the order of sites: how they start, combine and
 * average values, in units of one value or four.
 */
import { averageOf, startOf } from '../contract/combination.js';
import { asNumeric } from '../contract/dtypes.js';
import type { ScatterPlan } from '../contract/plan.js';
import type { InOrder } from './combine.js';
import { averaging } from './wgsl_average.js';
import { updateReader, type UpdateReader } from './wgsl_updates.js';
import { bitsOfNumber, ONE_UNIT, typeOf, type Units, unitsOf } from './wgsl_values.js';

export interface OrderedCall {
  plan: ScatterPlan;
  units: Units;
  writes: 'float32' | 'int32';
  combine: InOrder;
  /** Writes `averaged(value, terms)`. */
  average: string;
  /** Whether places that receive updates start from the identity. */
  startsOver: boolean;
  /** Writes an expression for the starting value of unit `c` of `slice`; `result` holds data's values. */
  start: (c: string) => string;
  updates: UpdateReader;
  numbers: Record<string, number>;
}

export function orderedCall(combine: InOrder, plan: ScatterPlan): OrderedCall {
  const { attributes, data, geometry } = plan;
  const dtype = asNumeric(data.dtype);
  const units = unitsOf(plan);
  const type = typeOf(dtype, units);
  const start = startOf(attributes, dtype);
  const startsOver = start !== null;
  const updates = updateReader(plan, units);
  return {
    plan,
    units,
    writes: dtype === 'float32' ? 'float32' : 'int32',
    combine,
    startsOver,
    average: averaging(averageOf(attributes, dtype), type, units.width),
    start: (c) =>
      startsOver
        ? `${type}(bitcast<${typeOf(dtype, ONE_UNIT)}>(uniforms.start))`
        : `result[slice * uniforms.units + ${c}]`,
    updates,
    numbers: {
      ...updates.numbers,
      sites: geometry.siteCount,
      slices: geometry.dataSize / geometry.sliceSize,
      start: bitsOfNumber(start ?? 0, dtype),
      ownTerms: attributes.includeSelf ? 1 : 0,
    },
  };
}
