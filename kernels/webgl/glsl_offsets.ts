/**
 * GLSL for the geometry of indices: from a site to its offset.
 */
import type { Indexed } from '../call/ends.js';
import type { Functions } from './shader.js';

/** The end that a program's own sites address, and the one where updates are read. */
type Name = 'place' | 'source';

/** The textures with their indices. */
const INDICES = { place: 'indices', source: 'sourceIndices' };

/**
 * Writes `<name>Of(site)`, the site's offset, and `<name>OfTuple(site)`, the indices' part of it; -1 for a dropped
 * site. Loops over dimensions are unrolled: software rasterisers are slow at short loops.
 */
export function offsets(name: Name, { geometry, outOfBounds, wrapNegatives }: Indexed): Functions {
  const { siteShape, siteStrides, indexSizes, indexStrides } = geometry;
  const depth = indexSizes.length;
  const clamps = outOfBounds === 'clamp';
  const terms = indexSizes.map((_, k) => indexTerm(name, k, clamps, wrapNegatives));
  const isStrided = siteShape.length > 1 || siteStrides[0] > 0;
  const inner = siteShape.slice(1).map((_, n) => siteTerm(name, siteShape.length - 1 - n));
  return {
    textures: [INDICES[name]],
    numbers: {
      ...numbered(`${name}SiteStride`, siteStrides),
      ...numbered(`${name}IndexSize`, indexSizes),
      ...numbered(`${name}IndexStride`, indexStrides),
    },
    divisors: numbered(`${name}SiteLength`, siteShape),
    glsl: `Num ${name}OfTuple(Num site) {
  Num offset = Num(0);
  vec2 point = ${INDICES[name]}Point(${depth === 1 ? 'site' : `site * Num(${depth})`});
  float index;
  float kept;
  float outside = 0.0;
${terms.join(nextPoint(name))}  return outside != 0.0 ? Num(-1) : offset;
}
Num ${name}Of(Num site) {
  Num offset = ${name}OfTuple(site);
  if (offset < Num(0)) return offset;
  Num rest = site;
  Num quotient;
${inner.join('')}${isStrided ? `  offset += rest * ${name}SiteStride0;\n` : ''}  return offset;
}
`,
  };
}

/** Writes the step that adds the part from a site's coordinate `d`. */
function siteTerm(name: Name, d: number): string {
  return `  quotient = divide(rest, ${name}SiteLength${d}, ${name}SiteLength${d}Inverse);
  offset += (rest - quotient * ${name}SiteLength${d}) * ${name}SiteStride${d};
  rest = quotient;
`;
}

/** GLSL that moves to the next texel, and at the end of a line to the start of the next. */
const nextPoint = (name: Name) => `  point.x += ${INDICES[name]}LayoutInverse.x;
  point += point.x > 1.0 ? vec2(-1, ${INDICES[name]}LayoutInverse.y) : vec2(0);
`;

/** Writes the step that adds the k-th index's part. A NaN also makes `outside` nonzero. */
function indexTerm(name: Name, k: number, clamps: boolean, wraps: boolean): string {
  const size = `float(${name}IndexSize${k})`;
  return `  index = texture(${INDICES[name]}, point).r;
${wraps ? `  index += index < 0.0 ? ${size} : 0.0;\n` : ''}  kept = clamp(index, 0.0, ${size} - 1.0);
${clamps ? '' : '  outside += abs(index - kept);\n'}  offset += Num(kept) * ${name}IndexStride${k};
`;
}

/** Returns values by names that end in their position. */
export function numbered(name: string, values: readonly number[]): Record<string, number> {
  return Object.fromEntries(values.map((value, n) => [`${name}${n}`, value]));
}
