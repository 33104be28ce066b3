/**
 * The shader that scans updates for each output. An output's coordinates fix the site dimensions that are
 * shared with data; along the remaining one, whose stride is 0, any site may address it. In `main`, `offset`
 * is the part of the offset that must come from the indices.
 */
import type { ScatterPlan } from '../contract/plan.js';
import { combineOf } from './combine.js';
import { offsets } from './glsl_offsets.js';
import { gatheredUpdates } from './glsl_updates.js';
import { averaging } from './mean.js';
import { UPDATES_PER_PASS } from './strategy.js';

export function scanShader(
  plan: ScatterPlan,
  startsOver: boolean,
  average: 'exact' | 'floor' | null,
): string {
  const { gathered, geometry } = plan;
  const update = gathered
    ? 'updateOf(sourceOf(site), weightOf(site, component), component, i)'
    : 'fetchUpdates(site * sliceSize + component)';
  const dimensions = geometry.siteStrides.map((stride, d) => coordinate(d, stride > 0));
  const terms = startsOver ? 'soFar.y' : 'soFar.y + 1.0';
  return `${offsets(plan)}${average ? averaging(average) : ''}${gathered ? gatheredUpdates(gathered) : ''}
float combine(float value, float update) {
  return ${combineOf(plan).glsl};
}
void main() {
  Num i = outputIndex();
  result = vec4(0);
  if (i >= outCount) return;
  Num component = sliceSize > Num(1) ? i - divide(i, sliceSize, sliceSizeInverse) * sliceSize : Num(0);
  Num offset = i - component;
  Num site = Num(0);
  bool reachable = true;
  Num quotient;
${dimensions.join('')}  site += scanStart * scanStep;
  vec2 soFar = vec2(${startsOver ? 'identity' : 'fetchData(i)'}, 0);
  if (scanStart > Num(0)) soFar = fetchStateTexel(i).xy;
  Num left = reachable ? scanLength - scanStart : Num(0);
  for (Num n = Num(0); n < Num(${UPDATES_PER_PASS}); n++) {
    if (n >= left) break;
    if (tupleOffset(site) == offset && !isDropped()) {
      soFar = vec2(combine(soFar.x, ${update}), soFar.y + 1.0);
    }
    site += scanStep;
  }
  if (scanLength - scanStart <= Num(${UPDATES_PER_PASS})) {
    if (soFar.y == 0.0) soFar.x = fetchData(i);
    ${average ? `else soFar.x = average(soFar.x, ${terms});` : ''}
  }
  result = vec4(soFar, 0, 1);
}
`;
}

/** Writes the step that adds a dimension of the sites to `site`; `isShared` tells whether data has it. */
function coordinate(d: number, isShared: boolean): string {
  const shared = `  quotient = divide(i, siteStride${d}, siteStride${d}Inverse);
  quotient -= divide(quotient, siteExtent${d}, siteExtent${d}Inverse) * siteExtent${d};
  if (quotient >= siteLength${d}) reachable = false;
  site += quotient;
  offset -= quotient * siteStride${d};
`;
  return `  site *= siteLength${d};\n${isShared ? shared : ''}`;
}
