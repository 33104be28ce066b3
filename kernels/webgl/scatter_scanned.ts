/**
 * Scattering without blending, which also works in WebGL 1: each output scans, in order, the updates that
 * can reach it. In the Elements ops these are the updates along the axis, in the ND ops the updates of its
 * batch. Long scans run in passes. Each hands the next one the value so far and the number of updates in it.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { averageOf, startOf } from '../call/reductions.js';
import { asNumeric } from '../call/dtypes.js';
import { linesOf } from '../call/geometry.js';
import type { ScatterPlan } from '../call/plan.js';
import { averaging, combineOf } from './combine.js';
import { draw } from './draw.js';
import { numbered, offsets } from './glsl_offsets.js';
import { gatheredUpdates, scatterUniforms } from './glsl_updates.js';
import { UPDATES_PER_PASS } from './strategy.js';
import type { Views } from './textures.js';

export function scatterScanned(plan: ScatterPlan, views: Views): TensorInfo {
  const { attributes, target } = plan;
  const { tensor: data, geometry } = target;
  const dtype = asNumeric(data.dtype);
  const start = startOf(attributes, dtype);
  const { length, step } = linesOf(geometry);
  const inputs = views.ofInputs(plan);
  const { tensor, view } = views.output(data.shape, data.dtype);
  const fragment = scanShader(plan, start !== null, averageOf(attributes, dtype));
  const { numbers, floats } = scatterUniforms(plan);
  // Two textures alternate: each pass reads what the previous one wrote.
  const turns =
    length > UPDATES_PER_PASS ? [views.fourChannels(view), views.fourChannels(view)] : [];
  for (let scanStart = 0, pass = 0; scanStart < length; scanStart += UPDATES_PER_PASS, pass++) {
    const isLast = scanStart + UPDATES_PER_PASS >= length;
    // The first pass reads no state, but WebGL needs a texture.
    const state = pass > 0 ? turns[(pass + 1) % 2] : inputs.data;
    draw(views, plan, {
      name: 'ScatterScanProgram',
      target: isLast ? view : turns[pass % 2],
      numbers: {
        ...numbers,
        ...numbered('siteExtent', geometry.siteExtents),
        outCount: geometry.dataSize,
        scanStart,
        scanLength: length,
        scanStep: step,
      },
      floats: { identity: start ?? 0, ...floats },
      textures: { ...inputs, state },
      fragment,
    });
  }
  return tensor;
}

/**
 * Writes the shader of a pass. An output's coordinates fix the site dimensions that are shared with data;
 * along the remaining one, whose stride is 0, any site may address it. In `main`, `offset` is the part of the
 * offset that must come from the indices.
 */
function scanShader(
  plan: ScatterPlan,
  startsOver: boolean,
  average: 'exact' | 'floor' | null,
): string {
  const { source, target } = plan;
  const update = source.geometry
    ? 'updateOf(sourceOf(site), weightOf(site, component), component, i)'
    : 'fetchUpdates(site * sliceSize + component)';
  const dimensions = target.geometry.siteStrides.map((stride, d) => coordinate(d, stride > 0));
  const terms = startsOver ? 'soFar.y' : 'soFar.y + 1.0';
  return `${offsets('place', target)}${average ? averaging(average) : ''}${gatheredUpdates(plan)}
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
    if (placeOfTuple(site) == offset) {
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
  const shared = `  quotient = divide(i, placeSiteStride${d}, placeSiteStride${d}Inverse);
  quotient -= divide(quotient, siteExtent${d}, siteExtent${d}Inverse) * siteExtent${d};
  if (quotient >= placeSiteLength${d}) reachable = false;
  site += quotient;
  offset -= quotient * placeSiteStride${d};
`;
  return `  site *= placeSiteLength${d};\n${isShared ? shared : ''}`;
}
