/**
 * Copies of a call's tensors: those that scatters write to, and those whose dtype is not their data's.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { sizeOf } from '../contract/shapes.js';
import type { Memory } from './memory.js';

/** Returns a tensor whose buffer has its own dtype: a cast to float32 may have left integers there. */
export function inOwnDtype(tensor: TensorInfo, memory: Memory): TensorInfo {
  const { dtype, shape } = tensor;
  if (dtype !== 'float32' || memory.storedDtype(tensor) === 'float32') return tensor;
  const floats = memory.output(shape, dtype);
  memory.run({
    name: 'IntegersToFloats',
    inputs: { integers: tensor },
    output: floats,
    writes: 'float32',
    threads: sizeOf(shape),
    isShort: true,
    code: () => ({ body: '  result[i] = f32(integers[i]);' }),
  });
  return floats;
}

/** Copies a tensor as it is; bools that are neither 0 nor 1 count as 1. */
export function copyOf(source: TensorInfo, memory: Memory): TensorInfo {
  const copy = memory.output(source.shape, source.dtype);
  const size = sizeOf(source.shape);
  if (source.dtype !== 'bool') {
    memory.copy(source, copy, size);
    return copy;
  }
  memory.run({
    name: 'CopyBooleans',
    inputs: { source },
    output: copy,
    threads: size,
    isShort: true,
    code: () => ({ body: '  result[i] = select(0, 1, source[i] != 0);' }),
  });
  return copy;
}
