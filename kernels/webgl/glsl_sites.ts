/** GLSL for the sites of a call: from a site to its offset. */
import type { Indexed } from '../call/ends.js';
import type { Functions } from './shader.js';

/** The end that a program's own sites address, and the one where updates are read. */
type Name = 'place' | 'source';

/**
 * Writes `<name>Of(site)`, the site's offset or -1 for a dropped site. `<name>Of(site, isKept)` is an offset inside the
 * tensor for any site, and `<name>OfTuple(site, isKept)` is the indices' part of that. Loops over dimensions are
 * unrolled: software rasterisers are slow at short loops.
 */
export function offsets(
  name: Name,
  { geometry, outOfBounds, wrapNegatives }: Indexed,
  texture: 'indices' | 'sourceIndices' = name === 'place' ? 'indices' : 'sourceIndices',
): Functions {
  const { siteShape, siteStrides, indexSizes, indexStrides } = geometry;
  const fetch = texture === 'indices' ? 'fetchIndices' : 'fetchSourceIndices';
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
    numbers: {
      ...numbered(`${name}SiteStride`, siteStrides),
      ...numbered(`${name}IndexSize`, indexSizes),
      ...numbered(`${name}IndexStride`, indexStrides),
    },
    divisors: numbered(`${name}SiteLength`, siteShape),
    glsl: `Num ${name}OfTuple(Num site, out bool isKept) {
  Num offset = Num(0);
  float index;
  float kept;
  float outside = 0.0;
${indexSizes.map((_, k) => term(k)).join('')}  isKept = outside == 0.0;
  return offset;
}
Num ${name}Of(Num site, out bool isKept) {
  Num offset = ${name}OfTuple(site, isKept);
  Num rest = site;
  Num quotient;
${inner.join('')}${isStrided ? `  offset += rest * ${name}SiteStride0;\n` : ''}  return offset;
}
Num ${name}Of(Num site) {
  bool isKept;
  Num offset = ${name}Of(site, isKept);
  return isKept ? offset : Num(-1);
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

/** Returns values by names that end in their position. */
export function numbered(name: string, values: readonly number[]): Record<string, number> {
  return Object.fromEntries(values.map((value, n) => [`${name}${n}`, value]));
}
