/**
 * Dot products of the two rows at each site, one per thread, in four partial sums as on the CPU.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { DotPlan } from '../contract/fused.js';
import { sizeOf } from '../contract/shapes.js';
import { inOwnDtype } from './copies.js';
import type { Memory } from './memory.js';
import { rowsOf } from './wgsl_updates.js';

export function dotOnGpu(plan: DotPlan, memory: Memory): TensorInfo {
  const { heads, ends, valuesShape, geometry } = plan;
  const perHead = geometry.sliceSize / heads;
  const width = perHead % 4 === 0 ? 4 : 1;
  const [data, x] = [plan.data, plan.x].map((tensor) => inOwnDtype(tensor, memory));
  const output = memory.output(valuesShape, 'float32');
  const [ofData, ofX] = [rowsOf('data', ends.data), rowsOf('source', ends.source)];
  memory.run({
    name: 'SampledDot',
    inputs: { data, x, ...ofData.inputs, ...ofX.inputs },
    output,
    writes: 'float32',
    resultWidth: 1,
    width,
    threads: sizeOf(valuesShape),
    numbers: { heads, perHead: perHead / width, ...ofData.numbers, ...ofX.numbers },
    functions: ofData.functions + ofX.functions,
    body: `  let site = i / uniforms.heads;
  let head = i - site * uniforms.heads;
  let row = dataRow(site);
  let other = sourceRow(site);
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
