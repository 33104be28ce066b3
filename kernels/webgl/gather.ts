/**
 * Gathering on the GPU: for each output a fragment program computes the place of its value, and
 * fetches it.
 */
import { util } from '@tensorflow/tfjs-core';
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { GatherPlan } from '../contract/plan.js';
import type { Context, WebGLBackend } from './context.js';
import { coveringProgram } from './covering.js';
import { draw } from './draw.js';
import { flatTexture } from './glsl.js';
import type { ShaderVariant } from './glsl.js';
import { offsets } from './glsl_offsets.js';
import { limits } from './precision.js';
import { withViews } from './textures.js';
import { geometryUniforms, programName, variantOf } from './uniforms.js';

export function gatherOnGpu(plan: GatherPlan, backend: WebGLBackend, context: Context): TensorInfo {
  return withViews(backend, context, (views) => {
    const data = views.of(plan.data);
    const indices = views.of(plan.indices);
    const { tensor, view } = views.output(plan.valuesShape, plan.data.dtype);
    const variant = variantOf(context, plan, { data, indices });
    const shared = geometryUniforms(plan);
    const program = coveringProgram(context, programName('gather', variant), variant, () =>
      gatherBody(variant),
    );
    const outCount = util.sizeFromShape(plan.valuesShape);
    draw(backend, context, {
      name: 'GatherProgram',
      program,
      target: view,
      uniforms: {
        ...shared,
        numbers: { ...shared.numbers, outCount },
        floats: { fill: heldFill(plan) },
        textures: { data, indices },
      },
    });
    return tensor;
  });
}

/** Returns the number for dropped sites, or of int32 the nearest that textures hold. */
function heldFill({ attributes: { fill }, data: { dtype } }: GatherPlan): number {
  if (dtype !== 'int32') return fill;
  const { lowest, highest } = limits(dtype);
  return Math.min(Math.max(fill, lowest), highest);
}

function gatherBody(variant: ShaderVariant): string {
  return `${flatTexture('data', variant)}${offsets(variant)}
uniform Num sliceSize;
uniform float fill;
void main() {
  // Padding texels after the last value recompute it: cheaper than a branch.
  Num i = min(outputIndex(), outCount - Num(1));
  result = vec4(fill, 0, 0, 1);
  Num site = sliceSize > Num(1) ? divide(i, sliceSize) : i;
  Num offset = offsetOf(site);
  if (offset >= Num(0)) result = vec4(fetchData(offset + i - site * sliceSize), 0, 0, 1);
}
`;
}
