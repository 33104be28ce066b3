/**
 * Dot products of the two rows at each site, one per fragment, in four partial sums as on the CPU.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { DotPlan } from '../contract/fused.js';
import { sizeOf } from '../contract/shapes.js';
import type { Context, WebGLBackend } from './context.js';
import { coveringProgram } from './covering.js';
import { draw } from './draw.js';
import { flatTexture, type ShaderVariant } from './glsl.js';
import { nameOf, rowOffset, rowsVariant, rowUniforms } from './glsl_updates.js';
import { withViews } from './textures.js';
import { numbersName, variantUpTo } from './uniforms.js';

export function dotOnGpu(plan: DotPlan, backend: WebGLBackend, context: Context): TensorInfo {
  const { ends, heads, geometry, valuesShape } = plan;
  const { sliceSize } = geometry;
  const perHead = sliceSize / heads;
  return withViews(backend, context, (views) => {
    const textures = {
      data: views.of(plan.data),
      x: views.of(plan.x),
      targetIndices: views.of(ends.data.indices),
      sourceIndices: views.of(ends.source.indices),
    };
    const { tensor, view } = views.output(valuesShape, 'float32');
    const texels = [...Object.values(textures), view].map(({ width, height }) => width * height);
    const variant = variantUpTo(Math.max(...texels), context, plan);
    // WebGL 1 requires a constant number of steps.
    const steps = 2 ** Math.ceil(Math.log2(Math.max(1, perHead / 4)));
    const name = [
      'sampled dot',
      steps,
      nameOf(rowsVariant(ends.data)),
      nameOf(rowsVariant(ends.source)),
    ];
    const program = coveringProgram(context, name.join(' ') + numbersName(variant), variant, () =>
      dotBody(plan, variant, steps),
    );
    draw(backend, context, {
      name: 'SampledDotProgram',
      program,
      target: view,
      uniforms: {
        numbers: {
          outCount: sizeOf(valuesShape),
          heads,
          perHead,
          ...rowUniforms('target', ends.data, sliceSize),
          ...rowUniforms('source', ends.source, sliceSize),
        },
        textures,
      },
    });
    return tensor;
  });
}

function dotBody({ ends }: DotPlan, variant: ShaderVariant, steps: number): string {
  const term = (n: number) =>
    `(at + Num(${n}) < end ? fetchData(at + Num(${n})) * fetchX(at + Num(${n}) + toOther) : 0.0)`;
  return `${flatTexture('data', variant)}${flatTexture('x', variant)}
uniform Num rowSize;
${rowOffset('target', rowsVariant(ends.data), variant)}
${rowOffset('source', rowsVariant(ends.source), variant)}
uniform Num heads;
uniform float headsInverse;
uniform Num perHead;
void main() {
  Num i = outputIndex();
  result = vec4(0);
  if (i >= outCount) return;
  Num site = divide(i, heads, headsInverse);
  Num row = targetOf(site);
  Num other = sourceOf(site);
  if (row < Num(0) || other < Num(0)) return;
  Num at = row + (i - site * heads) * perHead;
  Num end = at + perHead;
  Num toOther = other - row;
  vec4 sums = vec4(0);
  for (int n = 0; n < ${steps}; n++) {
    if (at >= end) break;
    sums += vec4(${[0, 1, 2, 3].map(term).join(', ')});
    at += Num(4);
  }
  result.r = (sums.x + sums.y) + (sums.z + sums.w);
}
`;
}
