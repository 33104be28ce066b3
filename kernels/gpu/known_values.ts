/** Tensors on a GPU whose values, or index ranges, the host knows. Reading others would stall the GPU. */
import type { BackendValues, TensorInfo } from '@tensorflow/tfjs-core';

import { checkRanges, type IndexRange, mayThrow, rangesIn } from '../call/bounds.js';
import { currentCall, wrong } from '../call/errors.js';
import { asIndices, ofDtype } from '../call/dtypes.js';
import type { Addressed } from '../call/reads.js';
import { allowsStalls, CHECK_INDICES, checksIndices } from '../registry/flags.js';
import { sizeOf } from '../call/shapes.js';

/** What a GPU backend knows about a tensor that is not empty. */
export interface GpuValues {
  /** Returns the values if the host has them. */
  onHost(tensor: TensorInfo): BackendValues | null;
  /** Returns the data of a tensor, of which it may be one of several views. */
  dataOf(tensor: TensorInfo): GpuData;
  /**
   * Reads the values back, at the cost of a stall, or returns null if they are not computed; missing if the backend
   * cannot do that during a call.
   */
  readBack?(tensor: TensorInfo): BackendValues | null;
}

interface GpuData {
  /** The backend's record. Data that left the backend and came back has a new one. */
  record: object;
  /**
   * Returns an object that stands for the values on the GPU, which cannot change: another one after each upload. Null if
   * the values are not there, or if they may change.
   */
  upload: () => object | null;
}

/** What the host has found in indices, by a key. It is true of one upload, or until the end of one call. */
interface Finding<Found> {
  of: object;
  found: Map<string | number, Found>;
}

/** What the host has found, by the backend's record of the data. */
export type Findings<Found> = WeakMap<object, Finding<Found>>;

/**
 * The ranges of indices, by the width of tuples. GPU backends drop the host's values when they upload a
 * tensor. The ranges let later calls still report indices out of bounds, without another scan.
 */
const ranges: Findings<readonly IndexRange[]> = new WeakMap();

/**
 * Returns what `find` finds in indices, and caches it; null if the host has never seen them. `read` returns
 * the values, or null if the host lacks them. Their owner may change values that are only on the host, before another op
 * uploads them. So what was found there is kept beyond the call only if this call uploads them.
 */
export function findIn<Found>(
  indices: TensorInfo,
  gpu: GpuValues,
  seen: Findings<Found>,
  key: string | number,
  read: () => BackendValues | null,
  find: (values: Int32Array) => Found,
): Found | null {
  const { record, upload } = gpu.dataOf(indices);
  const call = currentCall();
  const before = seen.get(record);
  const isTrue = before && (before.of === call || before.of === upload());
  const known = isTrue ? before.found.get(key) : undefined;
  if (known !== undefined) return known;
  const values = read();
  if (!values) return null;
  const found = find(asIndices(values));
  const of = isTrue ? before.of : (upload() ?? call);
  if (!of) return found;
  const finding = { of, found: new Map(isTrue ? before.found : null).set(key, found) };
  seen.set(record, finding);
  if (of === call) call.push(() => (finding.of = upload() ?? call));
  return found;
}

/** Returns the values if the host has them or GATHER_SCATTER_CHECK_INDICES allows a read-back; otherwise null. */
export function knownGpuValues(tensor: TensorInfo, gpu: GpuValues): BackendValues | null {
  const onHost = valuesOnHost(tensor, gpu);
  if (onHost || !gpu.readBack || !allowsStalls()) return onHost;
  const read = gpu.readBack(tensor);
  return read && ofDtype(read, tensor.dtype);
}

/**
 * Returns the ranges of indices if the host has seen them or a flag allows a read-back. Throws if the flag asks for one
 * that the backend cannot do.
 */
export function gpuIndexRanges(
  indices: TensorInfo,
  width: number,
  gpu: GpuValues,
): readonly IndexRange[] | null {
  const found = rangesOf(indices, width, gpu, () => knownGpuValues(indices, gpu));
  if (found || gpu.readBack || !checksIndices()) return found;
  throw wrong(
    `the flag ${CHECK_INDICES} is set, but the indices are only on the GPU, and this backend cannot read them during a call`,
    '`await checkIndices(data, indices)` before the call, and the flag false',
  );
}

/**
 * Throws for an index out of bounds, if the indices are known. A call that cannot throw still caches the
 * ranges of indices that it is about to upload, for later calls.
 */
export function checkKnownIndices(end: Addressed, gpu: GpuValues): void {
  const { indices, geometry } = end;
  const width = geometry.indexSizes.length;
  if (!mayThrow(end)) {
    rangesOf(indices, width, gpu, () => valuesOnHost(indices, gpu));
    return;
  }
  checkRanges(end, gpuIndexRanges(indices, width, gpu), () => knownGpuValues(indices, gpu));
}

function rangesOf(
  indices: TensorInfo,
  width: number,
  gpu: GpuValues,
  read: () => BackendValues | null,
): readonly IndexRange[] | null {
  // tfjs may have no record of an empty tensor.
  if (sizeOf(indices.shape) === 0) return [];
  // Copies find all positions now: later the host may no longer have the values.
  return findIn(indices, gpu, ranges, width, read, (values) =>
    rangesIn(values, width).map(({ least, leastAt, greatest, greatestAt, descentAt }) => {
      return { least, leastAt, greatest, greatestAt, descentAt };
    }),
  );
}

function valuesOnHost(tensor: TensorInfo, gpu: GpuValues): BackendValues | null {
  const { shape, dtype } = tensor;
  if (sizeOf(shape) === 0) return ofDtype([], dtype);
  const values = gpu.onHost(tensor);
  return values ? ofDtype(values, dtype) : null;
}
