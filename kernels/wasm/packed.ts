/**
 * The second matrices of plain products, which tfjs packs for XNNPACK and keeps packed. It finds them by their data alone: once
 * it has packed some, it takes every other view of that data for a matrix of the same shape, and reads and writes beyond.
 */
import type { BatchMatMulAttrs, TensorInfo } from '@tensorflow/tfjs-core';

import { sizeOf } from '../call/shapes.js';
import type { AdaptedCall, BuiltinCall } from '../registry/compose_kernels.js';
import { asWasmBackend, heapMemory } from './heap.js';

/** The columns of matrices that tfjs has packed, by its record of their data. */
const columnsOf = new WeakMap<object, number>();

/** Returns whether tfjs packs the second matrix of a product, if it runs it: of two matrices, neither transposed. */
export function isPlainProduct({ input, attrs }: BuiltinCall): boolean {
  const { transposeA, transposeB }: Partial<BatchMatMulAttrs> = attrs;
  const [a, b] = [input('a'), input('b')];
  const areSingle = [a, b].every(({ shape }) => sizeOf(shape.slice(0, -2)) === 1);
  return areSingle && !transposeA && !transposeB && sizeOf(b.shape) > 0;
}

/** Returns whether tfjs takes the second matrix of a call for one of another shape; if not, tfjs may run the call. */
export function isPackedOtherwise({ input, backend }: BuiltinCall): boolean {
  const { dataId, shape } = input('b');
  const record = asWasmBackend(backend).dataIdMap.get(dataId);
  const columns = shape[shape.length - 1];
  const packed = columnsOf.get(record) ?? columns;
  columnsOf.set(record, packed);
  return packed !== columns;
}

/** Runs tfjs' kernel on a copy of the second matrix. */
export function runOnCopy({ input, inputs, backend, freeAtEnd, runTfjs }: AdaptedCall): TensorInfo {
  const copy = heapMemory(asWasmBackend(backend), null).copyOf(input('b'));
  return runTfjs({ ...inputs, b: freeAtEnd(copy.finish()) });
}
