/** The fused products, also composed of gathers, products and segment ops. Pages use it too. */
import * as tf from '@tensorflow/tfjs';
import { gatherND } from 'tfjs-gather-scatter';
import { unsortedSegmentSum } from 'tfjs-gather-scatter/segment';
import { isDroppedEdge, operandsOf } from './call.js';
import type { InputData, SparseCall } from './call.js';
import { findOp, type Input, type Named } from './find_op.js';
import { exampleOf } from './random_batches.js';
import { differentiate } from './tape.js';

type Inputs = Partial<Record<string, Input>>;

export function applySparse(call: SparseCall, inputs: Inputs): Named {
  const apply: typeof fused = call.composed
    ? (call, inputs) => tf.tidy(() => onEachExample(call, inputs as Named))
    : fused;
  const [data, updates] = operandsOf(call);
  const op = (x: tf.Tensor, indices: tf.Tensor, y?: tf.Tensor) =>
    apply(call, { ...inputs, [data]: x, [idsOf(call)]: indices, ...(y && { [updates]: y }) });
  const operands = { data: inputs[data], indices: inputs[idsOf(call)], updates: inputs[updates] };
  return differentiate(call.derivative, op, operands);
}

const idsOf = ({ op }: SparseCall) => (op.startsWith('gather') ? 'sources' : 'indices');

function fused(call: SparseCall, inputs: Inputs): tf.Tensor {
  const { op, numSegments, denseShape, options } = call;
  const run = findOp(call);
  const { x, sources, targets, weights, indices, values, a, b } = inputs;
  if (op === 'sampledDenseMatMul') return run(indices, a, b, options);
  if (op === 'sparseDenseMatMul') return run({ indices, values, denseShape }, b, options);
  const given = weights === undefined ? options : { ...options, weights };
  return run(x, sources, targets, numSegments, given);
}

/** The weights, with 0 for dropped edges: theirs may be Infinity or NaN. */
function weightsOfKept(call: SparseCall, weights: tf.Tensor): tf.Tensor {
  const [edges, ...heads] = weights.shape;
  const isKept = Array.from({ length: edges }, (_, i) => !isDroppedEdge(call, i));
  const shape = [edges, ...heads.map(() => 1)];
  return tf.where(tf.tensor(isKept, shape, 'bool'), weights, tf.zeros(weights.shape));
}

/** The rank of each input of an example, if all examples may share the input. */
const RANKS = { sources: 1, targets: 1, weights: 1, indices: 2 };

/** Computes the examples of a batch, one after another. */
function onEachExample(call: SparseCall, inputs: Named): tf.Tensor {
  const { batchDims = 0, ...options } = call.options ?? {};
  if (batchDims === 0) return composed(call, inputs);
  const batch = inputs[operandsOf(call)[0]].shape.slice(0, batchDims);
  const isShared = (name: string, { length }: number[]) =>
    length === (RANKS as Record<string, number>)[name];
  const count = tf.util.sizeFromShape(batch);
  const results = Array.from({ length: count }, (_, i) => {
    const ofExample = ([name, x]: [string, tf.Tensor]): [string, tf.Tensor] => {
      const shape = x.shape.slice(batchDims);
      const examples = () => tf.reshape(x, [count, ...shape]);
      return [name, isShared(name, x.shape) ? x : tf.reshape(tf.slice(examples(), i, 1), shape)];
    };
    const named = Object.entries(call.inputs).map(([name, data]): [string, InputData] => [
      name,
      isShared(name, data.shape) ? data : exampleOf(data, batch, i),
    ]);
    const example = { ...call, options, inputs: Object.fromEntries(named) };
    return composed(example, Object.fromEntries(Object.entries(inputs).map(ofExample)));
  });
  // tfjs cannot differentiate a stack of one tensor twice.
  const all = count > 1 ? tf.stack(results) : results[0];
  return tf.reshape(all, [...batch, ...results[0].shape]);
}

/** How a user would compute it without these products. */
function composed(call: SparseCall, inputs: Inputs): tf.Tensor {
  const { op, numSegments, denseShape, options = {} } = call;
  const { x, sources, targets, indices, values, a, b } = inputs as Named;
  const { weights: given } = inputs as Partial<Named>;
  const weights = given && weightsOfKept(call, given);
  const column = (k: number) => tf.slice(indices, [0, k], [-1, 1]);
  if (op === 'sampledDenseMatMul') {
    return tf.sum(tf.mul(gatherND(a, column(0)), gatherND(b, column(1))), -1);
  }
  if (op === 'sparseDenseMatMul') {
    const { adjointA = false, adjointB = false } = options;
    const rows = gatherND(adjointB ? tf.transpose(b) : b, column(adjointA ? 0 : 1));
    const messages = tf.mul(rows, b.rank === 1 ? values : tf.reshape(values, [-1, 1]));
    const to = tf.reshape(column(adjointA ? 1 : 0), [-1]);
    return unsortedSegmentSum(messages, to, denseShape?.[adjointA ? 1 : 0] ?? 0);
  }
  const { outOfBounds = 'error', wrapNegatives } = options;
  const policy = { outOfBounds: outOfBounds as 'drop', wrapNegatives };
  const rows = gatherND(x, tf.reshape(sources, [-1, 1]), policy);
  const ones = Array<number>(rows.rank - (weights?.rank ?? 0)).fill(1);
  const messages = weights ? tf.mul(rows, tf.reshape(weights, [...weights.shape, ...ones])) : rows;
  const segment = findOp({ op: op.replace('gather', 'unsorted') });
  const ofSegment = 'empty' in options ? { outOfBounds, empty: options.empty } : { outOfBounds };
  return segment(messages, targets, numSegments, ofSegment);
}
