/**
 * WGSL for the sites of a call: from a site to the slice that it addresses, and the values of slices in units.
 *
 * Threads walk the sites along lines. The sums and divisions for a line's position are computed once for all its
 * sites. A thread that walks a whole line keeps the order of its sites without a sort.
 */
import type { DataType } from '@tensorflow/tfjs-core';

import type { NumericDtype } from '../call/dtypes.js';
import type { Addressed } from '../call/reads.js';
import { type IndexGeometry, linesOf } from '../call/geometry.js';
import type { Plan } from '../call/plan.js';
import type { Memory, Part, Run } from './program.js';
import { MAX_PER_THREAD, MAX_STEPS, MIN_THREADS } from './strategy.js';

/**
 * Writes `<name>Of(site)`, the number of the slice that a site addresses, or -1 for a dropped site. Programs that read
 * two ends have one for each. Loops are unrolled, because software adapters are slow at loops over uniforms.
 *
 * The sites of a line share `<name>Origin(site)`, the part from their position; `<name>At(origin, site)` adds the part
 * from their indices.
 */
export function sliceOf(
  { indices, geometry, outOfBounds, wrapNegatives }: Addressed,
  name: 'slice' | 'source' | 'target' = 'slice',
): Part {
  const { siteShape, indexSizes } = geometry;
  const depth = indexSizes.length;
  const clamps = outOfBounds === 'clamp';
  const at = (n: number) => `uniforms.${name}Geometry[${n}]`;
  const dimensions = siteShape.map(
    (_, d) => `  let quotient${d} = rest / ${at(d)}.x;
  slice += (rest - quotient${d} * ${at(d)}.x) * ${at(d)}.y;
  rest = quotient${d};
`,
  );
  const added = indexSizes.map((_, k) => {
    const size = `${at(k)}.w`;
    return `  var i${k} = ${name}Indices[site * ${depth} + ${k}];
${wrapNegatives ? `  i${k} = select(i${k}, i${k} + ${size}, i${k} < 0);` : ''}
${clamps ? `  i${k} = clamp(i${k}, 0, ${size} - 1);` : ''}
  slice += i${k} * ${at(k)}.z;
`;
  });
  const inside = indexSizes.map((_, k) => `u32(i${k}) < u32(${at(k)}.w)`);
  return {
    // An empty buffer cannot be bound.
    singles: depth > 0 ? { [`${name}Indices`]: indices } : {},
    numbers: { [`${name}Geometry`]: vectorsOf(geometry) },
    functions: `fn ${name}Origin(site : i32) -> i32 {
  var rest = site;
  var slice = 0;
${dimensions.slice(1).reverse().join('')}
  return slice + rest * ${at(0)}.y;
}
fn ${name}At(origin : i32, site : i32) -> i32 {
  var slice = origin;
${added.join('')}
  return ${clamps || depth === 0 ? 'slice' : `select(-1, slice, ${inside.join(' && ')})`};
}
fn ${name}Of(site : i32) -> i32 {
  return ${name}At(${name}Origin(site), site);
}
`,
  };
}

/**
 * Packs a geometry into vectors: the length and stride of a site dimension, and the stride and size of an
 * index. Strides count slices, as all offsets are multiples of sliceSize.
 */
function vectorsOf(geometry: IndexGeometry): number[][] {
  const { siteShape, siteStrides, indexStrides, indexSizes, sliceSize } = geometry;
  const count = Math.max(siteShape.length, indexSizes.length);
  return Array.from({ length: count }, (_, n) => [
    siteShape[n] ?? 1,
    (siteStrides[n] ?? 0) / sliceSize,
    (indexStrides[n] ?? 0) / sliceSize,
    indexSizes[n] ?? 1,
  ]);
}

/** The values at the sites are split into units of one value or four, one for each thread. */
export interface Units {
  /** The number of values in a unit. */
  width: 1 | 4;
  /** The number of units in a slice. */
  perSlice: number;
}

/** One unit per site, whatever its slice size: for programs that need only the sites. */
export const ONE_UNIT: Units = { width: 1, perSlice: 1 };

/** Splits slices, or their heads, into units of four values if possible, or of `widest`: 1 for atomics. */
export function unitsOf(plan: Plan, widest: 1 | 4 = 4): Units {
  const { sliceSize } = plan;
  const { heads } = plan.kind === 'dot' ? plan : plan.read;
  const width = (sliceSize / heads) % 4 === 0 ? widest : 1;
  return { width, perSlice: sliceSize / width };
}

const SCALARS: Record<string, string> = { float32: 'f32', uint32: 'u32' };

/** Writes the type of a unit. */
export function typeOf(dtype: string, { width }: Units): string {
  const scalar = SCALARS[dtype] ?? 'i32';
  return width === 4 ? `vec4<${scalar}>` : scalar;
}

/** Returns the dtype of values where code stores them as what they are. */
export function storedType(dtype: DataType): 'float32' | 'int32' {
  return dtype === 'float32' ? dtype : 'int32';
}

/** Writes an expression for the bits of a unit: copied as bits, NaNs, denormals and -0 are kept. */
export function bitsOf(value: string, dtype: string, units: Units): string {
  return dtype === 'float32' ? `bitcast<${typeOf('int32', units)}>(${value})` : value;
}

/** Writes an expression for the unit that has some bits. */
export function ofBits(bits: string, dtype: string, units: Units): string {
  return dtype === 'float32' ? `bitcast<${typeOf(dtype, units)}>(${bits})` : bits;
}

/** Returns the bits of a number as an i32 uniform: WGSL can write neither Infinity nor NaN. */
export function bitsOfNumber(value: number, dtype: NumericDtype): number {
  return dtype === 'float32' ? new Int32Array(Float32Array.of(value).buffer)[0] : value;
}

/** A program whose `body` is the code for each site: it can use `site`, its `slice`, and the unit `c` of the slice. */
interface AtSites extends Omit<Run, 'width' | 'threads'> {
  /** A thread computes one unit of the slices at its sites. */
  units: Units;
  /** Whether one thread walks a whole line. By default several share it, and neighbouring ones read adjacent memory. */
  inLines?: boolean;
  /** The maximum number of values per thread. */
  perThread?: number;
}

/** Runs a program whose threads walk the sites of an end. */
export function runAtSites(end: Addressed, memory: Memory, run: AtSites): void {
  const { geometry } = end;
  const { perSlice, width } = run.units;
  const { inLines = false, perThread = MAX_PER_THREAD, parts = [] } = run;
  const { count, length, step } = linesOf(geometry);
  const values = geometry.siteCount * perSlice;
  const most = Math.max(1, Math.min(perThread, Math.floor(values / MIN_THREADS)));
  const walks = inLines ? 1 : Math.ceil(length / most);
  const steps = MAX_STEPS * walks;
  for (let first = 0; first < length; first += steps) {
    const last = Math.min(first + steps, length);
    memory.run({
      ...run,
      width,
      parts: [sliceOf(end), ...parts],
      threads: count * walks * perSlice,
      numbers: { ...run.numbers, units: perSlice, length, step, walks, first, last },
      body: `  let part = i / uniforms.units;
  let c = i - part * uniforms.units;
  let round = part / uniforms.step;
  let outer = round / uniforms.walks;
  let walk = round - outer * uniforms.walks;
  let base = outer * uniforms.length * uniforms.step + part - round * uniforms.step;
  let origin = sliceOrigin(base);
  for (var n = uniforms.first + walk; n < uniforms.last; n += uniforms.walks) {
    let site = base + n * uniforms.step;
    let slice = sliceAt(origin, site);
${run.body}
  }`,
    });
  }
}
