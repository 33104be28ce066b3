/** WGSL for what sites read: the values of a gather, or the updates of a scatter. */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { asNumeric } from '../call/dtypes.js';
import type { ByFactor, Per, ReadFactors } from '../call/factors.js';
import type { ScatterPlan } from '../call/plan.js';
import type { Part } from './program.js';
import {
  bitsOf,
  bitsOfNumber,
  ofBits,
  sliceOf,
  typeOf,
  type Units,
  valueOf,
} from './wgsl_sites.js';

/** Reads updates: `value` writes an expression for unit `c` of a site's. */
export interface UpdateReader extends Part {
  value: (site: string) => string;
}

export function updateReader({ source, target, factors }: ScatterPlan, units: Units): UpdateReader {
  const { tensor, geometry } = source;
  if (tensor && !geometry) {
    const value = (site: string) =>
      valueOf('updates', `${site} * uniforms.units + c`, tensor, units);
    return { inputs: { updates: tensor }, value };
  }
  const { dtype } = target.tensor;
  const read = (site: string, row: string) => ofBits(`readAt(${site}, ${row}, c)`, dtype, units);
  if (!tensor) {
    const constant = { tensor: target.tensor, fill: 0, constant: source.value };
    return { parts: [readerOf(constant, units)], value: (site) => read(site, '0') };
  }
  const { weights = null, like = null, heads = 1 } = factors ?? {};
  const by: ByFactor<FactorOf> = {
    ...(weights && { weights: { tensor: weights, per: heads === 1 ? 'slice' : 'head' } }),
    ...(like && {
      sourceLike: { tensor: like.source, per: 'value' },
      targetLike: { tensor: like.target, per: 'target' },
    }),
  };
  return {
    numbers: { heads, perHead: units.perSlice / heads },
    parts: [
      readerOf({ tensor, fill: source.fill, by }, units),
      sliceOf(source, 'source'),
      ...(like ? [sliceOf(target, 'target')] : []),
    ],
    value: (site) => read(site, `sourceOf(${site})`),
  };
}

interface FactorOf {
  tensor: TensorInfo;
  /** What a number belongs to: for a fused product, weights to heads, and targetLike to the target. */
  per: Per | 'head' | 'target';
}

/** What a site of a gather or of a fused product reads; see `factors.ts`. */
interface Read extends Partial<Omit<ReadFactors, 'by'>> {
  tensor: TensorInfo;
  fill: number;
  by?: ByFactor<FactorOf>;
}

/** The positions of a factor's numbers, for the unit `c` of a site. Only those of each value are read in units. */
const POSITIONS = {
  value: 'site * uniforms.units + c',
  slice: 'site',
  call: '0',
  head: 'site * uniforms.heads + c / uniforms.perHead',
  target: 'max(targetOf(site), 0) * uniforms.units + c',
};

/** The positions in tensors that belong to data. */
const IN_DATA = { ...POSITIONS, value: 'place', slice: 'max(row, 0)' };

/** Writes `readAt(site, row, c)`: the bits of the unit `c` that a site reads in a row, which is -1 if it is dropped. */
export function readerOf(
  { tensor, fill, constant = null, exp, by = {} }: Read,
  units: Units,
): Part {
  const { from, over, weights, sourceLike, targetLike } = by;
  const dtype = asNumeric(tensor.dtype);
  const [type, bits] = [dtype, 'int32'].map((each) => typeOf(each, units));
  const inputs: Record<string, TensorInfo> = {};
  const numbers: Record<string, number> = { fill: bitsOfNumber(fill, dtype) };
  if (constant === null) inputs.values = tensor;
  else numbers.constant = bitsOfNumber(constant, dtype);
  /** Writes the number of a factor, or the numbers of its unit. */
  const read = (name: keyof typeof by, { tensor, per }: FactorOf, positions = POSITIONS) => {
    const array = `${name}${per === 'value' || per === 'target' ? 'Units' : 'Numbers'}`;
    inputs[array] = tensor;
    return `${typeOf(tensor.dtype, units)}(${array}[${positions[per]}])`;
  };
  const value =
    constant === null
      ? valueOf('values', 'place', tensor, units)
      : ofBits(`${bits}(uniforms.constant)`, dtype, units);
  const lines = [`var value = ${value};`];
  if (from) lines.push(`value = ${read('from', from)} - value;`);
  if (over) lines.push(`let over = ${read('over', over)};`);
  if (over) lines.push(dtype === 'int32' ? floored(type) : divided(type));
  // Compilers may assume that a number is finite, and compute Infinity for NaN.
  if (exp) lines.push(`value = select(exp(value), value, ${isNaN('value', units)});`);
  if (weights) lines.push(`value *= ${read('weights', weights)};`);
  const bitsOfValue = bitsOf('value', dtype, units);
  lines.push(`var bits = select(${bits}(uniforms.fill), ${bitsOfValue}, row >= 0);`);
  if (sourceLike && targetLike) {
    const { dtype } = targetLike.tensor;
    const a = read('sourceLike', sourceLike, IN_DATA);
    lines.push(`let a = select(${typeOf(dtype, units)}(0), ${a}, row >= 0);`);
    lines.push(`let b = ${read('targetLike', targetLike)};`);
    const areNaN = dtype === 'float32' ? ` | (${isNaN('a', units)} & ${isNaN('b', units)})` : '';
    const unlike = targetLike.per === 'target' ? '0' : 'uniforms.fill';
    lines.push(`bits = select(${bits}(${unlike}), bits, (a == b)${areNaN});`);
  }
  return {
    inputs,
    numbers,
    functions: `fn readAt(site : i32, row : i32, c : i32) -> ${bits} {
  let place = max(row, 0) * uniforms.units + c;
${lines.map((line) => `  ${line}\n`).join('')}  return bits;
}
`,
  };
}

/** Writes a division; a divisor of 0 leaves the value as it is. */
const divided = (type: string) => `let divisor = ${type}(over);
  value /= select(divisor, ${type}(1), divisor == ${type}(0));`;

/** Writes the same for integers. WGSL's division truncates. */
const floored = (type: string) => `let divisor = select(over, ${type}(1), over == ${type}(0));
  let quotient = value / divisor;
  let rest = value - quotient * divisor;
  value = quotient - select(${type}(0), ${type}(1), (rest != ${type}(0)) & ((rest < ${type}(0)) != (divisor < ${type}(0))));`;

/** Writes whether a value is NaN, by its bits. */
function isNaN(value: string, units: Units): string {
  const bits = typeOf('uint32', units);
  return `((bitcast<${bits}>(${value}) & ${bits}(0x7fffffffu)) > ${bits}(0x7f800000u))`;
}
