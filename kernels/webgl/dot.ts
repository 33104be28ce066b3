/** Dot products of the two rows at each site, one per fragment, in four partial sums as on the CPU. */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { DotPlan } from '../call/plan.js';
import { draw } from './draw.js';
import { offsets } from './glsl_reads.js';
import type { Views } from './textures.js';

export function dotOnGpu(plan: DotPlan, views: Views): TensorInfo {
  const { source, target, heads } = plan;
  const perHead = target.geometry.sliceSize / heads;
  const inputs = views.ofInputs(plan);
  const { tensor, view } = views.output(plan.valuesShape, 'float32');
  draw(views, {
    name: 'SampledDotProgram',
    target: view,
    inputs,
    functions: [offsets('place', target), offsets('source', source)],
    numbers: { perHead },
    divisors: { heads },
    value: DOT,
  });
  return tensor;
}

/** Adds the n-th of four products. */
const term = (n: number) =>
  `(at + Num(${n}) < end ? fetchData(at + Num(${n})) * fetchUpdates(at + Num(${n}) + toOther) : 0.0)`;

const DOT = `  Num site = divide(i, heads, headsInverse);
  Num row = placeOf(site);
  Num other = sourceOf(site);
  if (row < Num(0) || other < Num(0)) return 0.0;
  Num at = row + (i - site * heads) * perHead;
  Num end = at + perHead;
  Num toOther = other - row;
  vec4 sums = vec4(0);
  for (; at < end; at += Num(4)) {
    sums += vec4(${[0, 1, 2, 3].map(term).join(', ')});
  }
  return (sums.x + sums.y) + (sums.z + sums.w);
`;
