/**
 * Scattering without blending, which also works in WebGL 1: each output scans, in order, the updates that
 * can reach it. In the Elements ops these are the updates along the axis, in the ND ops the updates of its
 * batch. Long scans run in passes, each of which takes what the one before wrote as data.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { linesOf } from '../call/geometry.js';
import type { ScatterPlan } from '../call/plan.js';
import { combineOf, startingCall } from './combine.js';
import { draw } from './draw.js';
import { updatesOf } from './glsl_reads.js';
import { numbered, offsets } from './glsl_sites.js';
import { UPDATES_PER_PASS } from './strategy.js';
import type { Views } from './textures.js';

export function scatterScanned(plan: ScatterPlan, views: Views): TensorInfo {
  const { tensor, geometry } = plan.target;
  const inputs = views.ofInputs(plan);
  const start = startingCall(plan);
  // Without sites, bools are still to be copied.
  const passes = Math.ceil(linesOf(geometry).length / UPDATES_PER_PASS) || 1;
  const calls = start ? [start, plan] : [plan];
  const scans = calls.flatMap((call) =>
    Array.from({ length: passes }, (_, n) => [call, n] as const),
  );
  // Two textures alternate, because no pass can read the one that it draws into. The last one draws into the first.
  const outputs = scans.slice(0, 2).map(() => views.output(tensor.shape, tensor.dtype));
  let { data } = inputs;
  scans.forEach(([call, pass], n) => {
    const { view } = outputs[(scans.length - 1 - n) % 2];
    draw(views, {
      name: 'ScatterScanProgram',
      target: view,
      inputs: { ...inputs, data },
      ...scanShader(call, pass * UPDATES_PER_PASS),
    });
    data = view;
  });
  return outputs[0].tensor;
}

/**
 * Writes the shader of a pass. An output's coordinates fix the site dimensions that are shared with data;
 * along the remaining one, whose stride is 0, any site may address it. In `main`, `offset` is the part of the
 * offset that must come from the indices.
 */
function scanShader(plan: ScatterPlan, scanStart: number) {
  const { geometry } = plan.target;
  const { length, step } = linesOf(geometry);
  const { glsl } = combineOf(plan);
  return {
    functions: [
      offsets('place', plan.target),
      ...updatesOf(plan),
      { glsl: `float combine(float value, float update) {\n  return ${glsl};\n}\n` },
    ],
    numbers: {
      scanStart,
      scanLength: length,
      scanStep: step,
    },
    divisors: {
      sliceSize: geometry.sliceSize,
      ...numbered('siteExtent', geometry.siteExtents),
      ...numbered('placeSiteStride', geometry.siteStrides),
    },
    fragment: `  Num i = outputIndex();
  Num component = i - divide(i, sliceSize, sliceSizeInverse) * sliceSize;
  Num offset = i - component;
  Num site = Num(0);
  bool reachable = true;
  bool isKept;
  Num quotient;
${geometry.siteStrides.map((stride, d) => coordinate(d, stride > 0)).join('')}  site += scanStart * scanStep;
  float value = fetchData(i);
  Num left = reachable ? scanLength - scanStart : Num(0);
  for (Num n = Num(0); n < Num(${UPDATES_PER_PASS}); n++) {
    if (n >= left) break;
    if (placeOfTuple(site, isKept) == offset && isKept)
      value = combine(value, readAt(site, sourceOf(site), component, i));
    site += scanStep;
  }
  result = vec4(value, 0, 0, 1);
`,
  };
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
