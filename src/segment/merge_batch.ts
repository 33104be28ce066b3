/**
 * Examples that share indices, as one: a row holds the values of all examples.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { reshape, tensor3d, transpose } from '../../kernels/tfjs/seam.js';
import { OPS } from '../../kernels/call/ops.js';
import { sizeOf } from '../../kernels/call/shapes.js';
import { requireKernels, runKernel } from '../backends.js';
import { keeping } from '../tape.js';

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
  if (x.dtype === 'float32' && requireKernels().transposesFast) return transpose(x, [1, 0, 2]);
  const [a, b, c] = x.shape;
  const rows = new Int32Array(a * b);
  for (let i = 0; i < a * b; i++) rows[i] = (i % a) * b + Math.floor(i / a);
  const gather = () => {
    const inputs = { data: reshape(x, [a * b, c]), indices: tensor3d(rows, [b, a, 1]) };
    return runKernel(OPS.GatherND, inputs, {});
  };
  return keeping({ x }, [], gather, (dy) => ({ x: () => exchange(dy) }));
}
