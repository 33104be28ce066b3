/**
 * Gathering on the GPU, in units of one value or four.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { asNumeric } from '../call/dtypes.js';
import type { GatherPlan } from '../call/plan.js';
import { inOwnDtype } from './copies.js';
import type { Memory } from './memory.js';
import { runAtSites } from './walks.js';
import { bitsOf, bitsOfNumber, typeOf, unitsOf } from './wgsl_values.js';

export function gatherOnGpu(plan: GatherPlan, memory: Memory): TensorInfo {
  const { source } = plan;
  const data = inOwnDtype(source.tensor, memory);
  const output = memory.output(plan.valuesShape, data.dtype);
  const units = unitsOf(plan);
  runAtSites(source, memory, {
    name: 'Gather',
    units,
    inputs: { data },
    output,
    numbers: { fill: bitsOfNumber(source.fill, asNumeric(data.dtype)) },
    body: (each) =>
      each(`    let place = max(slice, 0) * uniforms.units + c;
    let bits = ${bitsOf('data', 'place', data, units)};
    result[unit] = select(${typeOf('int32', units)}(uniforms.fill), bits, slice >= 0);`),
  });
  return output;
}
