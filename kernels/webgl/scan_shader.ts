/**
 * The shader that scans updates for each output. An output's coordinates fix the site dimensions that are
 * shared with data. In `main`, `offset` is the part of the offset that must come from the indices.
 */
import { flatTexture, type ShaderVariant } from './glsl.js';
import { MAX_DIMENSIONS, offsets } from './glsl_offsets.js';
import { gatheredUpdates, type GatheredVariant } from './glsl_updates.js';
import { AVERAGE } from './mean.js';
import { UPDATES_PER_PASS } from './strategy.js';

/** Writes the shader after its covering head; `glsl` combines `value` and `update`. */
export function scanBody(
  variant: ShaderVariant,
  glsl: string,
  gathered: GatheredVariant | null,
): string {
  const update = gathered
    ? 'updateOf(sourceOf(site), weightOf(site, component), component, i)'
    : 'fetchUpdates(site * sliceSize + component)';
  const textures = ['data', 'updates', 'state'].map((name) => flatTexture(name, variant)).join('');
  return `${textures}${offsets(variant)}${AVERAGE}${gathered ? gatheredUpdates(gathered, variant) : ''}
uniform Num sliceSize;
uniform float sliceSizeInverse;
uniform int fixedCount;
uniform Num4 fixedDimensions[${MAX_DIMENSIONS}];
uniform vec4 fixedDimensionsInverse[${MAX_DIMENSIONS}];
uniform Num scanStart;
uniform Num scanStep;
uniform int scanCount;
uniform int isFirst;
uniform int isLast;
uniform int startsOver;
uniform int averages;
uniform float identity;
float combine(float value, float update) {
  return ${glsl};
}
void main() {
  Num i = outputIndex();
  result = vec4(0.0);
  if (i >= outCount) return;
  Num component = sliceSize > Num(1) ? i - divide(i, sliceSize, sliceSizeInverse) * sliceSize : Num(0);
  Num offset = i - component;
  Num site = scanStart * scanStep;
  bool reachable = true;
  for (int d = 0; d < ${MAX_DIMENSIONS}; d++) {
    if (d >= fixedCount) break;
    Num4 dimension = fixedDimensions[d];
    vec4 inverse = fixedDimensionsInverse[d];
    Num quotient = divide(i, dimension.x, inverse.x);
    Num coordinate = quotient - divide(quotient, dimension.y, inverse.y) * dimension.y;
    if (coordinate >= dimension.z) reachable = false;
    site += coordinate * dimension.w;
    offset -= coordinate * dimension.x;
  }
  vec2 soFar = vec2(startsOver > 0 ? identity : fetchData(i), 0.0);
  if (isFirst == 0) soFar = fetchStateTexel(i).xy;
  if (reachable) {
    for (int n = 0; n < ${UPDATES_PER_PASS}; n++) {
      if (n >= scanCount) break;
      if (tupleOffset(site) == offset && !isDropped()) {
        soFar = vec2(combine(soFar.x, ${update}), soFar.y + 1.0);
      }
      site += scanStep;
    }
  }
  if (isLast > 0) {
    if (soFar.y == 0.0) soFar.x = fetchData(i);
    else if (averages > 0) soFar.x = average(soFar.x, soFar.y + (startsOver > 0 ? 0.0 : 1.0));
  }
  result = vec4(soFar, 0.0, 1.0);
}
`;
}
