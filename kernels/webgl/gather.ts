/**
 * Gathering on the GPU: for each output value, a fragment shader computes its place in data and fetches it.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { Indexed } from '../call/ends.js';
import type { GatherPlan } from '../call/plan.js';
import { draw } from './draw.js';
import { offsets } from './glsl_offsets.js';
import { limits } from './precision.js';
import type { Views } from './textures.js';

export function gatherOnGpu(plan: GatherPlan, views: Views): TensorInfo {
  const { source } = plan;
  const textures = views.ofInputs(plan);
  const { tensor, view } = views.output(plan.valuesShape, source.tensor.dtype);
  draw(views, {
    name: 'GatherProgram',
    target: view,
    textures,
    fragment: {
      functions: [offsets('place', source)],
      textures: ['data'],
      divisors: { sliceSize: source.geometry.sliceSize },
      floats: { fill: storableFill(source) },
      main: `  Num i = outputIndex();
  Num site = sliceSize > Num(1) ? divide(i, sliceSize, sliceSizeInverse) : i;
  Num offset = placeOf(site);
  Num place = max(offset, Num(0)) + i - site * sliceSize;
  float value = fetchData(place);
  result = vec4(offset < Num(0) ? fill : value, 0, 0, 1);
`,
    },
  });
  return tensor;
}

/** Returns the fill value; for int32, the nearest one that textures can hold. */
function storableFill({ fill, tensor: { dtype } }: Indexed): number {
  if (dtype !== 'int32') return fill;
  const { lowest, highest } = limits(dtype);
  return Math.min(Math.max(fill, lowest), highest);
}
