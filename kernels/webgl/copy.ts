/**
 * Copies a texture with a draw, where sizes or first texels differ or bools must be normalised.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { ScatterPlan } from '../contract/plan.js';
import { draw } from './draw.js';
import type { Target, View, Views } from './textures.js';

/** Copies data to a new tensor. */
export function copyOnGpu(plan: ScatterPlan, views: Views): TensorInfo {
  const data = views.of(plan.data);
  const { tensor, view } = views.output(plan.data.shape, plan.data.dtype);
  copyInto(plan, views, data, view);
  return tensor;
}

/** Draws data's values into a target. */
export function copyInto(plan: ScatterPlan, views: Views, data: View, target: Target): void {
  draw(views, plan, {
    name: 'CopyProgram',
    target,
    uniforms: { numbers: { outCount: plan.geometry.dataSize }, textures: { data } },
    fragment: `void main() {
  Num i = outputIndex();
  result = i < outCount ? vec4(fetchData(i), 0, 0, 1) : vec4(0);
}
`,
  });
}
