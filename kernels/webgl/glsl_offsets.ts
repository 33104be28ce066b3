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
  const fetch = name === 'place' ? 'fetchIndices' : 'fetchSourceIndices';
  /** Adds the k-th index's part. A NaN also makes `outside` nonzero. */
  const term = (k: number) => {
    const size = `float(${name}IndexSize${k})`;
    return `  index = ${fetch}(site * Num(${indexSizes.length}) + Num(${k}));
${wrapNegatives ? `  index += index < 0.0 ? ${size} : 0.0;\n` : ''}  kept = clamp(index, 0.0, ${size} - 1.0);
${outOfBounds === 'clamp' ? '' : '  outside += abs(index - kept);\n'}  offset += Num(kept) * ${name}IndexStride${k};
`;
  };
  const isStrided = siteShape.length > 1 || siteStrides[0] > 0;
  const inner = siteShape.slice(1).map((_, n) => siteTerm(name, siteShape.length - 1 - n));
  return {
    textures: [INDICES[name]],
    numbers: {
      ...numbered(`${name}SiteStride`, siteStrides),
      ...numbered(`${name}SiteLength`, siteShape),
      ...numbered(`${name}IndexSize`, indexSizes),
      ...numbered(`${name}IndexStride`, indexStrides),
    },
    glsl: `Num ${name}OfTuple(Num site) {
  Num offset = Num(0);
  float index;
  float kept;
  float outside = 0.0;
${indexSizes.map((_, k) => term(k)).join('')}  return outside != 0.0 ? Num(-1) : offset;
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
  return `  quotient = divide(rest, ${name}SiteLength${d});
  offset += (rest - quotient * ${name}SiteLength${d}) * ${name}SiteStride${d};
  rest = quotient;
`;
}

/** Returns values by names that end in their position. */
export function numbered(name: string, values: readonly number[]): Record<string, number> {
  return Object.fromEntries(values.map((value, n) => [`${name}${n}`, value]));
}
