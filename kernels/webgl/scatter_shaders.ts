/**
 * The shaders that draw updates at their places, as points or as rectangles.
 */
import { flatTexture, prelude, type ShaderVariant } from './glsl.js';
import { offsets } from './glsl_offsets.js';
import { gatheredUpdates, type GatheredVariant } from './glsl_updates.js';
import type { ShaderSources } from './program.js';

/**
 * The mark that is drawn at a place:
 *
 * - 'update': the update
 * - 'factor': the update, in alpha
 * - 'term': the update and a count of one, for a mean
 * - 'constant': the same value everywhere
 * - 'nan': NaN if the update, or an included value of data, is NaN; otherwise nothing
 */
export type Mark = 'update' | 'factor' | 'term' | 'constant' | 'nan';

const COLOURS: Record<Mark, string> = {
  update: 'vec4(update, 0, 0, 1)',
  factor: 'vec4(-0.0, 0, 0, update)',
  term: 'vec4(update, 1, 0, 0)',
  constant: 'vec4(constant, 0, 0, 1)',
  nan: 'vec4(uintBitsToFloat(0x7fc00000u), 0, 0, 1)',
};

/** Writes the shaders that draw a point for each value; points of dropped sites are off screen. */
export function pointShaders(
  variant: ShaderVariant,
  mark: Mark,
  gathered: GatheredVariant | null,
): ShaderSources {
  const update = gathered
    ? 'updateOf(sourceOf(site), weightOf(site, place - offset), place - offset, place)'
    : 'fetchUpdates(element)';
  const shows = mark === 'nan' ? DRAWS_NAN : 'true';
  return {
    vertex: `${head(variant)}${gathered ? gatheredUpdates(gathered, variant) : ''}${mark === 'nan' ? flatTexture('data', variant) : ''}
flat out float update;
void main() {
  Num element = Num(gl_VertexID);
  Num site = sliceSize > Num(1) ? divide(element, sliceSize, sliceSizeInverse) : element;
  Num offset = offsetOf(site);
  Num place = offset + element - site * sliceSize;
  update = ${mark === 'constant' ? '0.0' : update};
  gl_PointSize = 1.0;
  gl_Position = vec4(2, 2, 2, 1);
  if (!isDropped() && ${shows}) {
    Num y = divide(place, outSize.x, outSizeInverse.x);
    vec2 pixel = vec2(place - y * outSize.x, y);
    gl_Position = vec4((pixel + 0.5) / vec2(outSize) * 2.0 - 1.0, 0, 1);
  }
}
`,
    fragment: `${prelude(variant)}
uniform float constant;
flat in float update;
out vec4 result;
void main() {
  result = ${COLOURS[mark]};
}
`,
  };
}

/** Writes the shaders that draw a rectangle (two triangles) on each line that a slice spans. */
export function rectangleShaders(
  variant: ShaderVariant,
  mark: Mark,
  gathered: GatheredVariant | null,
): ShaderSources {
  return {
    vertex: rectangleVertex(variant, gathered),
    fragment: rectangleFragment(variant, mark, gathered),
  };
}

/**
 * Passed from vertices to fragments: the site's first place, source and number, and its weight, if it has
 * one.
 */
const OF_SITE = ['Num firstPlace', 'Num source', 'Num siteNumber', 'float weight'];

/**
 * Writes the vertices. Corners run counter-clockwise, as tfjs culls back faces. `toUpdate` is the index of
 * a value's update minus its place.
 */
function rectangleVertex(variant: ShaderVariant, gathered: GatheredVariant | null): string {
  const passed = gathered
    ? `
  firstPlace = offset;
  source = sourceOf(site);
  siteNumber = site;
  weight = ${gathered.weights === 'one' ? 'weightOf(site, Num(0))' : '1.0'};`
    : '';
  return `${head(variant)}${gathered ? gatheredUpdates(gathered, variant) + flat('out') : ''}
uniform Num rectanglesPerSlice;
uniform float rectanglesPerSliceInverse;
flat out Num toUpdate;
void main() {
  int vertex = gl_VertexID / 6;
  int corner = gl_VertexID - vertex * 6;
  Num rectangle = Num(vertex);
  Num site = rectanglesPerSlice > Num(1)
    ? divide(rectangle, rectanglesPerSlice, rectanglesPerSliceInverse) : rectangle;
  Num piece = rectangle - site * rectanglesPerSlice;
  Num offset = offsetOf(site);
  toUpdate = site * sliceSize - offset;${passed}
  gl_Position = vec4(2, 2, 2, 1);
  Num line = divide(offset, outSize.x, outSizeInverse.x);
  Num left = offset - line * outSize.x - piece * outSize.x;
  Num right = min(left + sliceSize, outSize.x);
  left = max(left, Num(0));
  if (!isDropped() && left < right) {
    Num x = corner == 0 || corner == 2 || corner == 3 ? left : right;
    Num y = line + piece + Num(corner == 2 || corner == 3 || corner == 5 ? 1 : 0);
    gl_Position = vec4(vec2(x, y) / vec2(outSize) * 2.0 - 1.0, 0, 1);
  }
}
`;
}

const flat = (way: 'in' | 'out') => OF_SITE.map((each) => `flat ${way} ${each};\n`).join('');

function rectangleFragment(
  variant: ShaderVariant,
  mark: Mark,
  gathered: GatheredVariant | null,
): string {
  const weight =
    gathered?.weights === 'heads' ? 'weightOf(siteNumber, place - firstPlace)' : 'weight';
  const update = gathered
    ? `updateOf(source, ${weight}, place - firstPlace, place)`
    : 'fetchUpdates(place + toUpdate)';
  const operands = mark === 'nan' ? `${flatTexture('data', variant)}uniform Num includeSelf;` : '';
  return `${prelude(variant)}${flatTexture('updates', variant)}${gathered ? gatheredUpdates(gathered, variant) + flat('in') : ''}${operands}
uniform Num2 outSize;
uniform float constant;
flat in Num toUpdate;
out vec4 result;
void main() {
  Num2 texel = Num2(floor(gl_FragCoord.xy));
  Num place = texel.y * outSize.x + texel.x;
  float update = ${mark === 'constant' ? '0.0' : update};
  ${mark === 'nan' ? `if (!(${DRAWS_NAN})) discard;` : ''}
  result = ${COLOURS[mark]};
}
`;
}

const DRAWS_NAN = '(isNaN(update) || includeSelf > Num(0) && isNaN(fetchData(place)))';

function head(variant: ShaderVariant): string {
  return `${prelude(variant)}${offsets(variant)}${flatTexture('updates', variant)}
uniform Num sliceSize;
uniform float sliceSizeInverse;
uniform Num includeSelf;
uniform Num2 outSize;
uniform vec2 outSizeInverse;
`;
}
