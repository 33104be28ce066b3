/**
 * Scattering without blending, which also works in WebGL 1: each output scans, in order, the updates that
 * can reach it. In the Elements ops these are the updates along the axis, in the ND ops the updates of its
 * batch. Long scans run in passes. Each hands the next one the value so far and the number of updates in it.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { startOf } from '../call/reductions.js';
import { asNumeric } from '../call/dtypes.js';
import { linesOf } from '../call/geometry.js';
import type { ScatterPlan } from '../call/plan.js';
import { combineOf } from './combine.js';
import { draw } from './draw.js';
import { numbered, offsets } from './glsl_offsets.js';
import { sources, updateAt, values, weights } from './glsl_updates.js';
import type { Program } from './shader.js';
import { UPDATES_PER_PASS } from './strategy.js';
import type { Views } from './textures.js';

export function scatterScanned(plan: ScatterPlan, views: Views): TensorInfo {
  const { tensor: data, geometry } = plan.target;
  const { length } = linesOf(geometry);
  const inputs = views.ofInputs(plan);
  const { tensor, view } = views.output(data.shape, data.dtype);
  // Two textures alternate: each pass reads what the previous one wrote.
  const turns =
    length > UPDATES_PER_PASS ? [views.fourChannels(view), views.fourChannels(view)] : [];
  for (let scanStart = 0, pass = 0; scanStart < length; scanStart += UPDATES_PER_PASS, pass++) {
    const isLast = scanStart + UPDATES_PER_PASS >= length;
    // The first pass reads no state, but WebGL needs a texture.
    const state = pass > 0 ? turns[(pass + 1) % 2] : inputs.data;
    draw(views, {
      name: 'ScatterScanProgram',
      target: isLast ? view : turns[pass % 2],
      inputs: { ...inputs, state },
      ...scanShader(plan, scanStart),
    });
  }
  return tensor;
}

/**
 * Writes the shader of a pass. An output's coordinates fix the site dimensions that are shared with data;
 * along the remaining one, whose stride is 0, any site may address it. In `main`, `offset` is the part of the
 * offset that must come from the indices.
 */
function scanShader(plan: ScatterPlan, scanStart: number) {
  const { attributes, target } = plan;
  const { geometry } = target;
  const dtype = asNumeric(target.tensor.dtype);
  const start = startOf(attributes, dtype);
  const { length, step } = linesOf(geometry);
  const update = updateAt(plan, 'sourceOf(site)', 'component', 'i', 'weightOf(site, component)');
  const { glsl } = combineOf(plan);
  return {
    functions: [
      offsets('place', target),
      sources(plan),
      values(plan),
      ...weights(plan),
      { glsl: `float combine(float value, float update) {\n  return ${glsl};\n}\n` },
    ],
    textures: ['data', 'state'],
    numbers: {
      outCount: geometry.dataSize,
      scanStart,
      scanLength: length,
      scanStep: step,
    },
    divisors: {
      sliceSize: geometry.sliceSize,
      ...numbered('siteExtent', geometry.siteExtents),
      ...numbered('placeSiteStride', geometry.siteStrides),
    },
    floats: { identity: start ?? 0 },
    fragment: `  Num i = outputIndex();
  result = vec4(0);
  if (i >= outCount) return;
  Num component = i - divide(i, sliceSize, sliceSizeInverse) * sliceSize;
  Num offset = i - component;
  Num site = Num(0);
  bool reachable = true;
  bool isKept;
  Num quotient;
${geometry.siteStrides.map((stride, d) => coordinate(d, stride > 0)).join('')}  site += scanStart * scanStep;
  vec2 soFar = vec2(${start === null ? 'fetchData(i)' : 'identity'}, 0);
  if (scanStart > Num(0)) soFar = texelOf(state, stateLayout, stateScale, i).xy;
  Num left = reachable ? scanLength - scanStart : Num(0);
  for (Num n = Num(0); n < Num(${UPDATES_PER_PASS}); n++) {
    if (n >= left) break;
    if (placeOfTuple(site, isKept) == offset && isKept) {
      soFar = vec2(combine(soFar.x, ${update}), soFar.y + 1.0);
    }
    site += scanStep;
  }
  if (scanLength - scanStart <= Num(${UPDATES_PER_PASS})) {
    if (soFar.y == 0.0) soFar.x = fetchData(i);
  }
  result = vec4(soFar, 0, 1);
`,
  } satisfies Partial<Program>;
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
