/**
 * Scattering without blending, which also works in WebGL 1: each output scans, in order, the updates that
 * can reach it. In the Elements ops these are the updates along the axis, in the ND ops the updates of its
 * batch. Long scans run in passes. Each hands the next one the value so far and the number of updates in it.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { averageOf, startOf } from '../contract/combination.js';
import { asNumeric } from '../contract/dtypes.js';
import { linesOf } from '../contract/geometry.js';
import type { ScatterPlan } from '../contract/plan.js';
import { draw } from './draw.js';
import { gatheredUniforms } from './glsl_updates.js';
import { scanShader } from './scan_shader.js';
import { UPDATES_PER_PASS } from './strategy.js';
import type { Views } from './textures.js';
import { geometryUniforms, numbered } from './uniforms.js';

export function scatterScanned(plan: ScatterPlan, views: Views): TensorInfo {
  const { data, attributes, geometry } = plan;
  const dtype = asNumeric(data.dtype);
  const start = startOf(attributes, dtype);
  const { length, step } = linesOf(geometry);
  const inputs = views.ofScatter(plan);
  const { tensor, view } = views.output(data.shape, data.dtype);
  const fragment = scanShader(plan, start !== null, averageOf(attributes, dtype));
  const { numbers, floats } = gatheredUniforms(plan.gathered, geometry.sliceSize);
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
      uniforms: {
        numbers: {
          ...geometryUniforms(geometry),
          ...numbered('siteExtent', geometry.siteExtents),
          ...numbers,
          outCount: geometry.dataSize,
          scanStart,
          scanLength: length,
          scanStep: step,
        },
        floats: { identity: start ?? 0, ...floats },
        textures: { ...inputs, state },
      },
      fragment,
    });
  }
  return tensor;
}
