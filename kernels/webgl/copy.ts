/**
 * Copies a texture with a draw, where sizes or first texels differ or bools must be normalised.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { ScatterPlan } from '../contract/plan.js';
import type { Context, WebGLBackend } from './context.js';
import { coveringProgram } from './covering.js';
import { draw } from './draw.js';
import { flatTexture } from './glsl.js';
import { type Target, type View, withViews } from './textures.js';
import { numbersName, variantOf } from './uniforms.js';

/** Copies data to a new tensor. */
export function copyOnGpu(plan: ScatterPlan, backend: WebGLBackend, context: Context): TensorInfo {
  return withViews(backend, context, (views) => {
    const data = views.of(plan.data);
    const { tensor, view } = views.output(plan.data.shape, plan.data.dtype);
    copyInto(plan, backend, context, data, view);
    return tensor;
  });
}

/** Draws data's values into a target. */
export function copyInto(
  plan: ScatterPlan,
  backend: WebGLBackend,
  context: Context,
  data: View,
  target: Target,
): void {
  const variant = { ...variantOf(context, plan, { data }), depth: 0 };
  const name = `copy${numbersName(variant)}`;
  const program = coveringProgram(
    context,
    name,
    variant,
    () => `${flatTexture('data', variant)}
void main() {
  Num i = outputIndex();
  result = i < outCount ? vec4(fetchData(i), 0, 0, 1) : vec4(0);
}
`,
  );
  const numbers = { outCount: plan.geometry.dataSize };
  const uniforms = { numbers, textures: { data } };
  draw(backend, context, { name: 'CopyProgram', program, target, uniforms });
}
