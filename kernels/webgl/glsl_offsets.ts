/**
 * GLSL for the geometry of indices: from a site to its offset.
 */
import { flatTexture, type ShaderVariant } from './glsl.js';
import { UNROLLED_DIMENSIONS } from './strategy.js';

/** The maximum number of site dimensions: each is at least 2, and a texture holds at most 2^28 values. */
export const MAX_DIMENSIONS = 28;

/**
 * Writes `offsetOf(site)`, the site's offset, and `tupleOffset(site)`, the indices' part of it.
 * `isDropped()` refers to the last site that either was called for; a dropped site has the offset of its
 * clamped indices. `dimensions` are lengths and strides, the innermost first.
 */
export function offsets(variant: ShaderVariant): string {
  const { clamps, depth, outer, strided } = variant;
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

uniform int outerDimensions;
uniform Num2 dimensions[${MAX_DIMENSIONS}];
uniform vec2 dimensionsInverse[${MAX_DIMENSIONS}];
uniform Num outermostStride;
Num offsetOf(Num site) {
  Num offset = tupleOffset(site);
${strided ? fixedOffset(outer) : ''}
  return offset;
}
`;
}

/** Writes the steps that add the part from a site's own coordinates. */
function fixedOffset(outer: number): string {
  return `
  Num rest = site;
  Num quotient;
${outer < UNROLLED_DIMENSIONS ? repeat(outer, (d) => outerStep(String(d))) : OUTER_LOOP}
  offset += rest * outermostStride;
`;
}

const OUTER_LOOP = `
  for (int d = 0; d < ${MAX_DIMENSIONS}; d++) {
    if (d >= outerDimensions) break;
    ${outerStep('d')}
  }
`;

function outerStep(d: string): string {
  return `
  quotient = divide(rest, dimensions[${d}].x, dimensionsInverse[${d}].x);
  offset += (rest - quotient * dimensions[${d}].x) * dimensions[${d}].y;
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
  return Array.from({ length: count }, (_, n) => text(n)).join('');
}
