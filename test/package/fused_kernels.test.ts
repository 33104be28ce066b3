/**
 * The kernels of fused products, called directly: what they reject, that they have no gradient then, and reductions that
 * no function has with weights.
 */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';
import 'tfjs-gather-scatter/sparse';
import { planDot } from '../../kernels/call/fused.js';
import { COMBINE, DOT } from '../../kernels/call/ops.js';
import { viewAs } from '../../kernels/call/shapes.js';
import { rowsOf } from '../support/read_table.js';

beforeAll(() => tf.setBackend('cpu'));

const valid = () => ({
  data: tf.zeros([2, 4]),
  x: tf.ones([3, 4]),
  indices: tf.tensor1d([0, 1], 'int32'),
  sources: tf.tensor1d([2, 0], 'int32'),
});

type Inputs = Record<string, tf.Tensor>;

const run = (kernel: string, inputs: Inputs, attrs: tf.NamedAttrMap = { reduction: 'add' }) =>
  tf.engine().runKernel<tf.Tensor>(kernel, inputs, { op: 'Product', ...attrs });

test('batchDims is less than the rank of data', () => {
  expect(() => run(COMBINE, valid(), { batchDims: 3 })).toThrow('batchDims is 3, expected');
});

test('a source out of bounds gives `fill`', async () => {
  const sources = tf.tensor1d([2, 9], 'int32');
  const attrs = { reduction: 'add', outOfBounds: 'drop', fill: 2 };
  const sums = run(COMBINE, { ...valid(), sources }, attrs);
  expect(await sums.array()).toEqual([
    [1, 1, 1, 1],
    [2, 2, 2, 2],
  ]);
});

test('each pair has its own weights for heads, however many pairs there are', async () => {
  const pairs = 10_000;
  const targets = Int32Array.from({ length: pairs }, (_, pair) => Number(pair === 9_001));
  const weights = Float32Array.from({ length: 2 * pairs }, (_, i) => (i % 2 ? 1 : i / 2));
  const largest = run(
    COMBINE,
    {
      data: tf.zeros([2, 4]),
      x: tf.ones([1, 4]),
      indices: tf.tensor1d(targets),
      sources: tf.zeros([pairs], 'int32'),
      weights: tf.tensor2d(weights, [pairs, 2]),
    },
    { reduction: 'max' },
  );
  expect(await largest.array()).toEqual([
    [9999, 9999, 1, 1],
    [9001, 9001, 1, 1],
  ]);
});

const like = (source: number[], target: number[], dtype?: 'int32'): Inputs => ({
  sourceLike: tf.zeros(source),
  targetLike: tf.zeros(target, dtype),
});

const ofInt32 = { data: tf.zeros([2, 4], 'int32'), x: tf.zeros([3, 4], 'int32') };

test.each(rowsOf<Inputs>()`
  gatherSegment: x is missing: ${{ x: undefined as never }}
  gatherSegment: data is a scalar (rank 0), expected: ${{ data: tf.scalar(0) }}
  sampledDot: x has shape [3, 5], expected [3, 4]: ${{ x: tf.ones([3, 5]) }}
  gatherSegment: indices has shape [2, 3], expected [2, 2]:
    ${{ sources: undefined as never, indices: tf.zeros([2, 3], 'int32') }}
  sampledDot: sources has shape [1], expected [2]: ${{ sources: tf.zeros([1], 'int32') }}
  sampledDot: indices has dtype float32, expected int32: ${{ indices: tf.zeros([2]) }}
  gatherSegment: sources has dtype float32, expected int32: ${{ sources: tf.zeros([2]) }}
  gatherSegment: heads is 3, expected a number that divides 4: ${{ weights: tf.zeros([2, 3]) }}
  gatherSegment: weights has shape [3], expected [2]: ${{ weights: tf.zeros([3]) }}
  gatherSegment: weights has dtype int32, expected float32: ${{ weights: tf.zeros([2], 'int32') }}
  gatherSegment: x has dtype int32, expected float32, because there are weights:
    ${{ weights: tf.zeros([2]), ...ofInt32 }}
  gatherSegment: data has dtype bool, expected float32 or int32: ${{ data: tf.zeros([2, 4], 'bool') }}
  sampledDot: data has dtype int32, expected float32: ${{ data: tf.zeros([2, 4], 'int32') }}
  sampledDot: x has dtype int32, expected float32: ${{ x: tf.ones([3, 4], 'int32') }}
  gatherSegment: updates has dtype int32, expected float32: ${{ x: tf.ones([3, 4], 'int32') }}
  gatherSegment: targetLike is missing, expected a tensor: ${{ sourceLike: tf.zeros([3, 4]) }}
  gatherSegment: sourceLike is missing, expected a tensor: ${{ targetLike: tf.zeros([2, 4]) }}
  gatherSegment: sourceLike has shape [2, 4], expected [3, 4]: ${like([2, 4], [2, 4])}
  gatherSegment: targetLike has shape [3, 4], expected [2, 4]: ${like([3, 4], [3, 4])}
  gatherSegment: targetLike has dtype int32, expected float32, the dtype of sourceLike:
    ${like([3, 4], [2, 4], 'int32')}
`)('%s', (message, change) => {
  const isDot = message.startsWith('sampledDot');
  const call = () => run(isDot ? DOT : COMBINE, { ...valid(), ...change }, isDot ? {} : undefined);
  expect(call).toThrow(message);
});

test.each([0, 0.5, -2])('a row does not have %d heads', (heads) => {
  expect(() => run(DOT, valid(), { heads })).toThrow(`heads is ${heads}, expected`);
});

test.each(['data', 'x'] as const)('%s has at most 2,147,483,647 values', (name) => {
  const inputs = { ...valid(), [name]: viewAs(valid()[name], [2 ** 29, 4]) };
  expect(() => planDot(inputs)).toThrow('has 2147483648 values');
});

test('called directly they have no gradient', () => {
  const { x, ...others } = valid();
  expect(() => tf.grad((x) => run(COMBINE, { ...others, x }))(x)).toThrow(
    `gradient function not found for ${COMBINE}`,
  );
});
