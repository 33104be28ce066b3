/** What sites read: gathers and dot products, and WGSL for the values of gathers and the updates of scatters. */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { asNumeric } from '../call/dtypes.js';
import type { DotPlan, GatherPlan, ScatterPlan } from '../call/plan.js';
import type { Factor } from '../call/reads.js';
import { sizeOf } from '../call/shapes.js';
import type { Memory, Part } from './program.js';
import {
  bitsOf,
  bitsOfNumber,
  ofBits,
  runAtSites,
  sliceOf,
  typeOf,
  type Units,
  unitsOf,
} from './sites.js';

/** Gathers, in units of one value or four. */
export function gatherOnGpu(plan: GatherPlan, memory: Memory): TensorInfo {
  const { end } = plan.read;
  const output = memory.output(plan.shape, plan.dtype);
  const units = unitsOf(plan);
  const parts = [readerOf(plan, units)];
  if (end.geometry) {
    const body = '    result[site * uniforms.units + c] = readAt(site, slice, c);';
    runAtSites(end, memory, { name: 'Gather', units, parts, output, body });
    return output;
  }
  const { width, perSlice } = units;
  memory.run({
    name: 'Change',
    parts,
    output,
    width,
    threads: plan.siteCount * perSlice,
    numbers: { units: perSlice },
    body: `  let site = i / uniforms.units;
  result[i] = readAt(site, site, i - site * uniforms.units);`,
  });
  return output;
}

/** Computes the dot products of the two rows at each site, one per thread, in four partial sums as on the CPU. */
export function dotOnGpu(plan: DotPlan, memory: Memory): TensorInfo {
  const { heads, source, target, valuesShape } = plan;
  const perHead = target.geometry.sliceSize / heads;
  const width = perHead % 4 === 0 ? 4 : 1;
  const output = memory.output(valuesShape, 'float32');
  memory.run({
    name: 'SampledDot',
    inputs: { data: target.tensor, x: source.tensor },
    parts: [sliceOf(target), sliceOf(source, 'source')],
    output,
    writes: 'float32',
    resultWidth: 1,
    width,
    threads: sizeOf(valuesShape),
    numbers: { heads, perHead: perHead / width },
    body: `  let site = i / uniforms.heads;
  let head = i - site * uniforms.heads;
  let row = sliceOf(site);
  let other = sourceOf(site);
  if (row < 0 || other < 0) {
    result[i] = 0.0;
    return;
  }
  let at = (row * uniforms.heads + head) * uniforms.perHead;
  let otherAt = (other * uniforms.heads + head) * uniforms.perHead;
  var sums = vec4<f32>(0.0);
  for (var n = 0; n < uniforms.perHead; n++) {
    ${width === 4 ? 'sums' : 'sums[n & 3]'} += data[at + n] * x[otherAt + n];
  }
  result[i] = (sums.x + sums.y) + (sums.z + sums.w);`,
  });
  return output;
}

/** Writes `updateOf(site, c)`, the unit `c` of a site's update. */
export function updatesOf(plan: ScatterPlan, units: Units): Part {
  const { target, dtype } = plan;
  const { end, by } = plan.read;
  const bits = `readAt(site, ${end.geometry ? 'sourceOf(site)' : '0'}, c)`;
  return {
    parts: [
      readerOf(plan, units),
      ...(end.geometry ? [sliceOf(end, 'source')] : []),
      ...(by.targetLike?.per === 'target' ? [sliceOf(target, 'target')] : []),
    ],
    functions: `fn updateOf(site : i32, c : i32) -> ${typeOf(dtype, units)} {
  return ${ofBits(bits, dtype, units)};
}
`,
  };
}

/** The positions of a factor's numbers, for the unit `c` of a site. Only those of each value are read in units. */
const POSITIONS = {
  value: 'site * uniforms.units + c',
  slice: 'site',
  call: '0',
  head: 'site * uniforms.heads + c / uniforms.perHead',
  target: 'max(targetOf(site), 0) * uniforms.units + c',
};

/** The positions in tensors that are addressed like the source. */
const AT_SOURCE = { ...POSITIONS, value: 'max(row, 0) * uniforms.units + c', slice: 'max(row, 0)' };

/**
 * Writes `readAt(site, row, c)`: the bits of the unit `c` that a site reads at a row of the source, which is -1 if it is
 * dropped.
 */
function readerOf(plan: GatherPlan | ScatterPlan, units: Units): Part {
  const { end, by, map, heads, fillUnlike } = plan.read;
  const { from, over, weights, sourceLike, targetLike } = by;
  const dtype = asNumeric(plan.dtype);
  const [type, bits] = [dtype, 'int32'].map((each) => typeOf(each, units));
  const inputs: Record<string, TensorInfo> = {};
  const singles: Record<string, TensorInfo> = {};
  const numbers: Record<string, number> = {};
  const bitsOfUniform = (name: string, value: number) => {
    numbers[name] = bitsOfNumber(value, dtype);
    return `${bits}(uniforms.${name})`;
  };
  /** Writes the number of a factor, or the numbers of its unit. */
  const numberOf = (name: keyof typeof by, { numbers: tensor, per }: Factor, at = POSITIONS) => {
    const array = `${name}Numbers`;
    (per === 'value' || per === 'target' ? inputs : singles)[array] = tensor;
    if (per === 'head') Object.assign(numbers, { heads, perHead: units.perSlice / heads });
    return `${typeOf(tensor.dtype, units)}(${array}[${at[per]}])`;
  };
  const lines: string[] = [];
  if (end.value === null) {
    inputs.values = end.tensor;
    const { value } = end.geometry ? AT_SOURCE : POSITIONS;
    lines.push(`var value = values[${value}];`);
    // Callers may have written any byte.
    if (end.tensor.dtype === 'bool')
      lines.push(`value = select(${type}(0), ${type}(1), value != ${type}(0));`);
  } else {
    lines.push(`var value = ${ofBits(bitsOfUniform('constant', end.value), dtype, units)};`);
  }
  if (from) lines.push(`value = ${numberOf('from', from)} - value;`);
  if (over) lines.push(`let over = ${numberOf('over', over)};`);
  if (over) lines.push(dtype === 'int32' ? floored(type) : divided(type));
  // Compilers may assume that a number is finite, and compute Infinity for NaN.
  if (map) lines.push(`value = select(${map}(value), value, ${isNaN('value', units)});`);
  if (weights) lines.push(`value *= ${numberOf('weights', weights)};`);
  lines.push(`var bits = ${bitsOf('value', dtype, units)};`);
  if (end.geometry)
    lines.push(`bits = select(${bitsOfUniform('fill', end.fill)}, bits, row >= 0);`);
  if (sourceLike && targetLike) {
    const { dtype } = targetLike.numbers;
    const a = numberOf('sourceLike', sourceLike, AT_SOURCE);
    lines.push(`let a = select(${typeOf(dtype, units)}(0), ${a}, row >= 0);`);
    lines.push(`let b = ${numberOf('targetLike', targetLike)};`);
    const areNaN = dtype === 'float32' ? ` | (${isNaN('a', units)} & ${isNaN('b', units)})` : '';
    const unlike = bitsOfUniform('fillUnlike', fillUnlike);
    lines.push(`bits = select(${unlike}, bits, (a == b)${areNaN});`);
  }
  return {
    inputs,
    singles,
    numbers,
    functions: `fn readAt(site : i32, row : i32, c : i32) -> ${bits} {
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
