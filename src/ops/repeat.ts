import type { DataType, Tensor } from '@tensorflow/tfjs-core';

import { reshape, tensor3d, zeros } from '../../kernels/tfjs/seam.js';
import { asIndices } from '../../kernels/call/dtypes.js';
import { OPS } from '../../kernels/call/ops.js';
import { knownValues, runKernel } from '../backends.js';
import { sizeOf } from '../../kernels/call/shapes.js';

/**
 * Repeats a tensor along a new axis. Unlike tfjs' tile it takes any rank and dtype on every backend. It
 * is a gather, so it has gradients of first and second order.
 */
export function repeat(x: Tensor, axis: number, times: number): Tensor {
  const [lead, rest] = [x.shape.slice(0, axis), x.shape.slice(axis)];
  const rows = sizeOf(lead);
  const data = reshape(x, [rows, sizeOf(rest)]);
  // An empty tuple addresses a whole row.
  const indices = zeros([rows, times, 0], 'int32');
  const repeated = runKernel(OPS.GatherND, { data, indices }, { batchDims: 1 });
  return reshape(repeated, [...lead, times, ...rest]);
}

/**
 * Repeats each row of indices along a new axis 1. For data of strings, which live on the host, known
 * indices stay there too.
 */
export function repeatIndices(rows: Tensor, times: number, dtype: DataType): Tensor {
  const known = dtype === 'string' ? knownValues(rows) : null;
  if (!known) return repeat(rows, 1, times);
  const [count, length] = rows.shape;
  const values = asIndices(known);
  const repeated = Int32Array.from({ length: times * values.length }, (_, i) => {
    const row = Math.floor(i / (times * length));
    return values[row * length + (i % length)];
  });
  return tensor3d(repeated, [count, times, length]);
}
