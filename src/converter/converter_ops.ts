/**
 * TensorFlow ops that tfjs' converter lacks or that its backends compute wrongly, as functions of their
 * inputs and attributes.
 */
import { cast, reshape, scalar, zeros } from '@tensorflow/tfjs-core';
import type { Tensor } from '@tensorflow/tfjs-core';

import { show } from '../../kernels/contract/messages.js';
import { OPS } from '../../kernels/contract/ops.js';
import type { Reduction } from '../../kernels/contract/reductions.js';
import { sizeOf } from '../../kernels/contract/shapes.js';
import { FROM_ZERO, tupleShape } from '../../kernels/contract/tfjs_rules.js';
import { lookUp } from '../builtins/lookup.js';
import { repeat } from '../ops/repeat.js';
import { runGather, runScatter } from '../ops/run_op.js';
import { MAX, MIN } from '../segment/extrema.js';
import {
  unsortedSegmentMax,
  unsortedSegmentMin,
  unsortedSegmentProd,
  unsortedSegmentSum,
} from '../segment/functions.js';
import { PROD } from '../segment/prod.js';
import { requiredInteger, requiredIntegers } from '../segment/required_ids.js';
import { MEAN, SUM } from '../segment/sums.js';
import {
  meansOverSortedSegments,
  overSegmentsOfNumber,
  overSortedSegments,
} from './sorted_segments.js';
import { SPARSE_OPS } from './sparse_ops.js';
import type { Compute } from './sparse_ops.js';

export const CONVERTER_OPS: Record<string, Compute> = {
  TensorScatterAdd: tensorScatter('TensorScatterAdd', 'add'),
  TensorScatterSub: tensorScatter('TensorScatterSub', 'sub'),
  TensorScatterMax: tensorScatter('TensorScatterMax', 'max'),
  TensorScatterMin: tensorScatter('TensorScatterMin', 'min'),
  TensorScatterUpdate: tensorScatter('TensorScatterUpdate', 'none'),
  ScatterNdNonAliasingAdd: tensorScatter('ScatterNdNonAliasingAdd', 'add'),
  ScatterNd: ([indices, updates, shape]) => {
    const lengths = requiredIntegers('ScatterNd', 'shape', shape);
    const { dtype } = updates;
    const data = dtype === 'string' ? filled(lengths, scalar('')) : zeros(lengths, dtype);
    return scatter('ScatterNd', 'add', data, indices, updates);
  },
  SparseToDense: ([indices, outputShape, values, defaultValue]) => {
    const lengths = requiredIntegers('SparseToDense', 'output_shape', outputShape);
    const { dtype } = values;
    const filler = defaultValue.dtype === dtype ? defaultValue : cast(defaultValue, dtype);
    return scatter('SparseToDense', 'none', filled(lengths, filler), indices, values);
  },
  GatherNd: ([params, indices]) => gatherNd('GatherNd', params, indices),
  Gather: ([params, indices]) => lookUp('Gather', params, cast(indices, 'int32'), {}),
  GatherV2: ([params, indices, axis], { batch_dims: batchDims }) =>
    lookUp('GatherV2', params, cast(indices, 'int32'), {
      axis: requiredInteger('GatherV2', 'axis', axis),
      batchDims: batchDimsOf('GatherV2', batchDims),
    }),
  UnsortedSegmentSum: withNumSegments('UnsortedSegmentSum', unsortedSegmentSum),
  UnsortedSegmentMax: withNumSegments('UnsortedSegmentMax', unsortedSegmentMax),
  UnsortedSegmentMin: withNumSegments('UnsortedSegmentMin', unsortedSegmentMin),
  UnsortedSegmentProd: withNumSegments('UnsortedSegmentProd', unsortedSegmentProd),
  SegmentSum: onDataAndIds(overSortedSegments('SegmentSum', SUM)),
  SegmentMean: onDataAndIds(meansOverSortedSegments('SegmentMean', MEAN)),
  SegmentProd: onDataAndIds(overSortedSegments('SegmentProd', PROD)),
  SegmentMax: onDataAndIds(overSortedSegments('SegmentMax', MAX, { empty: 0 })),
  SegmentMin: onDataAndIds(overSortedSegments('SegmentMin', MIN, { empty: 0 })),
  SegmentSumV2: withNumSegments('SegmentSumV2', overSegmentsOfNumber('SegmentSumV2', SUM)),
  SegmentProdV2: withNumSegments('SegmentProdV2', overSegmentsOfNumber('SegmentProdV2', PROD)),
  SegmentMaxV2: withNumSegments('SegmentMaxV2', overSegmentsOfNumber('SegmentMaxV2', MAX)),
  SegmentMinV2: withNumSegments('SegmentMinV2', overSegmentsOfNumber('SegmentMinV2', MIN)),
  ...SPARSE_OPS,
  ResourceGather: ([resource, indices], { batch_dims: given }) => {
    const batchDims = batchDimsOf('ResourceGather', given);
    return lookUp('ResourceGather', resource, indices, { axis: batchDims, batchDims });
  },
  ResourceGatherNd: ([resource, indices]) => gatherNd('ResourceGatherNd', resource, indices),
};

function tensorScatter(name: string, reduction: Reduction): Compute {
  return ([tensor, indices, updates]) => scatter(name, reduction, tensor, indices, updates);
}

/** Scatters as TensorFlow does: indices of rank 1 are a column, and negative ones are out of bounds. */
function scatter(
  caller: string,
  reduction: Reduction,
  data: Tensor,
  indices: Tensor,
  updates: Tensor,
): Tensor {
  const tuples = reshape(indices, tupleShape(indices.shape));
  const of = { op: OPS.ScatterND, caller, attrs: FROM_ZERO };
  return runScatter(of, data, tuples, updates, { reduction });
}

/** Fills a shape with a scalar of any dtype. */
function filled(shape: number[], value: Tensor): Tensor {
  return reshape(repeat(value, 0, sizeOf(shape)), shape);
}

function gatherNd(caller: string, params: Tensor, indices: Tensor): Tensor {
  return runGather({ op: OPS.GatherND, caller, attrs: FROM_ZERO }, params, indices, {});
}

/** Makes an op of data and segment ids. */
function onDataAndIds(compute: (data: Tensor, segmentIds: Tensor) => Tensor): Compute {
  return ([data, segmentIds]) => compute(data, segmentIds);
}

/** Makes an op of data, segment ids and the number of segments. */
function withNumSegments(
  name: string,
  compute: (data: Tensor, segmentIds: Tensor, numSegments: number) => Tensor,
): Compute {
  return ([data, segmentIds, numSegments]) =>
    compute(data, segmentIds, requiredInteger(name, 'num_segments', numSegments));
}

/** Reads batch_dims; it is 0 if missing, as in graphs of older versions of TensorFlow. */
function batchDimsOf(name: string, attribute: unknown): number {
  if (attribute === undefined) return 0;
  if (typeof attribute === 'number') return attribute;
  throw new Error(`${name}: batch_dims is ${show(attribute)}, expected an integer.`);
}
