/**
 * TensorFlow ops that tfjs' converter lacks or its backends compute wrongly, as functions of their inputs and
 * attributes.
 */
import type { GraphNode } from '@tensorflow/tfjs-converter';
import type { Tensor } from '@tensorflow/tfjs-core';

import { wrongShape } from '../../kernels/call/errors.js';
import { sizeOf } from '../../kernels/call/shapes.js';
import { cast, tensor, tensor1d, util } from '../../kernels/tfjs/seam.js';
import { sparseDenseMatMul } from '../sparse/mat_mul.js';
import {
  blank,
  type Compute,
  filled,
  gatherNd,
  lookUp,
  requiredInteger,
  requiredIntegers,
  requiredValues,
  scatter,
} from './compose.js';
import { DIAGONAL_OPS } from './diagonals.js';
import { PARTITION_OPS, raggedTensorToTensor } from './rows.js';
import { SEGMENT_OPS } from './segment_ops.js';
import { SHIFT_OPS } from './shifts.js';

export const CONVERTER_OPS: Record<string, Compute> = {
  TensorScatterAdd: scatter('add'),
  TensorScatterSub: scatter('sub'),
  TensorScatterMax: scatter('max'),
  TensorScatterMin: scatter('min'),
  TensorScatterUpdate: scatter('none'),
  ScatterNdNonAliasingAdd: scatter('add'),
  ScatterNd: ([indices, updates, shape]) => {
    const data = blank('shape', requiredIntegers('shape', shape), updates.dtype);
    return scatter('add')([data, indices, updates]);
  },
  SparseToDense: ([indices, outputShape, values, defaultValue]) => {
    const lengths = requiredIntegers('output_shape', outputShape);
    const { dtype } = values;
    const filler = defaultValue.dtype === dtype ? defaultValue : cast(defaultValue, dtype);
    return scatter('none')([filled('output_shape', lengths, filler), indices, values]);
  },
  GatherNd: (inputs) => gatherNd(inputs),
  Gather: gather,
  GatherV2: gather,
  ...SEGMENT_OPS,
  ...DIAGONAL_OPS,
  ...PARTITION_OPS,
  ...SHIFT_OPS,
  SparseTensorDenseMatMul: ([indices, values, shape, b], attrs) => {
    const denseShape = requiredIntegers('a_shape', shape);
    const adjointA = attrs.adjoint_a === true;
    const adjointB = attrs.adjoint_b === true;
    return sparseDenseMatMul({ indices, values, denseShape }, b, { adjointA, adjointB });
  },
  RaggedTensorToTensor: raggedTensorToTensor,
  ResourceGather: ([resource, indices], attrs) => {
    const batchDims = batchDimsOf(attrs);
    return lookUp(resource, indices, { axis: batchDims, batchDims });
  },
  ResourceGatherNd: (inputs) => gatherNd(inputs),
  Unique: unique,
  UniqueV2: unique,
};

/** Gathers slices. The axis is the last input, or else 0. */
function gather([params, indices, ...others]: Tensor[], attrs: GraphNode['attrs']): Tensor {
  const [axis] = others.map((axis) => requiredInteger('axis', axis));
  const batchDims = batchDimsOf(attrs);
  return lookUp(params, cast(indices, 'int32'), { axis, batchDims });
}

/** Reads batch_dims, which graphs of older versions of TensorFlow lack. */
function batchDimsOf({ batch_dims: batchDims = 0 }: GraphNode['attrs']): number {
  return Number(batchDims);
}

/**
 * Unique, which tfjs lacks on webgpu: the distinct slices of x in order of appearance, and the number of each slice of
 * x among them. The axis is an empty or single integer, by default 0. The host computes it, so that values stay known
 * to later runs.
 */
function unique([x, ...others]: Tensor[]): Tensor[] {
  const [at = 0] = others.flatMap((axis) => requiredIntegers('axis', axis));
  const { rank, shape, dtype } = x;
  if (rank === 0) throw wrongShape('x', shape, 'rank 1 or more');
  const [axis] = util.parseAxisParam(at, shape);
  const values = requiredValues('x', x);
  const before = shape.slice(0, axis);
  const after = shape.slice(axis + 1);
  const length = shape[axis];
  const inner = sizeOf(after);
  const blocks = Array.from({ length: sizeOf(before) }, (_, block) => block * length * inner);
  const blockOf = (i: number) => (from: number) =>
    Array.from<number | Uint8Array>(values.slice(from + i * inner, from + (i + 1) * inner));
  // Most slices have one value, which needs no array.
  const isVector = blocks.length * inner === 1;
  const keyOf = (i: number) =>
    isVector ? String(values[i]) : blocks.flatMap(blockOf(i)).join(';');
  const numbers = new Map<string, number>();
  const firsts: number[] = [];
  const found = new Int32Array(length);
  for (let i = 0; i < length; i++) {
    const key = keyOf(i);
    const known = numbers.get(key);
    found[i] = known ?? firsts.push(i) - 1;
    if (known === undefined) numbers.set(key, found[i]);
  }
  const distinct = isVector
    ? firsts.map((i) => values[i])
    : blocks.flatMap((from) => firsts.flatMap((i) => blockOf(i)(from)));
  const distinctShape = [...before, firsts.length, ...after];
  return [tensor(distinct, distinctShape, dtype), tensor1d(found, 'int32')];
}
