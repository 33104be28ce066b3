/**
 * TensorFlow's products of sparse and dense tensors: ops that combine rows of data in sorted segments, and
 * the product with a sparse matrix.
 */
import type { GraphNode } from '@tensorflow/tfjs-converter';
import { reshape } from '@tensorflow/tfjs-core';
import type { Tensor } from '@tensorflow/tfjs-core';

import { sizeOf } from '../../kernels/contract/shapes.js';
import { toIndexTensor } from '../ops/index_tensor.js';
import {
  checkSortedSegments,
  countSortedSegments,
  requiredInteger,
  requiredIntegers,
} from '../segment/required_ids.js';
import { checkNumSegments } from '../segment/run_segments.js';
import { checkSegmentIds } from '../segment/segment_ids.js';
import { checkRowIndices } from '../sparse/check_indices.js';
import { checkDtypes, resultShape } from '../sparse/edge_checks.js';
import { GATHER_MEAN, GATHER_SQRT_N, GATHER_SUM } from '../sparse/ops.js';
import type { GatherSegmentOp } from '../sparse/ops.js';
import { sparseDenseMatMul } from '../sparse/sparse_dense_mat_mul.js';

/** A TensorFlow op as a function of its inputs and attributes, and its name for messages. */
export type Compute = (inputs: Tensor[], attrs: GraphNode['attrs'], name: string) => Tensor;

type Combine = GatherSegmentOp['combine'];

export const SPARSE_OPS: Record<string, Compute> = {
  SparseSegmentSqrtN: inSegments(GATHER_SQRT_N.combine),
  SparseSegmentSumWithNumSegments: inSegmentsOfNumber(GATHER_SUM.combine, ['float32', 'int32']),
  SparseSegmentMeanWithNumSegments: inSegmentsOfNumber(GATHER_MEAN.combine),
  SparseSegmentSqrtNWithNumSegments: inSegmentsOfNumber(GATHER_SQRT_N.combine),
  SparseTensorDenseMatMul: ([indices, values, shape, b], attrs, name) => {
    const denseShape = requiredIntegers(name, 'a_shape', shape);
    const adjointA = attrs.adjoint_a === true;
    const adjointB = attrs.adjoint_b === true;
    return sparseDenseMatMul({ indices, values, denseShape }, b, { adjointA, adjointB });
  },
};

/** Makes an op whose number of segments is the last id plus one. */
function inSegments(combine: Combine): Compute {
  return ([data, indices, segmentIds], _, caller) => {
    const op: GatherSegmentOp = { caller, dtypes: ['float32'], combine };
    return run(op, data, indices, segmentIds, countSortedSegments(caller, segmentIds));
  };
}

/** Makes an op that takes the number of segments, so ids need not be read from a GPU. */
function inSegmentsOfNumber(
  combine: Combine,
  dtypes: GatherSegmentOp['dtypes'] = ['float32'],
): Compute {
  return ([data, indices, segmentIds, numSegments], _, caller) => {
    const count = checkNumSegments(caller, requiredInteger(caller, 'num_segments', numSegments));
    checkSortedSegments(caller, segmentIds);
    checkSegmentIds(caller, segmentIds, count, 'error', 'segment_ids');
    return run({ caller, dtypes, combine }, data, indices, segmentIds, count);
  };
}

/** Combines rows of data. Unlike in the public functions, a negative index is out of bounds. */
function run(
  op: GatherSegmentOp,
  data: Tensor,
  indices: Tensor,
  segmentIds: Tensor,
  count: number,
): Tensor {
  const { caller } = op;
  checkDtypes(op, { x: data.dtype, sources: indices.dtype, targets: segmentIds.dtype });
  const shapes = { x: data.shape, sources: indices.shape, targets: segmentIds.shape };
  const shape = resultShape(op, shapes, count, 0);
  const [rows] = data.shape;
  checkRowIndices(caller, 'indices', indices, [{ rows, of: 'data' }]);
  const sites = [1, indices.size];
  const combined = op.combine({
    caller,
    edges: {
      indices: reshape(toIndexTensor(caller, 'segment_ids', segmentIds), sites),
      sources: reshape(toIndexTensor(caller, 'indices', indices), sites),
    },
    x: reshape(data, [1, rows, sizeOf(data.shape.slice(1))]),
    count,
  });
  return reshape(combined, shape);
}
