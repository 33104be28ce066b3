/**
 * Values that must be known before an op can run, because they determine the shape of its result.
 */
import type { BackendValues, Tensor } from '@tensorflow/tfjs-core';

import { wrong, wrongShape } from '../../kernels/call/errors.js';
import { asIndices, ofDtype } from '../../kernels/call/dtypes.js';
import { type IndexRange, rangesIn } from '../../kernels/call/index_ranges.js';
import { indexRanges, knownValues, requireKernels } from '../backends.js';

/** Thrown if the backend cannot read values during a call. Once `tensor.data()` has read them, they are known. */
export class UnreadValues extends Error {
  constructor(
    name: string,
    readonly tensor: Tensor,
  ) {
    super(
      `the values of ${name} are in a buffer of the GPU that may change at any time, expected a ` +
        'tensor that keeps its values.',
    );
  }
}

/** Returns the values of a tensor, reading them from a GPU if necessary. */
export function requiredValues(name: string, tensor: Tensor): BackendValues {
  const known = knownValues(tensor);
  if (known) return known;
  if (requireKernels().neverStalls) throw new UnreadValues(name, tensor);
  return ofDtype(tensor.dataSync(), tensor.dtype);
}

/** Returns ranges that an op must know. An empty tensor has none. */
function requiredRanges(name: string, tensor: Tensor, width: number): readonly IndexRange[] {
  return indexRanges(tensor, width) ?? rangesIn(asIndices(requiredValues(name, tensor)), width);
}

export function requiredInteger(name: string, scalar: Tensor): number {
  if (scalar.size === 1) return requiredIntegers(name, scalar)[0];
  throw wrongShape(name, scalar.shape, 'one integer');
}

export function requiredIntegers(name: string, tensor: Tensor): number[] {
  return requiredRanges(name, tensor, tensor.size).map(({ least }) => least);
}

/** Returns the greatest of the indices in a tensor; -1 if it is empty. */
export function requiredGreatest(name: string, tensor: Tensor): number {
  return requiredRanges(name, tensor, 1)[0]?.greatest ?? -1;
}

/**
 * Checks that ids are sorted, by TensorFlow's rules, and returns the number of their segments. With a `count`, ids
 * that are only on a GPU are not read.
 */
export function countSortedSegments(segmentIds: Tensor, count?: number): number {
  const { rank, shape } = segmentIds;
  if (rank !== 1) throw wrongShape('segment_ids', shape, 'rank 1');
  if (count !== undefined && !indexRanges(segmentIds, 1)) return count;
  const ranges = requiredRanges('segment_ids', segmentIds, 1);
  if (ranges.length === 0) return count ?? 0;
  const [{ least, greatest, descentAt }] = ranges;
  if (least >= 0 && descentAt < 0) return count ?? greatest + 1;
  const known = knownValues(segmentIds);
  const ids = known && asIndices(known);
  const at = ids ? ids.findIndex((id, i) => id < (ids[i - 1] ?? 0)) : Math.max(descentAt, 0);
  const found = ids ? `the value ${ids[at]}` : 'an unsorted or negative value';
  const atLeast = ids ? `, here at least ${ids[at - 1] ?? 0}` : '';
  throw wrong(`segment_ids has ${found} at [${at}]`, `sorted ids of 0 or more${atLeast}`);
}
