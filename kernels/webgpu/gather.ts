/**
 * Gathering on the GPU, in units of one value or four.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { asNumeric } from '../call/dtypes.js';
import type { GatherPlan } from '../call/plan.js';
import type { Memory } from './memory.js';
import { runAtSites } from './walks.js';
import { changesBy } from './wgsl_factors.js';
import { bitsOf, bitsOfNumber, typeOf, unitsOf, valueOf } from './wgsl_values.js';

export function gatherOnGpu(plan: GatherPlan, memory: Memory): TensorInfo {
  const { source, factors } = plan;
  const dtype = asNumeric(source.tensor.dtype);
  const output = memory.output(plan.valuesShape, dtype);
  const units = unitsOf(plan);
  const constant = factors?.constant ?? null;
  const data = source.tensor;
  const bits =
    constant === null
      ? bitsOf(valueOf('data', 'place', data, units), dtype, units)
      : `${typeOf('int32', units)}(uniforms.constant)`;
  const changes = factors && changesBy(factors, dtype, units);
  runAtSites(source, memory, {
    name: 'Gather',
    units,
    inputs: { ...(constant === null && { data }), ...changes?.inputs },
    output,
    numbers: {
      fill: bitsOfNumber(source.fill, dtype),
      ...(constant !== null && { constant: bitsOfNumber(constant, dtype) }),
    },
    body: `    let place = max(slice, 0) * uniforms.units + c;
    var bits = ${bits};
    var isKept = ${units.width === 4 ? 'vec4<bool>' : 'bool'}(slice >= 0);
${changes?.code ?? ''}    result[unit] = select(${typeOf('int32', units)}(uniforms.fill), bits, isKept);`,
  });
  return output;
}
