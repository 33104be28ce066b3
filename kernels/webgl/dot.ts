/**
 * Dot products of the two rows at each site, one per fragment, in four partial sums as on the CPU.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { DotPlan } from '../contract/fused.js';
import { sizeOf } from '../contract/shapes.js';
import { draw } from './draw.js';
import { rowOffset, rowUniforms } from './glsl_updates.js';
import type { Views } from './textures.js';

export function dotOnGpu(plan: DotPlan, views: Views): TensorInfo {
  const { ends, heads, geometry, valuesShape } = plan;
  const { sliceSize } = geometry;
  const textures = views.ofInputs(plan);
  const { tensor, view } = views.output(valuesShape, 'float32');
  draw(views, plan, {
    name: 'SampledDotProgram',
    target: view,
    numbers: {
      outCount: sizeOf(valuesShape),
      sliceSize,
      heads,
      perHead: sliceSize / heads,
      ...rowUniforms('data', ends.data),
      ...rowUniforms('source', ends.source),
    },
    textures,
    fragment: dotShader(plan),
  });
  return tensor;
}

function dotShader({ ends, geometry, heads }: DotPlan): string {
  // WebGL 1 requires a constant number of steps.
  const steps = 2 ** Math.ceil(Math.log2(Math.max(1, geometry.sliceSize / heads / 4)));
  const term = (n: number) =>
    `(at + Num(${n}) < end ? fetchData(at + Num(${n})) * fetchX(at + Num(${n}) + toOther) : 0.0)`;
  return `${rowOffset('data', ends.data)}${rowOffset('source', ends.source)}void main() {
  Num i = outputIndex();
  result = vec4(0);
  if (i >= outCount) return;
  Num site = divide(i, heads, headsInverse);
  Num row = dataOf(site);
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
