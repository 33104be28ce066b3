/** Gathering on the GPU, in units of one value or four. */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { asNumeric } from '../call/dtypes.js';
import type { GatherPlan } from '../call/plan.js';
import type { Memory } from './memory.js';
import { runAtSites } from './walks.js';
import { readerOf } from './wgsl_reads.js';
import { unitsOf } from './wgsl_sites.js';

export function gatherOnGpu(plan: GatherPlan, memory: Memory): TensorInfo {
  const { read, valuesShape } = plan;
  const { end } = read;
  const output = memory.output(valuesShape, asNumeric(end.tensor.dtype));
  const units = unitsOf(plan);
  runAtSites(end, memory, {
    name: 'Gather',
    units,
    parts: [readerOf(read, end.tensor.dtype, units)],
    output,
    body: '    result[site * uniforms.units + c] = readAt(site, slice, c);',
  });
  return output;
}
