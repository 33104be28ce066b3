/** GLSL for the sites of a call: from a site to its offset. */
import type { Indexed } from '../call/ends.js';
import type { Functions } from './shader.js';

/** The end that a program's own sites address, and the one where updates are read. */
type Name = 'place' | 'source';

/**
 * Writes `<name>Of(site)`, the site's offset or -1 for a dropped site. Loops over dimensions are unrolled: software
 * rasterisers are slow at short loops.
 */
export function offsets(
  name: Name,
  { geometry, outOfBounds, wrapNegatives }: Indexed,
  texture: 'indices' | 'sourceIndices' = name === 'place' ? 'indices' : 'sourceIndices',
): Functions {
  const { siteShape, siteStrides, indexSizes, indexStrides } = geometry;
  const title = texture === 'indices' ? 'Indices' : 'SourceIndices';
  const type = `${title}Type`;
  const zero = `${type}(0)`;
  /** Adds the k-th index's part. A NaN also makes `outside` nonzero. */
  const term = (k: number) => {
    const size = `${type}(${name}IndexSize${k})`;
    return `  index = fetch${title}(site * Num(${indexSizes.length}) + Num(${k}));
${wrapNegatives ? `  index += index < ${zero} ? ${size} : ${zero};\n` : ''}  kept = clamp(index, ${zero}, ${size} - ${type}(1));
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
    glsl: `Num ${name}Of(Num site) {
  Num offset = Num(0);
  ${type} index;
  ${type} kept;
  ${type} outside = ${zero};
${indexSizes.map((_, k) => term(k)).join('')}  if (outside != ${zero}) return Num(-1);
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

/** Returns values by names that end in their position. */
function numbered(name: string, values: readonly number[]): Record<string, number> {
  return Object.fromEntries(values.map((value, n) => [`${name}${n}`, value]));
}
