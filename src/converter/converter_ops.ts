/**
 * TensorFlow ops that tfjs' converter lacks or its backends compute wrongly, as functions of their inputs and
 * attributes.
 */
import type { GraphNode } from '@tensorflow/tfjs-converter';
import type { Tensor } from '@tensorflow/tfjs-core';

import { cast } from '../../kernels/tfjs/seam.js';
import { requiredInteger, requiredIntegers } from '../segment/required_ids.js';
import { sparseDenseMatMul } from '../sparse/mat_mul.js';
import { blank, type Compute, filled, gatherNd, lookUp, scatter } from './compose.js';
import { DIAGONAL_OPS } from './diagonals.js';
import { PARTITION_OPS } from './partitions.js';
import { raggedTensorToTensor } from './ragged.js';
import { SEGMENT_OPS } from './segment_ops.js';
import { SHIFT_OPS } from './shifts.js';
import { unique } from './unique.js';

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
