/** The outputs of scatters before anything is combined with them. */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { asNumeric } from '../call/dtypes.js';
import type { ScatterPlan } from '../call/plan.js';
import { startOf } from '../call/reductions.js';
import { sizeOf } from '../call/shapes.js';
import { gpuValues } from './known_values.js';
import type { Memory } from './memory.js';
import { runAtSites } from './walks.js';
import { bitsOfNumber, unitsOf } from './wgsl_sites.js';

/**
 * Returns an output with data's values: data itself if the call may overwrite it, otherwise a copy. Zeros that
 * are only on the host are not uploaded.
 */
export function initialOutput({ attributes, target }: ScatterPlan, memory: Memory): TensorInfo {
  const data = memory.inOwnDtype(target.tensor);
  const isOwn = attributes.intoData && data.dtype !== 'bool';
  if (attributes.dataIsZero && !(isOwn && gpuValues(memory.backend).dataOf(data).upload())) {
    return memory.clear(memory.output(data.shape, data.dtype));
  }
  return isOwn ? memory.share(data) : copyOf(data, memory);
}

/** Copies a tensor; bools other than 0 become 1. */
export function copyOf(source: TensorInfo, memory: Memory): TensorInfo {
  const copy = memory.output(source.shape, source.dtype);
  if (source.dtype !== 'bool') {
    memory.copy(source, copy);
    return copy;
  }
  memory.run({
    name: 'CopyBooleans',
    inputs: { source },
    output: copy,
    threads: sizeOf(source.shape),
    body: '  result[i] = select(0, 1, source[i] != 0);',
  });
  return copy;
}

/** Copies data. If the reduction does not include it, its identity replaces data's values under updates. */
export function copyToStartFrom(plan: ScatterPlan, memory: Memory): TensorInfo {
  const dtype = asNumeric(plan.target.tensor.dtype);
  const start = startOf(plan.attributes, dtype);
  const output = initialOutput(plan, memory);
  if (start === null) return output;
  runAtSites(plan.target, memory, {
    name: 'ScatterStart',
    units: unitsOf(plan, 1),
    output,
    atomic: true,
    numbers: { start: bitsOfNumber(start, dtype) },
    body: `    if (slice < 0) { continue; }
    atomicStore(&result[slice * uniforms.units + c], uniforms.start);`,
  });
  return output;
}
