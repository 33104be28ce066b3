/** Dot products of the two rows at each site, one per thread, in four partial sums as on the CPU. */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { DotPlan } from '../call/plan.js';
import { sizeOf } from '../call/shapes.js';
import type { Memory } from './memory.js';
import { sliceOf } from './wgsl_sites.js';

export function dotOnGpu(plan: DotPlan, memory: Memory): TensorInfo {
  const { heads, source, target, valuesShape } = plan;
  const perHead = target.geometry.sliceSize / heads;
  const width = perHead % 4 === 0 ? 4 : 1;
  const output = memory.output(valuesShape, 'float32');
  memory.run({
    name: 'SampledDot',
    inputs: { data: target.tensor, x: source.tensor },
    parts: [sliceOf(target), sliceOf(source, 'source')],
    output,
    writes: 'float32',
    resultWidth: 1,
    width,
    threads: sizeOf(valuesShape),
    numbers: { heads, perHead: perHead / width },
    body: `  let site = i / uniforms.heads;
  let head = i - site * uniforms.heads;
  let row = sliceOf(site);
  let other = sourceOf(site);
  if (row < 0 || other < 0) {
    result[i] = 0.0;
    return;
  }
  let at = (row * uniforms.heads + head) * uniforms.perHead;
  let otherAt = (other * uniforms.heads + head) * uniforms.perHead;
  var sums = vec4<f32>(0.0);
  for (var n = 0; n < uniforms.perHead; n++) {
    ${width === 4 ? 'sums' : 'sums[n & 3]'} += data[at + n] * x[otherAt + n];
  }
  result[i] = (sums.x + sums.y) + (sums.z + sums.w);`,
  });
  return output;
}
