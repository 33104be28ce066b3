/**
 * GLSL for the geometry of indices: from a site to its offset.
 */
import type { IndexGeometry } from '../contract/geometry.js';
import type { Plan } from '../contract/plan.js';

/**
 * Writes `offsetOf(site)`, the site's offset, and `tupleOffset(site)`, the indices' part of it.
 * `isDropped()` tells whether the last site passed to either is dropped; its offset is then that of its
 * clamped indices. Loops over dimensions are unrolled: software rasterisers are slow at short loops.
 */
export function offsets({ geometry, attributes }: Plan): string {
  const { siteShape, siteStrides, indexSizes } = geometry;
  const depth = indexSizes.length;
  const clamps = attributes.outOfBounds === 'clamp';
  const terms = indexSizes.map((_, k) => indexTerm(k, clamps, attributes.wrapNegatives));
  const isStrided = siteShape.length > 1 || siteStrides[0] > 0;
  return `float outside;
bool isDropped() {
  return outside != 0.0;
}
Num tupleOffset(Num site) {
  Num offset = Num(0);
  vec2 point = indicesPoint(${depth === 1 ? 'site' : `site * Num(${depth})`});
  float index;
  float kept;
  outside = 0.0;
${terms.join(NEXT_POINT)}  return offset;
}
Num offsetOf(Num site) {
  Num offset = tupleOffset(site);
  Num rest = site;
  Num quotient;
${siteShape
  .slice(1)
  .map((_, n) => siteTerm(siteShape.length - 1 - n))
  .join('')}${isStrided ? '  offset += rest * siteStride0;\n' : ''}  return offset;
}
`;
}

/** Writes the step that adds the part from a site's coordinate `d`. */
function siteTerm(d: number): string {
  return `  quotient = divide(rest, siteLength${d}, siteLength${d}Inverse);
  offset += (rest - quotient * siteLength${d}) * siteStride${d};
  rest = quotient;
`;
}

/** GLSL that moves to the next texel, and at the end of a line to the start of the next. */
const NEXT_POINT = `  point.x += indicesLayoutInverse.x;
  point += point.x > 1.0 ? vec2(-1, indicesLayoutInverse.y) : vec2(0);
`;

/** Writes the step that adds the k-th index's part. A NaN also makes `outside` nonzero. */
function indexTerm(k: number, clamps: boolean, wraps: boolean): string {
  return `  index = texture(indices, point).r;
${wraps ? `  index += index < 0.0 ? float(indexSize${k}) : 0.0;\n` : ''}  kept = clamp(index, 0.0, float(indexSize${k}) - 1.0);
${clamps ? '' : '  outside += abs(index - kept);\n'}  offset += Num(kept) * indexStride${k};
`;
}

/** Returns the uniforms of `tupleOffset` and `offsetOf`, and sliceSize. */
export function geometryUniforms({
  siteShape,
  siteStrides,
  indexSizes,
  indexStrides,
  sliceSize,
}: IndexGeometry): Record<string, number> {
  return {
    sliceSize,
    ...numbered('siteLength', siteShape),
    ...numbered('siteStride', siteStrides),
    ...numbered('indexSize', indexSizes),
    ...numbered('indexStride', indexStrides),
  };
}

/** Returns uniforms with names that end in their position. */
export function numbered(name: string, values: readonly number[]): Record<string, number> {
  return Object.fromEntries(values.map((value, n) => [`${name}${n}`, value]));
}
