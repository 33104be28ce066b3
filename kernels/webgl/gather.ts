/** Gathering on the GPU: for each output value, a fragment shader computes its place in data and fetches it. */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { GatherPlan } from '../call/plan.js';
import { draw } from './draw.js';
import { readerOf, sourceOf } from './glsl_reads.js';
import type { Views } from './textures.js';

export function gatherOnGpu(plan: GatherPlan, views: Views): TensorInfo {
  const { read, valuesShape } = plan;
  const { end } = read;
  const inputs = views.ofInputs(plan);
  const { tensor, view } = views.outputLike(inputs.data, valuesShape, end.tensor.dtype);
  draw(views, {
    name: 'GatherProgram',
    target: view,
    inputs,
    divisors: { sliceSize: end.geometry.sliceSize },
    functions: [sourceOf(end, 'Indices'), readerOf(read, 'Data', end)],
    value: `  Num site = divide(i, sliceSize, sliceSizeInverse);
  return readAt(site, sourceOf(site), i - site * sliceSize, i);
`,
  });
  return tensor;
}
