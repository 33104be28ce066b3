/**
 * GLSL for the geometry of indices: from a site to its offset.
 */
import { flatTexture, type ShaderVariant } from './glsl.js';

/** The maximum number of site dimensions: each is at least 2, and a texture holds at most 2^28 values. */
export const MAX_DIMENSIONS = 28;

/**
 * Writes `offsetOf(site)`, the site's offset, and `tupleOffset(site)`, the indices' part of it.
 * `isDropped()` tells whether the last site passed to either is dropped; its offset is then that of its
 * clamped indices. Loops over dimensions are unrolled: software rasterisers are slow at short loops.
 */
export function offsets(variant: ShaderVariant): string {
  const { clamps, depth, dimensions } = variant;
  return `${flatTexture('indices', variant)}
${repeat(depth, (k) => `uniform Num indexSize${k};\nuniform Num indexLast${k};\nuniform Num indexStride${k};\n`)}float outside;
bool isDropped() {
  return outside != 0.0;
}
Num tupleOffset(Num site) {
  Num offset${depth === 0 ? ' = Num(0)' : ''};
  vec2 point = indicesPoint(${depth === 1 ? 'site' : `site * Num(${depth})`});
  float index;
  float kept;
${clamps || depth === 0 ? '  outside = 0.0;\n' : ''}${repeat(depth, (k) => indexTerm(k, variant))}
  return offset;
}

${repeat(dimensions, (d) => `uniform Num siteLength${d};\nuniform float siteLength${d}Inverse;\nuniform Num siteStride${d};\n`)}
Num offsetOf(Num site) {
  Num offset = tupleOffset(site);
  Num rest = site;
  Num quotient;
${repeat(dimensions - 1, (n) => siteTerm(dimensions - 1 - n))}
  ${dimensions > 0 ? 'offset += rest * siteStride0;' : ''}
  return offset;
}
`;
}

/** Writes the step that adds the part from a site's coordinate `d`. */
function siteTerm(d: number): string {
  return `
  quotient = divide(rest, siteLength${d}, siteLength${d}Inverse);
  offset += (rest - quotient * siteLength${d}) * siteStride${d};
  rest = quotient;
`;
}

/** GLSL that moves to the next texel, and at the end of a line to the start of the next. */
const NEXT_POINT = `point.x += indicesLayoutInverse.x;
  point += point.x > 1.0 ? vec2(-1, indicesLayoutInverse.y) : vec2(0);`;

/** Writes the step that adds the k-th index's part. A NaN also makes `outside` nonzero. */
function indexTerm(k: number, { clamps, wraps }: ShaderVariant): string {
  return `
  ${k > 0 ? NEXT_POINT : ''}
  index = texture(indices, point).r;
  ${wraps ? `index += index < 0.0 ? float(indexSize${k}) : 0.0;` : ''}
  kept = clamp(index, 0.0, float(indexLast${k}));
  ${clamps ? '' : `outside ${k > 0 ? '+' : ''}= abs(index - kept);`}
  offset ${k > 0 ? '+' : ''}= Num(kept) * indexStride${k};
`;
}

function repeat(count: number, text: (n: number) => string): string {
  return Array.from({ length: Math.max(0, count) }, (_, n) => text(n)).join('');
}
