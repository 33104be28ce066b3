/**
 * Scattering without blending, which also works in WebGL 1: each output scans, in order, the updates that
 * can reach it. In the Elements ops these are the updates along the axis, in the ND ops those of its batch.
 * Long scans are split into passes, which pass on the value so far and the number of updates in it.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { averageOf, startOf } from '../contract/combination.js';
import { asNumeric } from '../contract/dtypes.js';
import type { ScatterPlan } from '../contract/plan.js';
import { combineOf } from './combine.js';
import type { Context, WebGLBackend } from './context.js';
import { coveringProgram } from './covering.js';
import { draw, type Uniforms } from './draw.js';
import { gatheredUniforms, gatheredVariant, nameOf } from './glsl_updates.js';
import { type Scan, scanOf } from './scan.js';
import { scanBody } from './scan_shader.js';
import { UPDATES_PER_PASS } from './strategy.js';
import { withViews } from './textures.js';
import { geometryUniforms, programName, variantOf } from './uniforms.js';

export function scatterScanned(
  plan: ScatterPlan,
  backend: WebGLBackend,
  context: Context,
): TensorInfo {
  const { data } = plan;
  const { glsl } = combineOf(plan);
  const scan = scanOf(plan.geometry);
  return withViews(backend, context, (views) => {
    const inputs = views.ofScatter(plan);
    const { tensor, view } = views.output(data.shape, data.dtype);
    const variant = variantOf(context, plan, inputs);
    const gathered = plan.gathered ? gatheredVariant(plan.gathered) : null;
    const read = gathered ? ` ${nameOf(gathered)}` : '';
    const name = programName(`scatter scan ${glsl}${read}`, variant);
    const program = coveringProgram(context, name, variant, () =>
      scanBody(variant, glsl, gathered),
    );
    // Two textures alternate: each pass reads what the previous one wrote.
    const turns =
      scan.length > UPDATES_PER_PASS ? [views.fourChannels(view), views.fourChannels(view)] : [];
    for (let first = 0, pass = 0; first < scan.length; first += UPDATES_PER_PASS, pass++) {
      // The first pass reads no state, but WebGL needs a texture.
      const state = pass > 0 ? turns[(pass + 1) % 2] : inputs.data;
      draw(backend, context, {
        name: 'ScatterScanProgram',
        program,
        target: isLastPass(scan, first) ? view : turns[pass % 2],
        uniforms: { ...passUniforms(plan, scan, first), textures: { ...inputs, state } },
      });
    }
    return tensor;
  });
}

function isLastPass(scan: Scan, first: number): boolean {
  return first + UPDATES_PER_PASS >= scan.length;
}

/** Returns the uniforms of the pass that begins at update `first` of the scan. */
function passUniforms(plan: ScatterPlan, scan: Scan, first: number): Omit<Uniforms, 'textures'> {
  const { attributes, geometry, data } = plan;
  const dtype = asNumeric(data.dtype);
  const average = averageOf(attributes, dtype);
  const start = startOf(attributes, dtype);
  const shared = geometryUniforms(plan);
  const own = plan.gathered && gatheredUniforms(plan.gathered, geometry.sliceSize);
  return {
    ...shared,
    numbers: {
      ...shared.numbers,
      ...own?.numbers,
      outCount: geometry.dataSize,
      scanStart: first,
      scanStep: scan.step,
    },
    counts: {
      fixedCount: scan.fixed.length / 4,
      scanCount: Math.min(UPDATES_PER_PASS, scan.length - first),
      isFirst: first === 0 ? 1 : 0,
      isLast: isLastPass(scan, first) ? 1 : 0,
      startsOver: start !== null ? 1 : 0,
      averages: average !== null ? 1 : 0,
      roundsDown: average === 'floor' ? 1 : 0,
    },
    fours: { fixedDimensions: scan.fixed },
    floats: { identity: start ?? 0, ...own?.floats },
  };
}
