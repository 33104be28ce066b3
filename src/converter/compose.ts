/**
 * What TensorFlow's ops are made of: gathers and scatters by its rules.
 */
import type { GraphNode } from '@tensorflow/tfjs-converter';
import type { DataType, GatherV2Attrs, Tensor } from '@tensorflow/tfjs-core';

import { reshape, scalar, zeros } from '../../kernels/tfjs/seam.js';
import type { OutOfBounds } from '../../kernels/call/attributes.js';
import { OPS } from '../../kernels/call/ops.js';
import type { Reduction } from '../../kernels/call/reductions.js';
import { sizeOf } from '../../kernels/call/shapes.js';
import { FROM_ZERO, tupleShape } from '../../kernels/tfjs/rules.js';
import { checkRoom } from '../backends.js';
import { tuplesOfLookup } from '../builtins/builtin_gradient.js';
import { repeat, repeatIndices } from '../ops/rows.js';
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
