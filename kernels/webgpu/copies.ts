/**
 * Copies of a call's tensors: outputs of scatters, and tensors whose buffers hold another dtype.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { ScatterPlan } from '../call/plan.js';
import { sizeOf } from '../call/shapes.js';
import type { Memory } from './memory.js';

/** Returns the tensor with values of its dtype: tfjs' cast to float32 shares a buffer of integers. */
export function inOwnDtype(tensor: TensorInfo, memory: Memory): TensorInfo {
  const { dataId, dtype, shape } = tensor;
  const stored = memory.backend.tensorMap.get(dataId).dtype;
  if (dtype !== 'float32' || stored === 'float32') return tensor;
  const floats = memory.output(shape, dtype);
  memory.run({
    name: 'IntegersToFloats',
    inputs: { integers: tensor },
    output: floats,
    writes: 'float32',
    threads: sizeOf(shape),
    body: '  result[i] = f32(integers[i]);',
  });
  return floats;
}

/**
 * Returns an output with data's values: data itself if the call may overwrite it, otherwise a copy. Zeros that
 * are only on the host are not uploaded. Without rows of x, a call reads data as x.
 */
export function initialOutput(
  { attributes, source, target }: ScatterPlan,
  memory: Memory,
): TensorInfo {
  const data = target.tensor;
  const { shape, dtype, dataId } = data;
  const isApart = dataId !== source.tensor?.dataId;
  const isOwn = attributes.intoData && dtype !== 'bool' && isApart;
  if (attributes.dataIsZero && !(isOwn && memory.holds(data))) {
    return memory.clear(memory.output(shape, dtype));
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
