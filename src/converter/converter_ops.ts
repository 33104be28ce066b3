/**
 * TensorFlow ops that tfjs' converter lacks or its backends compute wrongly, as functions of their inputs and
 * attributes. The rules of TensorFlow's segment ops differ in places from the public functions'.
 */
import type { GraphNode } from '@tensorflow/tfjs-converter';
import type { Tensor } from '@tensorflow/tfjs-core';

import { wrongShape } from '../../kernels/call/errors.js';
import type { Reduction } from '../../kernels/call/reductions.js';
import { sizeOf } from '../../kernels/call/shapes.js';
import * as tf from '../../kernels/tfjs/seam.js';
import * as ops from '../segment/ops.js';
import type { SegmentExtremumOptions } from '../segment/options.js';
import { onSlices, readSettings, runSegments } from '../segment/run_segments.js';
import { alongEdges } from '../sparse/gather_segments.js';
import { sparseDenseMatMul } from '../sparse/mat_mul.js';
import { asConstant } from '../tape.js';
import { floor } from '../tfjs_ops.js';
import {
  blank,
  type Compute,
  countSortedSegments,
  filled,
  gatherNd,
  lookUp,
  numbersTo,
  requiredInteger,
  requiredIntegers,
  requiredValues,
  scatter,
} from './compose.js';
import { DIAGONAL_OPS } from './diagonals.js';
import { PARTITION_OPS, raggedTensorToTensor } from './rows.js';

/** TensorFlow rounds int32 means towards 0. */
const TRUNCATED_MEAN: ops.SegmentOp = {
  ...ops.MEAN,
  compute(rows, segments) {
    const means = ops.MEAN.compute(rows, segments);
    if (rows.dtype !== 'int32' || means.size === 0) return means;
    const isNegative = asConstant(() => tf.less(means, 0));
    return tf.where(isNegative, tf.neg(ops.MEAN.compute(tf.neg(rows), segments)), means);
  },
};

/**
 * The base of the halves of an int32. On webgl and webgpu, tfjs computes in float32. That is exact for halves, and this
 * package's scatters take numbers apart and put them together exactly.
 */
const HALF = 2 ** 16;

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
    const filler = defaultValue.dtype === dtype ? defaultValue : tf.cast(defaultValue, dtype);
    return scatter('none')([filled('output_shape', lengths, filler), indices, values]);
  },
  GatherNd: (inputs) => gatherNd(inputs),
  Gather: gather,
  GatherV2: gather,
  ...segmentsOfSlices('Sum', ops.SUM),
  ...segmentsOfSlices('Prod', ops.PROD),
  ...segmentsOfSlices('Max', ops.MAX),
  ...segmentsOfSlices('Min', ops.MIN),
  SegmentMean: onSortedSlices(TRUNCATED_MEAN),
  ...sparseSegments('Sum', { ...ops.SUM, dtypes: ops.NUMBERS }),
  ...sparseSegments('Mean', { ...ops.MEAN, dtypes: ops.FLOATS }),
  ...sparseSegments('SqrtN', ops.SQRT_N),
  ...DIAGONAL_OPS,
  ...PARTITION_OPS,
  LeftShift: shift(2, (high, low, factors) => {
    const shifted = tf.mul(low, factors);
    const upper = tf.add(modulo(tf.mul(high, factors)), modulo(over(shifted)));
    const signed = tf.sub(modulo(tf.add(upper, HALF / 2)), HALF / 2);
    return [tf.mul(signed, HALF), modulo(shifted)];
  }),
  RightShift: shift(1 / 2, (high, low, factors) => [
    floor(tf.mul(tf.mul(high, HALF), factors)),
    floor(tf.mul(low, factors)),
  ]),
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
  return lookUp(params, tf.cast(indices, 'int32'), { axis, batchDims });
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
  const [axis] = tf.util.parseAxisParam(at, shape);
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
  return [tf.tensor(distinct, distinctShape, dtype), tf.tensor1d(found, 'int32')];
}

/** Makes the ops that combine slices. Without the number of segments, empty ones get 0 as their maximum or minimum. */
function segmentsOfSlices(name: string, op: ops.SegmentOp): Record<string, Compute> {
  return {
    [`UnsortedSegment${name}`]: onSegments(onSlices(op), false),
    [`Segment${name}`]: onSortedSlices(op, op.takesEmpty && { empty: 0 }),
    [`Segment${name}V2`]: onSortedSlices(op),
  };
}

/** As in TensorFlow, sorted ids may be larger than the number of segments, and are then ignored. */
function onSortedSlices(op: ops.SegmentOp, options: SegmentExtremumOptions = {}): Compute {
  return onSegments(onSlices(op), true, { ...options, outOfBounds: 'drop' });
}

/** Makes an op that combines rows of data. A negative index is out of bounds. */
function sparseSegments(name: string, op: ops.ReducingOp): Record<string, Compute> {
  const inputs = ['data', 'indices', 'segment_ids'];
  const compute = onSegments(alongEdges(op, op.name, inputs, false), true);
  return {
    [`SparseSegment${name}`]: compute,
    [`SparseSegment${name}WithNumSegments`]: compute,
  };
}

/**
 * Makes an op whose last input is the number of segments, or else it is the last id plus one. If it is given, sorted
 * ids that are only on a GPU are not read.
 */
function onSegments(
  op: ops.RunnableOp,
  isSorted: boolean,
  options: SegmentExtremumOptions = {},
): Compute {
  return (all) => {
    const inputs = all.slice(0, op.names.length);
    const numbers = all.slice(op.names.length);
    const [number] = numbers.map((each) => requiredInteger('num_segments', each));
    const count = isSorted ? countSortedSegments(inputs[inputs.length - 1], number) : number;
    const countedBy = numbers.length > 0 ? 'num_segments' : 'the last of segment_ids plus one';
    return runSegments(op, inputs, { ...readSettings(op, count, options), countedBy });
  };
}

type ShiftHalves = (high: Tensor, low: Tensor, factors: Tensor) => [a: Tensor, b: Tensor];

/** Makes a shift of x by y places, from a function that shifts halves and returns the terms of the result. */
function shift(base: number, shiftHalves: ShiftHalves): Compute {
  return ([x, y]) => {
    // tfjs' ops on wasm write past the end of empty tensors.
    const shape = tf.backend_util.assertAndGetBroadcastShape(x.shape, y.shape);
    if (sizeOf(shape) === 0) return tf.zeros(shape, 'int32');
    const powers = tf.tensor1d(numbersTo(32).map((count) => base ** count));
    const factors = gatherNd([powers, tf.reshape(y, [...y.shape, 1])], { outOfBounds: 'clamp' });
    const [a, b] = shiftHalves(...halvesOf(x), factors);
    return combine('add', tf.cast(a, 'int32'), tf.cast(b, 'int32'));
  };
}

/** Returns integers as high and low, where high * HALF + low is the integer, and low is in [0, HALF). */
function halvesOf(x: Tensor): [high: Tensor, low: Tensor] {
  // Rounded to float32, a number may reach the next half.
  const high = tf.minimum(over(tf.cast(x, 'float32')), HALF / 2 - 1);
  const low = tf.cast(combine('sub', x, tf.cast(tf.mul(high, HALF), 'int32')), 'float32');
  return [tf.add(high, over(low)), modulo(low)];
}

/** Combines tensors of one shape in exact int32. An empty tuple addresses all of them. */
function combine(reduction: Reduction, a: Tensor, b: Tensor): Tensor {
  const data = tf.reshape(a, [a.size]);
  const combined = scatter(reduction)([
    data,
    tf.zeros([1, 0], 'int32'),
    tf.reshape(b, [1, a.size]),
  ]);
  return tf.reshape(combined, a.shape);
}

const over = (x: Tensor): Tensor => floor(tf.mul(x, 1 / HALF));

const modulo = (x: Tensor): Tensor => tf.sub(x, tf.mul(over(x), HALF));
