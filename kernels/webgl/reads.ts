/**
 * What the sites of a call read: GLSL from a site to its offset, and to its value, in gathers and in scatters. And the
 * calls that only read: in a gather, a fragment computes each value; in dot products, each product, in four partial sums
 * as on the CPU.
 */
import type { DataType, TensorInfo } from '@tensorflow/tfjs-core';

import type { Addressed, End, Factor } from '../call/reads.js';
import type { DotPlan, GatherPlan, ScatterPlan } from '../call/plan.js';
import { limits } from './context.js';
import { draw, type Functions } from './program.js';
import type { Views } from './textures.js';

export function gatherOnGpu(plan: GatherPlan, views: Views): TensorInfo {
  const { read, sliceSize } = plan;
  const inputs = views.ofInputs(plan);
  const { tensor, view } = views.outputLike(inputs.data, plan.shape, plan.dtype);
  draw(views, {
    name: 'GatherProgram',
    target: view,
    inputs,
    divisors: { sliceSize },
    functions: [sourceOf(read.end, 'Indices'), readerOf(plan, 'Data')],
    value: `  Num site = divide(i, sliceSize, sliceSizeInverse);
  return readAt(site, sourceOf(site), i - site * sliceSize, i);
`,
  });
  return tensor;
}

export function dotOnGpu(plan: DotPlan, views: Views): TensorInfo {
  const { source, target, heads } = plan;
  const perHead = target.geometry.sliceSize / heads;
  const inputs = views.ofInputs(plan);
  const { tensor, view } = views.output(plan.valuesShape, 'float32');
  draw(views, {
    name: 'SampledDotProgram',
    target: view,
    inputs,
    functions: [offsets('place', target), offsets('source', source)],
    numbers: { perHead },
    divisors: { heads },
    value: DOT,
  });
  return tensor;
}

/** Adds the n-th of four products. */
const term = (n: number) =>
  `(at + Num(${n}) < end ? fetchData(at + Num(${n})) * fetchUpdates(at + Num(${n}) + toOther) : 0.0)`;

const DOT = `  Num site = divide(i, heads, headsInverse);
  Num row = placeOf(site);
  Num other = sourceOf(site);
  if (row < Num(0) || other < Num(0)) return 0.0;
  Num at = row + (i - site * heads) * perHead;
  Num end = at + perHead;
  Num toOther = other - row;
  vec4 sums = vec4(0);
  for (; at < end; at += Num(4)) {
    sums += vec4(${[0, 1, 2, 3].map(term).join(', ')});
  }
  return (sums.x + sums.y) + (sums.z + sums.w);
`;

/**
 * Writes `<name>Of(site)`, the site's offset at the target, its place, or at the source; -1 for a dropped site. Loops
 * over dimensions are unrolled: software rasterisers are slow at short loops.
 */
export function offsets(
  name: 'place' | 'source',
  { geometry, outOfBounds, wrapNegatives }: Addressed,
  texture: 'Indices' | 'SourceIndices' = name === 'place' ? 'Indices' : 'SourceIndices',
): Functions {
  const { siteShape, siteStrides, indexSizes, indexStrides } = geometry;
  const type = `${texture}Type`;
  const zero = `${type}(0)`;
  /** Adds the k-th index's part. A NaN also makes `outside` nonzero. */
  const term = (k: number) => {
    const size = `${type}(${name}IndexSize${k})`;
    return `  index = fetch${texture}(site * Num(${indexSizes.length}) + Num(${k}));
${wrapNegatives ? `  index += index < ${zero} ? ${size} : ${zero};\n` : ''}  kept = clamp(index, ${zero}, ${size} - ${type}(1));
${outOfBounds === 'clamp' ? '' : '  outside += abs(index - kept);\n'}  offset += Num(kept) * ${name}IndexStride${k};
`;
  };
  const isStrided = siteShape.length > 1 || siteStrides[0] > 0;
  const dimension = (_: number, d: number) => {
    const length = `${name}SiteLength${d}`;
    return `  quotient = divide(rest, ${length}, ${length}Inverse);
  offset += (rest - quotient * ${length}) * ${name}SiteStride${d};
  rest = quotient;
`;
  };
  return {
    numbers: {
      [`${name}SiteStride`]: siteStrides,
      [`${name}IndexSize`]: indexSizes,
      [`${name}IndexStride`]: indexStrides,
    },
    divisors: { [`${name}SiteLength`]: siteShape },
    key: `${name} ${texture} ${indexSizes.length} ${siteShape.length} ${isStrided} ${wrapNegatives} ${outOfBounds === 'clamp'}`,
    glsl: () => `Num ${name}Of(Num site) {
  Num offset = Num(0);
  ${type} index;
  ${type} kept;
  ${type} outside = ${zero};
${indexSizes.map((_, k) => term(k)).join('')}  if (outside != ${zero}) return Num(-1);
  Num rest = site;
  Num quotient;
${siteShape.map(dimension).slice(1).reverse().join('')}${isStrided ? `  offset += rest * ${name}SiteStride0;\n` : ''}  return offset;
}
`,
  };
}

/** Writes `sourceOf(site)`, and the reader of a scatter's updates. */
export function updatesOf(plan: ScatterPlan): Functions[] {
  return [sourceOf(plan.read.end, 'SourceIndices'), readerOf(plan, 'Updates')];
}

/** Writes `sourceOf(site)`: where the values of a site begin, or -1 if it is dropped. */
function sourceOf(end: End, indices: 'Indices' | 'SourceIndices'): Functions {
  if (end.geometry) return offsets('source', end, indices);
  const glsl = () => 'Num sourceOf(Num site) {\n  return site * sliceSize;\n}\n';
  return { key: 'in order', glsl };
}

/** The positions of a factor's numbers, for a component of a site. */
const POSITIONS = {
  value: 'site * sliceSize + component',
  slice: 'site',
  call: 'Num(0)',
  head: 'site * heads + divide(component, perHead, perHeadInverse)',
  target: 'place',
};

/** The positions in tensors that are addressed like the source. */
const AT_SOURCE = {
  ...POSITIONS,
  value: 'source + component',
  slice: 'divide(source, sliceSize, sliceSizeInverse)',
};

/** Divides, as far as float32 is exact, and rounds down. */
const FLOOR = `float quotient = floor(value / over + 0.5);
  quotient -= (value - quotient * over) * over < 0.0 ? 1.0 : 0.0;
  value = over == 0.0 ? value : quotient;`;

/**
 * Writes `readAt(site, source, component, place)`: what a site whose values begin at `source` reads for a place of the
 * target. `values` is the texture of the read.
 */
function readerOf(
  { read, sliceSize, dtype }: GatherPlan | ScatterPlan,
  values: 'Data' | 'Updates',
): Functions {
  const { end, by, map, heads, fillUnlike } = read;
  const { from, over, weights, sourceLike, targetLike } = by;
  const floats: Record<string, number> = {};
  const divisors: Record<string, number> = {};
  const numbers: Record<string, number> = { sliceSize };
  const uniform = (name: string, value: number) => {
    floats[name] = value;
    return name;
  };
  const numberOf = (name: keyof typeof by, { per }: Factor, positions = POSITIONS) => {
    if (per === 'head') [numbers.heads, divisors.perHead] = [heads, sliceSize / heads];
    if (positions === AT_SOURCE && per === 'slice') divisors.sliceSize = sliceSize;
    return `fetch${name[0].toUpperCase()}${name.slice(1)}(${positions[per]})`;
  };
  const { value } = end.geometry ? AT_SOURCE : POSITIONS;
  const lines = [
    `float value = ${end.value === null ? `fetch${values}(${value})` : uniform('constant', end.value)};`,
    from && `value = ${numberOf('from', from)} - value;`,
    over && `float over = ${numberOf('over', over)};`,
    over && (dtype === 'int32' ? FLOOR : 'value /= over == 0.0 ? 1.0 : over;'),
    // A GPU's functions may lose NaN.
    map && `value = isNaN(value) ? value : ${map}(value);`,
    weights && `value *= ${numberOf('weights', weights)};`,
    end.geometry && `if (source < Num(0)) value = ${uniform('fill', storable(end.fill, dtype))};`,
    sourceLike &&
      `float a = source < Num(0) ? 0.0 : ${numberOf('sourceLike', sourceLike, AT_SOURCE)};`,
    targetLike && `float b = ${numberOf('targetLike', targetLike)};`,
    targetLike &&
      `if (a != b && !(isNaN(a) && isNaN(b))) value = ${uniform('fillUnlike', storable(fillUnlike, dtype))};`,
  ];
  const body = lines.filter(Boolean).join('\n  ');
  return {
    numbers,
    divisors,
    floats,
    key: body,
    glsl: () => `float readAt(Num site, Num source, Num component, Num place) {
  ${body}
  return value;
}
`,
  };
}

/** Returns a number; for int32, the nearest one that textures can hold. */
export function storable(value: number, dtype: DataType): number {
  if (dtype !== 'int32') return value;
  const { lowest, highest } = limits(dtype);
  return Math.min(Math.max(value, lowest), highest);
}
