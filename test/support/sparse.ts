/** The fused products, also composed of gathers, products and segment ops. Pages use it too. */
import * as tf from '@tensorflow/tfjs';
import { gatherND } from 'tfjs-gather-scatter';
import * as segmentOps from 'tfjs-gather-scatter/segment';
import * as sparse from 'tfjs-gather-scatter/sparse';
import * as namespace from 'tfjs-gather-scatter/tf';
import { operandsOf } from './call.js';
import type { SparseCall } from './call.js';
import { differentiate } from './tape.js';

type Input = tf.Tensor | tf.TensorLike;
type Inputs = Partial<Record<string, Input>>;
type Named = Record<string, tf.Tensor>;
type AnyOp = (...args: unknown[]) => tf.Tensor;

const segments: Record<string, unknown> = { ...segmentOps };

export function applySparse(call: SparseCall, inputs: Inputs): Named {
  const apply: typeof fused = call.composed
    ? (call, inputs) => tf.tidy(() => composed(call, inputs))
    : fused;
  const [data, updates] = operandsOf(call);
  const op = (x: tf.Tensor, indices: tf.Tensor, y?: tf.Tensor) =>
    apply(call, { ...inputs, [data]: x, [idsOf(call)]: indices, ...(y && { [updates]: y }) });
  const operands = { data: inputs[data], indices: inputs[idsOf(call)], updates: inputs[updates] };
  return differentiate(call.derivative, op, operands);
}

const idsOf = ({ op }: SparseCall) => (op.startsWith('gather') ? 'sources' : 'indices');

/** Finds a product in the requested form. */
function find({ op, form }: SparseCall): AnyOp {
  if (form === 'chained') return (x, ...rest) => (x as Record<string, AnyOp>)[op](...rest);
  const functions: object = form === 'tf' ? namespace : sparse;
  return (functions as Record<string, AnyOp>)[op];
}

function fused(call: SparseCall, inputs: Inputs): tf.Tensor {
  const { op, numSegments, denseShape, options } = call;
  const run = find(call);
  const { x, sources, targets, weights, indices, values, a, b } = inputs;
  if (op === 'sampledDenseMatMul') return run(indices, a, b);
  if (op === 'sparseDenseMatMul') return run({ indices, values, denseShape }, b, options);
  const given = weights === undefined ? options : { ...options, weights };
  return run(x, sources, targets, numSegments, given);
}

/** How a user would compute it without these products. */
function composed(call: SparseCall, inputs: Inputs): tf.Tensor {
  const { op, numSegments, denseShape, options = {} } = call;
  const { x, sources, targets, indices, values, a, b } = inputs as Named;
  const { weights } = inputs as Partial<Named>;
  const column = (k: number) => tf.slice(indices, [0, k], [-1, 1]);
  if (op === 'sampledDenseMatMul') {
    return tf.sum(tf.mul(gatherND(a, column(0)), gatherND(b, column(1))), -1);
  }
  if (op === 'sparseDenseMatMul') {
    const { adjointA = false, adjointB = false } = options;
    const rows = gatherND(adjointB ? tf.transpose(b) : b, column(adjointA ? 0 : 1));
    const messages = tf.mul(rows, tf.reshape(values, [-1, 1]));
    const to = tf.reshape(column(adjointA ? 1 : 0), [-1]);
    return segmentOps.unsortedSegmentSum(messages, to, denseShape?.[adjointA ? 1 : 0] ?? 0);
  }
  const { outOfBounds = 'error' } = options;
  const rows = gatherND(x, tf.reshape(sources, [-1, 1]), { outOfBounds: outOfBounds as 'drop' });
  const ones = Array<number>(rows.rank - (weights?.rank ?? 0)).fill(1);
  const messages = weights ? tf.mul(rows, tf.reshape(weights, [...weights.shape, ...ones])) : rows;
  const segment = segments[op.replace('gather', 'unsorted')] as AnyOp;
  return segment(messages, targets, numSegments, options);
}
