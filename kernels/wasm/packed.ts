/**
 * The second matrices of plain products, which tfjs packs for XNNPACK and keeps packed. It finds them by their data alone: once
 * it has packed some, it takes every other view of that data for a matrix of the same shape, and reads and writes beyond.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { asNumbers } from '../call/dtypes.js';
import type { AdaptedCall, BuiltinCall } from '../registry/compose_kernels.js';
import { allocate, asWasmBackend, viewOf } from './heap.js';

/** The columns of matrices that tfjs has packed, by its record of their data. */
const columnsOf = new WeakMap<object, number>();

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
  const heap = asWasmBackend(backend);
  const b = input('b');
  const copy = allocate(heap, b.shape, b.dtype);
  asNumbers(copy.values).set(viewOf(heap, b));
  return runTfjs({ ...inputs, b: freeAtEnd(copy.finish()) });
}
