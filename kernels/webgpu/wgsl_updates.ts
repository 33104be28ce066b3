/**
 * WGSL for the updates of a scatter, stored in a tensor or read from their sources.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { asNumeric } from '../call/dtypes.js';
import type { Factors, ScatterPlan } from '../call/plan.js';
import type { Part } from './program.js';
import { sliceOf } from './wgsl_slices.js';
import { bitsOf, bitsOfNumber, typeOf, type Units, valueOf } from './wgsl_values.js';

/** Reads updates: writes an expression for unit `c` of a site's updates, or for its bits. */
export interface UpdateReader extends Part {
  value: (site: string) => string;
  bits: (site: string) => string;
}

export function updateReader(plan: ScatterPlan, units: Units): UpdateReader {
  const { dtype } = plan.target.tensor;
  const { value, ...part } = valuesOf(plan, units);
  return { ...part, value, bits: (site) => bitsOf(value(site), dtype, units) };
}

function valuesOf(
  { source, target, factors }: ScatterPlan,
  units: Units,
): Part & Pick<UpdateReader, 'value'> {
  const numbers = { units: units.perSlice };
  if (!source.tensor) {
    const { dtype } = target.tensor;
    const bits = `${typeOf('int32', units)}(uniforms.everyUpdate)`;
    return {
      numbers: { ...numbers, everyUpdate: bitsOfNumber(source.value, asNumeric(dtype)) },
      value: () => (dtype === 'float32' ? `bitcast<${typeOf(dtype, units)}>(${bits})` : bits),
    };
  }
  const updates = source.tensor;
  if (!source.geometry) {
    return {
      inputs: { updates },
      numbers,
      value: (site) => valueOf('updates', `${site} * uniforms.units + c`, updates, units),
    };
  }
  const { weights = null, like = null, heads = 1 } = factors ?? {};
  return {
    inputs: {
      updates,
      ...(weights && { weights }),
      ...(like && { sourceLike: like.source, targetLike: like.target }),
    },
    numbers: { ...numbers, ...(weights && { heads, perHead: units.perSlice / heads }) },
    functions: updateAt(updates, source.fill, { weights, like, heads }, units),
    parts: [sliceOf(source, 'source'), ...(like ? [sliceOf(target, 'target')] : [])],
    value: (site) => `updateAt(${site}, sourceOf(${site}), c)`,
  };
}

/** Writes `updateAt(site, row, c)`. */
function updateAt(
  { dtype }: TensorInfo,
  fill: number,
  { weights, like, heads }: Factors,
  units: Units,
): string {
  const weightAt = heads === 1 ? 'site' : 'site * uniforms.heads + c / uniforms.perHead';
  const type = typeOf(dtype, units);
  return `fn updateAt(site : i32, row : i32, c : i32) -> ${type} {
  var value = updates[max(row, 0) * uniforms.units + c]${weights ? ` * weights[${weightAt}]` : ''};
  value = select(${type}(${fill}), value, row >= 0);
${like ? compared(like.target, type, units) : ''}
  return value;
}
`;
}

/** Writes whether a value is NaN, by its bits. */
export function isNaN(value: string, units: Units): string {
  const bits = typeOf('uint32', units);
  return `((bitcast<${bits}>(${value}) & ${bits}(0x7fffffffu)) > ${bits}(0x7f800000u))`;
}

/** Writes whether two values are alike. */
export function areAlike(a: string, b: string, dtype: string, units: Units): string {
  const areNaN = dtype === 'float32' ? ` | (${isNaN(a, units)} & ${isNaN(b, units)})` : '';
  return `(${a} == ${b})${areNaN}`;
}

/** Writes the comparison of source and data. */
function compared({ dtype }: TensorInfo, type: string, units: Units): string {
  const compared = typeOf(dtype, units);
  return `  var a = ${compared}(0);
  if (row >= 0) { a = sourceLike[row * uniforms.units + c]; }
  let b = targetLike[max(targetOf(site), 0) * uniforms.units + c];
  value = select(${type}(0), value, ${areAlike('a', 'b', dtype, units)});`;
}
