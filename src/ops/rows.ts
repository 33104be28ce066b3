/**
 * Repeats rows, and exchanges them with a batch. These are gathers: unlike tfjs' tile, they take any rank and dtype on
 * every backend, and have gradients of first and second order.
 */
import type { DataType, GatherV2Attrs, Tensor } from '@tensorflow/tfjs-core';

import { reshape, tensor3d, zeros } from '../../kernels/tfjs/seam.js';
import { asIndices } from '../../kernels/call/dtypes.js';
import { OPS } from '../../kernels/call/ops.js';
import { sizeOf } from '../../kernels/call/shapes.js';
import { lookupAsND } from '../../kernels/tfjs/rules.js';
import { knownValues, runKernel } from '../backends.js';
import { withGradient } from '../tape.js';

/** Repeats a tensor along a new axis. */
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

/** Returns [...batch, rows, ...row] as [rows, batch · row]. */
export function mergeBatch(x: Tensor, batchDims: number): Tensor {
  const [batch, rows, row] = sizesOf(x.shape, batchDims);
  return reshape(exchange(reshape(x, [batch, rows, row])), [rows, batch * row]);
}

/** Returns what mergeBatch would have merged, in its shape. */
export function splitBatch(x: Tensor, shape: number[], batchDims: number): Tensor {
  const [batch, rows, row] = sizesOf(shape, batchDims);
  return reshape(exchange(reshape(x, [rows, batch, row])), shape);
}

function sizesOf(shape: number[], batchDims: number): number[] {
  const [before, after] = [shape.slice(0, batchDims), shape.slice(batchDims + 1)];
  return [sizeOf(before), shape[batchDims], sizeOf(after)];
}

/** Exchanges the first two of three dimensions. tfjs' transpose is slow on the host, and rounds int32 on webgpu. */
function exchange(x: Tensor): Tensor {
  const [a, b, c] = x.shape;
  const rows = new Int32Array(a * b);
  for (let i = 0; i < a * b; i++) rows[i] = (i % a) * b + Math.floor(i / a);
  const gather = () => {
    const inputs = { data: reshape(x, [a * b, c]), indices: tensor3d(rows, [b, a, 1]) };
    return runKernel(OPS.GatherND, inputs, {});
  };
  return withGradient({ x }, [], gather, (dy) => ({ x: () => exchange(dy) }));
}

/**
 * Returns the indices of TensorFlow's gather, GatherV2 in tfjs, as tuples of one index, and the number of batch
 * dimensions of x. For x of strings, `repeatRows` must be repeatIndices; gradients leave it out of bundles.
 */
export function tuplesOfLookup(
  x: Tensor,
  indices: Tensor,
  attrs: Partial<GatherV2Attrs>,
  repeatRows: typeof repeatIndices = (rows, times) => repeat(rows, 1, times),
): { tuples: Tensor; batchDims: number } {
  const { along, batchSize, times, sitesShape } = lookupAsND(x, indices, attrs);
  const repeated =
    times === 1 ? indices : repeatRows(reshape(indices, [batchSize, -1]), times, x.dtype);
  return { tuples: reshape(repeated, sitesShape), batchDims: along };
}
