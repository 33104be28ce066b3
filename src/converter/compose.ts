/**
 * What TensorFlow's ops are made of: gathers and scatters by its rules, and values that must be known before an op can
 * run, because they determine the shape of its result.
 */
import type { GraphNode } from '@tensorflow/tfjs-converter';
import type { BackendValues, DataType, GatherV2Attrs, Tensor } from '@tensorflow/tfjs-core';

import { reshape, scalar, zeros } from '../../kernels/tfjs/seam.js';
import type { OutOfBounds } from '../../kernels/call/attributes.js';
import { OPS } from '../../kernels/call/ops.js';
import type { Reduction } from '../../kernels/call/reductions.js';
import { sizeOf } from '../../kernels/call/shapes.js';
import { FROM_ZERO, tupleShape } from '../../kernels/tfjs/rules.js';
import { wrong, wrongShape } from '../../kernels/call/errors.js';
import { asIndices, ofDtype } from '../../kernels/call/dtypes.js';
import { type IndexRange, rangesIn } from '../../kernels/call/bounds.js';
import { checkRoom, indexRanges, knownValues, requireKernels } from '../backends.js';
import { repeat, repeatIndices, tuplesOfLookup } from '../ops/rows.js';
import { runOp } from '../ops/run_op.js';

/** A TensorFlow op as a function of its inputs and attributes. */
export type Compute = (inputs: Tensor[], attrs: GraphNode['attrs']) => Tensor | Tensor[];

/** Scatters as TensorFlow does: indices of rank 1 are a column, and negative ones are out of bounds. */
export function scatter(reduction: Reduction, outOfBounds: OutOfBounds = 'error') {
  return ([data, indices, updates]: Tensor[]): Tensor => {
    const tuples = reshape(indices, tupleShape(indices.shape));
    const fn = { op: OPS.ScatterND, attrs: FROM_ZERO };
    return runOp(fn, [data, tuples, updates], { reduction, outOfBounds });
  };
}

/** Gathers by tuples; negative indices are out of bounds. */
export function gatherNd([params, indices]: Tensor[], options: object = {}): Tensor {
  return runOp({ op: OPS.GatherND, attrs: FROM_ZERO }, [params, indices], options);
}

/** Picks slices of x along an axis; a negative index is out of bounds. */
export function lookUp(x: Tensor, indices: Tensor, attrs: Partial<GatherV2Attrs> = {}): Tensor {
  const { tuples, batchDims } = tuplesOfLookup(x, indices, attrs, repeatIndices);
  return gatherNd([x, tuples], { batchDims });
}

/** Repeats a tensor of any dtype along new first axes. Throws if there is no room, which `argument` asks for. */
export function filled(argument: string, lengths: number[], value: Tensor): Tensor {
  const shape = [...lengths, ...value.shape];
  checkRoom(argument, lengths, shape);
  return reshape(repeat(value, 0, sizeOf(lengths)), shape);
}

/** Makes a tensor of 0, false or ''. Throws as `filled` does. */
export function blank(argument: string, shape: number[], dtype: DataType): Tensor {
  if (dtype === 'string') return filled(argument, shape, scalar(''));
  checkRoom(argument, shape, shape);
  return zeros(shape, dtype);
}

export const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

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
