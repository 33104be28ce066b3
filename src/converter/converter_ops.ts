/**
 * TensorFlow ops that tfjs' converter lacks or its backends compute wrongly, as functions of their inputs and
 * attributes.
 */
import type { GraphNode } from '@tensorflow/tfjs-converter';
import type { GatherV2Attrs, Tensor } from '@tensorflow/tfjs-core';

import { cast, reshape, scalar, zeros } from '../../kernels/tfjs/seam.js';
import { invalidOption } from '../../kernels/call/attributes.js';
import { OPS } from '../../kernels/call/ops.js';
import type { Reduction } from '../../kernels/call/reductions.js';
import { sizeOf } from '../../kernels/call/shapes.js';
import { FROM_ZERO, tupleShape } from '../../kernels/tfjs/rules.js';
import { tuplesOfLookup } from '../builtins/builtin_gradient.js';
import { repeat, repeatIndices } from '../ops/repeat.js';
import { runOp } from '../ops/run_op.js';
import { requiredInteger, requiredIntegers, requiredShape } from '../segment/required_ids.js';
import { sparseDenseMatMul } from '../sparse/mat_mul.js';
import { type Compute, SEGMENT_OPS } from './segment_ops.js';
import { unique } from './unique.js';

export const CONVERTER_OPS: Record<string, Compute> = {
  TensorScatterAdd: scatter('add'),
  TensorScatterSub: scatter('sub'),
  TensorScatterMax: scatter('max'),
  TensorScatterMin: scatter('min'),
  TensorScatterUpdate: scatter('none'),
  ScatterNdNonAliasingAdd: scatter('add'),
  ScatterNd: ([indices, updates, shape], attrs) => {
    const lengths = requiredShape('shape', shape);
    const { dtype } = updates;
    const data = dtype === 'string' ? filled(lengths, scalar('')) : zeros(lengths, dtype);
    return scatter('add')([data, indices, updates], attrs);
  },
  SparseToDense: ([indices, outputShape, values, defaultValue], attrs) => {
    const lengths = requiredShape('output_shape', outputShape);
    const { dtype } = values;
    const filler = defaultValue.dtype === dtype ? defaultValue : cast(defaultValue, dtype);
    return scatter('none')([filled(lengths, filler), indices, values], attrs);
  },
  GatherNd: gatherNd,
  Gather: gather,
  GatherV2: gather,
  ...SEGMENT_OPS,
  SparseTensorDenseMatMul: ([indices, values, shape, b], attrs) => {
    const denseShape = requiredIntegers('a_shape', shape);
    const adjointA = attrs.adjoint_a === true;
    const adjointB = attrs.adjoint_b === true;
    return sparseDenseMatMul({ indices, values, denseShape }, b, { adjointA, adjointB });
  },
  ResourceGather: ([resource, indices], attrs) => {
    const batchDims = batchDimsOf(attrs.batch_dims);
    return lookUp(resource, indices, { axis: batchDims, batchDims });
  },
  ResourceGatherNd: gatherNd,
  Unique: unique,
  UniqueV2: unique,
};

/** Scatters as TensorFlow does: indices of rank 1 are a column, and negative ones are out of bounds. */
function scatter(reduction: Reduction): Compute {
  return ([data, indices, updates]) => {
    const tuples = reshape(indices, tupleShape(indices.shape));
    const fn = { op: OPS.ScatterND, attrs: FROM_ZERO };
    return runOp(fn, [data, tuples, updates], { reduction });
  };
}

/** Fills a shape with a scalar of any dtype. */
function filled(shape: number[], value: Tensor): Tensor {
  return reshape(repeat(value, 0, sizeOf(shape)), shape);
}

/** Picks slices of x along an axis; a negative index is out of bounds. */
function lookUp(x: Tensor, indices: Tensor, attrs: Partial<GatherV2Attrs>): Tensor {
  const { tuples, batchDims } = tuplesOfLookup(x, indices, attrs, repeatIndices);
  return runOp({ op: OPS.GatherND, attrs: FROM_ZERO }, [x, tuples], { batchDims });
}

/** Gathers slices. The axis is the last input, or else 0. */
function gather([params, indices, ...others]: Tensor[], attrs: GraphNode['attrs']): Tensor {
  const [axis] = others.map((axis) => requiredInteger('axis', axis));
  const batchDims = batchDimsOf(attrs.batch_dims);
  return lookUp(params, cast(indices, 'int32'), { axis, batchDims });
}

function gatherNd([params, indices]: Tensor[]): Tensor {
  return runOp({ op: OPS.GatherND, attrs: FROM_ZERO }, [params, indices], {});
}

/** Reads batch_dims; it is 0 if missing, as in graphs of older versions of TensorFlow. */
function batchDimsOf(attribute: unknown): number {
  if (attribute === undefined) return 0;
  if (typeof attribute === 'number') return attribute;
  throw invalidOption('batch_dims', attribute, 'an integer');
}
