/** The kernels of fused products, called directly: what they reject, and that they have no gradient then. */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';
import 'tfjs-gather-scatter/sparse';
import { planDot } from '../../kernels/call/fused.js';
import { viewAs } from '../../kernels/call/shapes.js';

beforeAll(() => tf.setBackend('cpu'));

const valid = () => ({
  data: tf.zeros([2, 4]),
  x: tf.ones([3, 4]),
  indices: tf.tensor1d([0, 1], 'int32'),
  sources: tf.tensor1d([2, 0], 'int32'),
});

type Inputs = Record<string, tf.Tensor>;

const run = (kernel: string, inputs: Inputs, attrs: tf.NamedAttrMap = { reduction: 'add' }) =>
  tf.engine().runKernel<tf.Tensor>(kernel, inputs, attrs);

test('both compute what they should', async () => {
  const inputs = valid();
  const sums = run('GatherSegment', { ...inputs, weights: tf.tensor1d([2, 3]) });
  expect(await sums.array()).toEqual([Array(4).fill(2), Array(4).fill(3)]);
  const dots = run('SampledDot', { ...inputs, data: tf.ones([2, 4]) }, { heads: 2 });
  expect(await dots.array()).toEqual(Array(2).fill([2, 2]));
  // As JavaScript callers can write it.
  const attrs: object = { heads: undefined };
  const data = tf.ones([2, 4]);
  const undivided = run('SampledDot', { ...inputs, data }, attrs as tf.NamedAttrMap);
  expect(await undivided.array()).toEqual([4, 4]);
});

test('a pair with an index out of bounds is dropped, whatever its weight', async () => {
  const { data, x } = valid();
  const indices = tf.tensor2d([0, 3, 2, 0, 1, 1], [3, 2], 'int32');
  const weights = tf.tensor1d([NaN, NaN, 2]);
  const sums = run('GatherSegment', { data, x, indices, weights });
  expect(await sums.array()).toEqual([Array(4).fill(0), Array(4).fill(2)]);
});

test('neither a source out of bounds nor unlike values are multiplied', async () => {
  const inputs = { ...valid(), sources: tf.tensor1d([3, 0], 'int32') };
  const weights = tf.tensor1d([NaN, Infinity]);
  const attrs = { reduction: 'add', fill: 7 };
  const sums = run('GatherSegment', { ...inputs, weights }, attrs);
  expect(await sums.array()).toEqual([Array(4).fill(7), Array(4).fill(Infinity)]);
  const unlike = { sourceLike: tf.ones([3, 4]), targetLike: tf.zeros([2, 4]) };
  const compared = run('GatherSegment', { ...inputs, ...unlike, weights }, attrs);
  expect(await compared.array()).toEqual([Array(4).fill(7), Array(4).fill(0)]);
});

test('each example of a batch has its own sites', async () => {
  const batched = Object.entries(valid()).map(([name, input]) => [name, tf.stack([input, input])]);
  const inputs = Object.fromEntries(batched) as Inputs;
  const sums = run('GatherSegment', inputs, { reduction: 'add', batchDims: 1 });
  expect(await sums.array()).toEqual(Array(2).fill(Array(2).fill(Array(4).fill(1))));
  expect(() => run('GatherSegment', inputs, { batchDims: 3 })).toThrow('batchDims is 3, expected');
});

const like = (source: number[], target: number[], dtype?: 'int32'): Inputs => ({
  sourceLike: tf.zeros(source),
  targetLike: tf.zeros(target, dtype),
});

test.each<[string, Inputs, string]>([
  ['GatherSegment', { x: undefined as never }, 'x is missing'],
  ['GatherSegment', { data: tf.scalar(0) }, 'data is a scalar (rank 0), expected'],
  ['SampledDot', { x: tf.ones([3, 5]) }, 'sampledDot: x has shape [3, 5], expected [3, 4]'],
  [
    'GatherSegment',
    { sources: undefined as never, indices: tf.zeros([2, 3], 'int32') },
    'indices has shape [2, 3], expected [2, 2]',
  ],
  ['SampledDot', { sources: tf.zeros([1], 'int32') }, 'sources has shape [1], expected [2]'],
  ['SampledDot', { indices: tf.zeros([2]) }, 'indices has dtype float32, expected int32'],
  ['GatherSegment', { sources: tf.zeros([2]) }, 'sources has dtype float32, expected int32'],
  ['GatherSegment', { weights: tf.zeros([2, 3]) }, 'heads is 3, expected a number that divides 4'],
  ['GatherSegment', { weights: tf.zeros([3]) }, 'weights has shape [3], expected [2]'],
  [
    'GatherSegment',
    { weights: tf.zeros([2], 'int32') },
    'gatherSegment: weights has dtype int32, expected float32',
  ],
  [
    'GatherSegment',
    {
      weights: tf.zeros([2]),
      data: tf.zeros([2, 4], 'int32'),
      x: tf.zeros([3, 4], 'int32'),
    },
    'x has dtype int32, expected float32, because there are weights',
  ],
  [
    'GatherSegment',
    { data: tf.zeros([2, 4], 'bool') },
    'data has dtype bool, expected float32 or int32',
  ],
  ['SampledDot', { data: tf.zeros([2, 4], 'int32') }, 'data has dtype int32, expected float32'],
  ['SampledDot', { x: tf.ones([3, 4], 'int32') }, 'x has dtype int32, expected float32'],
  ['GatherSegment', { x: tf.ones([3, 4], 'int32') }, 'updates has dtype int32, expected float32'],
  ['GatherSegment', { sourceLike: tf.zeros([3, 4]) }, 'targetLike is missing, expected a tensor'],
  ['GatherSegment', { targetLike: tf.zeros([2, 4]) }, 'sourceLike is missing, expected a tensor'],
  ['GatherSegment', like([2, 4], [2, 4]), 'sourceLike has shape [2, 4], expected [3, 4]'],
  ['GatherSegment', like([3, 4], [3, 4]), 'targetLike has shape [3, 4], expected [2, 4]'],
  [
    'GatherSegment',
    like([3, 4], [2, 4], 'int32'),
    'targetLike has dtype int32, expected float32, the dtype of sourceLike',
  ],
])('%s rejects case %#', (kernel, change, message) => {
  const attrs = kernel === 'SampledDot' ? {} : undefined;
  expect(() => run(kernel, { ...valid(), ...change }, attrs)).toThrow(message);
});

test.each([0, 0.5, -2])('a row does not have %d heads', (heads) => {
  expect(() => run('SampledDot', valid(), { heads })).toThrow(`heads is ${heads}, expected`);
});

test.each(['data', 'x'] as const)('%s has at most 2,147,483,647 values', (name) => {
  const inputs = { ...valid(), [name]: viewAs(valid()[name], [2 ** 29, 4]) };
  expect(() => planDot(inputs)).toThrow('has 2147483648 values');
});

test('called directly they have no gradient', () => {
  const { x, ...others } = valid();
  expect(() => tf.grad((x) => run('GatherSegment', { ...others, x }))(x)).toThrow(
    'gradient function not found for GatherSegment',
  );
});
