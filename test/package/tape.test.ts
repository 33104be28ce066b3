/** Until a call's gradient has run, tfjs' tape keeps only the values that the gradient reads. */
import * as tf from '@tensorflow/tfjs';
import * as ops from 'tfjs-gather-scatter';
import { gatherND, scatterND } from 'tfjs-gather-scatter';
import * as sparse from 'tfjs-gather-scatter/sparse';
import { histogramFixedWidth, unsortedSegmentLogSumExp } from 'tfjs-gather-scatter/segment';

import { CONVERTER_OPS } from '../../src/converter/converter_ops.js';
import type { OpName } from '../support/call.js';
import { computedFrom } from '../support/computed.js';

beforeAll(() => tf.setBackend('cpu'));

const elements = () => tf.tensor2d([2, 0, 2, 1, 1, 0], [2, 3], 'int32');
const rows = () => tf.tensor2d([1, 0, 1], [3, 1], 'int32');
const DATA = [3, -1, 0.5, 2, 4, -2, 1, 7, 0.25];

/** How many tensors the tape keeps of a scatter, by its reduction. */
const KEPT = { none: 1, add: 1, mean: 1, mul: 4, max: 4, min: 4 };

/** How many it keeps of a call; a gather has no updates and no attributes. */
const CASES: [op: OpName, reduction: string | undefined, kept: number][] = [
  ['gatherElements', undefined, 1],
  ['gatherND', undefined, 1],
  ...Object.entries(KEPT).flatMap(([reduction, kept]): typeof CASES => [
    ['scatterElements', reduction, kept],
    ['scatterND', reduction, kept],
  ]),
  ['scatterNDUpdate', 'sub', 1],
];

type Unary = (x: tf.Tensor) => tf.Tensor;

const slopeOf = (f: Unary, x: tf.Tensor) => tf.grad(f)(x).arraySync();

/** Computes the gradients of a call, and counts the tensors that it keeps besides its output. */
function differentiate(call: (...inputs: tf.Tensor[]) => tf.Tensor, inputs: tf.Tensor[]) {
  let kept = 0;
  const gradients = tf.grads((...given) => {
    const before = tf.memory().numTensors;
    const output = call(...given);
    kept = tf.memory().numTensors - before - 1;
    return output.square();
  })(inputs);
  return { kept, gradients: gradients.map((gradient) => gradient.arraySync()) };
}

test.each(CASES)('%s, %s', (op, reduction, kept) => {
  const attrs = reduction === undefined ? undefined : { reduction };
  const isElements = op.endsWith('Elements');
  const at = isElements ? elements() : rows();
  const inputs: tf.Tensor[] = [tf.tensor2d(DATA, [3, 3])];
  const values = attrs && (isElements ? [2, 3] : [3, 3]);
  if (values) inputs.push(tf.tensor(DATA.slice(-tf.util.sizeFromShape(values)), values));
  const call = (x: tf.Tensor, ...updates: tf.Tensor[]) =>
    Reflect.apply(ops[op], null, [x, at, ...updates, attrs]) as tf.Tensor;
  const found = differentiate(call, inputs);
  expect(found.kept).toBe(kept);
  const kernel = `${op[0].toUpperCase()}${op.slice(1)}`.replace('Update', '');
  // For a direct kernel call, the tape keeps everything that a gradient might read.
  const direct = differentiate(
    (data, updates) =>
      tf.engine().runKernel(kernel, { data, indices: at, ...(values && { updates }) }, attrs),
    inputs,
  );
  expect(direct.kept).toBe(values ? 4 : 2);
  expect(found.gradients).toEqual(direct.gradients);
});

test.each([
  ['Sum', {}, 2],
  ['Sum', { weights: [2, 3, 4] }, 4],
  ['Mean', {}, 2],
  ['Max', {}, 4],
] as const)('gatherSegment%s, %j', (op, options, kept) => {
  const gather = sparse[`gatherSegment${op}`];
  const [sources, targets] = [
    [2, 0, 1],
    [1, 1, 0],
  ].map((ids) => tf.tensor1d(ids, 'int32'));
  const call = (x: tf.Tensor) => gather(x, sources, targets, 2, options);
  expect(differentiate(call, [tf.tensor2d(DATA, [3, 3])]).kept).toBe(kept);
});

test('a call that fails does not affect the next one', () => {
  const x = tf.tensor2d(DATA, [3, 3]);
  const failing = (x: tf.Tensor) => gatherND(x, rows().mul(9));
  expect(() => tf.grad(failing)(x)).toThrow(/^gatherND: /);
  const product = (x: tf.Tensor) => scatterND(x, rows(), tf.ones([3, 3]), { reduction: 'mul' });
  expect(tf.grad(product)(x).arraySync()).toEqual(tf.onesLike(x).arraySync());
});

describe('indices that are computed from the differentiated tensor', () => {
  const table = tf.tensor2d([1, 2, 3, 4], [2, 2]);

  test('a tensor that only indices are computed from gets zeros', () => {
    const rows = (x: tf.Tensor, table: tf.Tensor) => gatherND(table, tf.argMin(x, 1).expandDims(1));
    const x = tf.tensor2d([3, 1, 2, 4, 6, 5], [3, 2]);
    const [ofX, ofTable] = tf.grads((x, table) => rows(x, table).square())([x, table]);
    expect(ofX.arraySync()).toEqual(tf.zerosLike(x).arraySync());
    expect(ofTable.arraySync()).toEqual([
      [2, 4],
      [12, 16],
    ]);
  });

  test('ops that tfjs cannot differentiate may compute them', () => {
    const x = tf.tensor2d([3, 1, 2, 4], [2, 2]);
    const ways: Unary[] = [
      (x) => tf.topk(x, 1).indices.reshape([2]),
      (x) => tf.less(x.sum(1), 5).toInt(),
      (x) => x.max(1).floor().clipByValue(0, 1).toInt(),
    ];
    for (const idsOf of ways) {
      const given = idsOf(x);
      const sums = (ids: Unary) => (x: tf.Tensor) =>
        unsortedSegmentLogSumExp(x, ids(x), 2).square();
      const second = (f: Unary) => slopeOf((x) => tf.grad(f)(x).square(), x);
      expect(second(sums(idsOf))).toEqual(second(sums(() => given)));
    }
  });

  test('a histogram may compute them as well', () => {
    const x = tf.tensor1d([0.5, 3]);
    const counts = (x: tf.Tensor) => histogramFixedWidth(x, [0, 4], 2).toFloat();
    const f = (x: tf.Tensor) => x.square().mul(counts(x));
    expect(tf.grad(f)(x).arraySync()).toEqual([1, 6]);
    expect(slopeOf(tf.grad(f), x)).toEqual([2, 2]);
    expect(tf.grad(counts)(x).arraySync()).toEqual([0, 0]);
  });

  /** Ops that take single indices; GatherV2 also takes the axis. */
  const LOOKUPS = ['Gather', 'GatherV2', 'ResourceGather'];

  /** Ops that TensorFlow or this package supports only for floats. */
  const FLOATS_ONLY = /^SparseSegment(Mean|SqrtN)|^SparseTensorDenseMatMul$/;

  /** Ops that have no gradient in TensorFlow. */
  const WITHOUT_GRADIENTS = /^Unique|^InvertPermutation$|Shift$/;

  const ATTRIBUTES = { num_partitions: 3, row_partition_types: ['row_splits'] };

  /** The inputs of an op, all computed from x, which has three values. */
  function inputsOf(name: string, x: tf.Tensor): tf.Tensor[] {
    const integer = (value: number) => tf.scalar(value, 'int32');
    const ids = computedFrom('clip', x, tf.tensor1d([0, 0, 2], 'int32'));
    const tuples = ids.expandDims(1);
    const shape = tf.tensor1d([3], 'int32');
    const zero = tf.scalar(0, x.dtype);
    const k = /V[23]$/.test(name) ? [integer(0)] : [];
    const padding = k.map(() => zero);
    if (name === 'SparseTensorDenseMatMul') {
      return [tf.concat([tuples, tuples], 1), x, tf.tensor1d([3, 3], 'int32'), x.expandDims(1)];
    }
    if (name.startsWith('SparseSegment')) return [x, ids, ids, integer(3)];
    if (name.includes('Segment')) return [x, ids, integer(3)];
    if (name === 'ScatterNd') return [tuples, x, shape];
    if (name === 'SparseToDense') return [tuples, shape, x, tf.scalar(0)];
    if (name === 'SparseReorder') return [tuples, x, shape];
    if (name === 'DynamicPartition') return [x, ids];
    if (name.endsWith('DynamicStitch')) return [ids, x];
    if (name === 'RaggedTensorToTensor') {
      return [tf.tensor1d([-1, -1], 'int32'), x, zero, tf.tensor1d([0, 1, 3], 'int32')];
    }
    if (name.startsWith('MatrixDiagPart')) return [x.expandDims(0), ...k, ...padding];
    if (name.startsWith('MatrixSetDiag')) return [x.expandDims(0), x.slice(0, 1), ...k];
    if (name.startsWith('MatrixDiag')) {
      return [x, ...k, ...k.flatMap(() => [integer(-1), integer(-1)]), ...padding];
    }
    if (LOOKUPS.includes(name)) return [x, ids, integer(0)];
    return [x, tuples, x.slice(0, 3)];
  }

  test("every op of tfjs' converter accepts them", () => {
    const x = tf.tensor1d([1, 2, 4]);
    for (const [name, compute] of Object.entries(CONVERTER_OPS)) {
      if (WITHOUT_GRADIENTS.test(name)) continue;
      const asIs = (x: tf.Tensor) => x;
      const ways = FLOATS_ONLY.test(name) ? [asIs] : [asIs, (x: tf.Tensor) => x.toInt()];
      for (const prepare of ways) {
        const f = (x: tf.Tensor) => {
          const outputs = [compute(inputsOf(name, prepare(x)), ATTRIBUTES)].flat();
          return outputs[outputs.length - 1].square().sum();
        };
        const first = tf.grad(f)(x);
        expect([name, first.shape]).toEqual([name, [3]]);
        expect([name, tf.grad((x) => tf.grad(f)(x).mul(x))(x).shape]).toEqual([name, [3]]);
      }
    }
  });
});
