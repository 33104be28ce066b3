/**
 * Gathering on the GPU: for each output value, a fragment shader computes its place in data and fetches it.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { GatherPlan } from '../contract/plan.js';
import { draw } from './draw.js';
import { geometryUniforms, offsets } from './glsl_offsets.js';
import { limits } from './precision.js';
import type { Views } from './textures.js';

export function gatherOnGpu(plan: GatherPlan, views: Views): TensorInfo {
  const textures = views.ofInputs(plan);
  const { tensor, view } = views.output(plan.valuesShape, plan.data.dtype);
  draw(views, plan, {
    name: 'GatherProgram',
    target: view,
    numbers: geometryUniforms(plan.geometry),
    floats: { fill: storableFill(plan) },
    textures,
    fragment: `${offsets(plan)}void main() {
  Num i = outputIndex();
  Num site = sliceSize > Num(1) ? divide(i, sliceSize, sliceSizeInverse) : i;
  float value = fetchData(offsetOf(site) + i - site * sliceSize);
  result = vec4(isDropped() ? fill : value, 0, 0, 1);
}
`,
  });
  return tensor;
}

/** Returns the fill value; for int32, the nearest one that textures can hold. */
function storableFill({ attributes: { fill }, data: { dtype } }: GatherPlan): number {
  if (dtype !== 'int32') return fill;
  const { lowest, highest } = limits(dtype);
  return Math.min(Math.max(fill, lowest), highest);
}
