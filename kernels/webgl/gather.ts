/**
 * Gathering on the GPU: for each output value, a fragment shader computes its place in data and fetches it.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { GatherPlan } from '../contract/plan.js';
import type { Context, WebGLBackend } from './context.js';
import { coveringProgram } from './covering.js';
import { draw } from './draw.js';
import { flatTexture, type ShaderVariant } from './glsl.js';
import { offsets } from './glsl_offsets.js';
import { limits } from './precision.js';
import { withViews } from './textures.js';
import { geometryUniforms, programName, variantOf } from './uniforms.js';

export function gatherOnGpu(plan: GatherPlan, backend: WebGLBackend, context: Context): TensorInfo {
  return withViews(backend, context, (views) => {
    const textures = { data: views.of(plan.data), indices: views.of(plan.indices) };
    const { tensor, view } = views.output(plan.valuesShape, plan.data.dtype);
    const variant = variantOf(context, plan, { ...textures, view });
    const program = coveringProgram(context, programName('gather', variant), variant, () =>
      gatherBody(variant),
    );
    draw(backend, context, {
      name: 'GatherProgram',
      program,
      target: view,
      uniforms: { ...geometryUniforms(plan), floats: { fill: storableFill(plan) }, textures },
    });
    return tensor;
  });
}

/** Returns the fill value; for int32, the nearest one that textures can hold. */
function storableFill({ attributes: { fill }, data: { dtype } }: GatherPlan): number {
  if (dtype !== 'int32') return fill;
  const { lowest, highest } = limits(dtype);
  return Math.min(Math.max(fill, lowest), highest);
}

function gatherBody(variant: ShaderVariant): string {
  return `${flatTexture('data', variant)}${offsets(variant)}
uniform Num sliceSize;
uniform float sliceSizeInverse;
uniform float fill;
void main() {
  Num i = outputIndex();
  Num site = sliceSize > Num(1) ? divide(i, sliceSize, sliceSizeInverse) : i;
  float value = fetchData(offsetOf(site) + i - site * sliceSize);
  result = vec4(isDropped() ? fill : value, 0, 0, 1);
}
`;
}
