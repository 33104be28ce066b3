/** Gathers that change what they read, and scatters of one number: kernels called directly. */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';
import { OPS } from '../../kernels/call/ops.js';
import { planCall } from '../../kernels/call/plan.js';
import { tunedKernelsOver } from '../../kernels/cpu/index.js';
import { titled } from '../support/rows.js';

beforeAll(() => tf.setBackend('cpu'));

type Inputs = Partial<Record<string, tf.Tensor | null>>;

/** Runs a kernel; tfjs' type does not allow missing inputs. */
const run = (kernel: string, inputs: Inputs, attrs: object = {}) =>
  tf.engine().runKernel<tf.Tensor>(kernel, inputs as tf.NamedTensorMap, { ...attrs });

/** Reads rows 2, 0, 2 and one out of bounds. */
const rows = () => ({
  data: tf.tensor2d([1, 2, 3, 4, 5, 6], [3, 2]),
  indices: tf.tensor2d([2, 0, 2, 9], [4, 1], 'int32'),
});

const DROP = { outOfBounds: 'drop' };
const { data, indices } = rows();
const ints = data.toInt();

const READS = titled<[inputs: Inputs, attrs: object, expected: number[]]>({
  'a number in place of values': [{}, { constant: 7 }, [7, 7, 7, 7, 7, 7, 0, 0]],
  'a divisor for each value, where 0 does not divide': [
    { over: tf.tensor2d([2, 0, 1, 2, 5, -6, 0, 0], [4, 2]) },
    {},
    [2.5, 6, 1, 1, 1, -1, 0, 0],
  ],
  'a divisor for each slice': [{ over: tf.tensor1d([2, 1, 0, 5]) }, {}, [2.5, 3, 1, 2, 5, 6, 0, 0]],
  'integer divisors of floats': [
    { over: tf.scalar(2, 'int32') },
    {},
    [2.5, 3, 0.5, 1, 2.5, 3, 0, 0],
  ],
  'quotients of int32, rounded down': [
    { data: ints, over: tf.tensor2d([2, -4, 1, 3, 0, 6, 1, 1], [4, 2], 'int32') },
    {},
    [2, -2, 1, 0, 5, 1, 0, 0],
  ],
  weights: [{ weights: tf.tensor1d([0.5, 1, -1, 8]) }, {}, [2.5, 3, 1, 2, -5, -6, 0, 0]],
  'a quotient, then weights': [
    { over: tf.scalar(4), weights: tf.scalar(2) },
    {},
    [2.5, 3, 0.5, 1, 2.5, 3, 0, 0],
  ],
  'what differs from a number for each slice': [
    { from: tf.tensor1d([1, 2, 3, 4]) },
    { fill: -Infinity },
    [-4, -5, 1, 0, -2, -3, -Infinity, -Infinity],
  ],
  exponentials: [
    { data: tf.tensor2d([0, -Infinity, NaN, 1000, -1000, Infinity], [3, 2]) },
    { exp: true },
    [0, Infinity, 1, 0, 0, Infinity, 0, 0],
  ],
  'a difference, a quotient, an exponential, then weights': [
    {
      from: tf.tensor2d([1, 8, 1, 2, 5, 6, 7, 8], [4, 2]),
      over: tf.scalar(2),
      weights: tf.ones([4]),
    },
    { exp: true },
    [-2, 1, 0, 0, 0, 0, -Infinity, -Infinity].map((x) => Math.fround(Math.exp(x))),
  ],
  'only values whose tensors are alike; NaN equals NaN, and -0 equals 0': [
    {
      sourceLike: tf.tensor2d([0, 1, 9, 9, NaN, 2], [3, 2]),
      targetLike: tf.tensor2d([NaN, 3, -0, 2, 1, 2, 0, 0], [4, 2]),
    },
    { fill: -1 },
    [5, -1, 1, -1, -1, 6, -1, -1],
  ],
  'only slices whose numbers are alike': [
    {
      sourceLike: tf.tensor1d([1, 5, 2], 'int32'),
      targetLike: tf.tensor1d([3, 1, 2, 0], 'int32'),
    },
    {},
    [0, 0, 1, 2, 5, 6, 0, 0],
  ],
  'a number where slices equal a scalar': [
    { sourceLike: tf.tensor1d([1, 5, 2]), targetLike: tf.scalar(2) },
    { constant: 1 },
    [1, 1, 0, 0, 1, 1, 0, 0],
  ],
});

test.each(READS)('a gather reads %s', (_, inputs, attrs, expected) => {
  const read = run('GatherND', { ...rows(), ...inputs }, { ...DROP, ...attrs });
  expect([...read.dataSync()]).toEqual(expected);
});

test.each([
  ['add', 5, [11, 2, 8]],
  ['none', 5, [5, 2, 5]],
  ['mul', 2, [4, 2, 6]],
] as const)(
  'a scatter by %s takes a number in place of updates',
  (reduction, constant, expected) => {
    const inputs = { data: tf.tensor1d([1, 2, 3]), indices: tf.tensor1d([0, 2, 0], 'int32') };
    const y = run('ScatterElements', inputs, { reduction, constant });
    expect([...y.dataSync()]).toEqual(expected);
  },
);

test('a gather in order may overwrite data', () => {
  const x = tf.tensor2d([2, 4], [1, 2]);
  const inputs = { data: x, indices: tf.zeros([1, 0], 'int32'), over: tf.scalar(2) };
  const y = run('GatherND', inputs, { batchDims: 1, intoData: true });
  expect([...y.dataSync()]).toEqual([1, 2]);
  expect(y.shape).toEqual([1, 2]);
});

/** By the error: inputs and attributes that do not fit. */
const WRONG = titled<[inputs: Inputs, attrs?: object]>({
  'over has shape [3, 2], expected [4, 2] or [4] or []': [{ over: tf.ones([3, 2]) }],
  'weights has shape [1], expected [4, 2] or [4] or []': [{ weights: tf.ones([1]) }],
  'sourceLike has shape [4], expected [3, 2] or [3] or []': [
    { sourceLike: tf.ones([4]), targetLike: tf.ones([4]) },
  ],
  'targetLike has shape [3], expected [4, 2]': [
    { sourceLike: tf.ones([3]), targetLike: tf.ones([3]) },
  ],
  'targetLike is missing, expected a tensor': [{ sourceLike: tf.ones([3]) }],
  'sourceLike is missing, expected a tensor': [{ targetLike: tf.ones([4]) }],
  "targetLike has dtype float32, expected 'int32'": [
    { sourceLike: tf.ones([3], 'int32'), targetLike: tf.ones([4]) },
  ],
  "sourceLike has dtype bool, expected 'float32' or 'int32'": [
    { sourceLike: tf.ones([3], 'bool'), targetLike: tf.ones([4], 'bool') },
  ],
  "over has dtype bool, expected 'float32' or 'int32'": [{ over: tf.ones([4], 'bool') }],
  "over has dtype float32, expected 'int32'": [{ data: ints, over: tf.ones([4]) }],
  "weights has dtype int32, expected 'float32'": [{ weights: tf.ones([4], 'int32') }],
  "from has dtype int32, expected 'float32'": [{ from: tf.ones([4], 'int32') }],
  'from has shape [3], expected [4, 2] or [4] or []': [{ from: tf.ones([3]) }],
  'exp is 1, expected true or false': [{}, { exp: 1 }],
  "data has dtype int32, expected 'float32'": [{ data: ints, weights: tf.ones([4]) }],
  "data has dtype bool, expected 'float32' or 'int32'": [
    { data: data.toBool(), over: tf.ones([4]) },
  ],
  "data has dtype string, expected 'float32' or 'int32'": [
    { data: tf.fill([3, 2], 'a', 'string') },
    { constant: 1 },
  ],
  "constant is '1', expected a number": [{}, { constant: '1' }],
  'constant is 0.5, expected an integer in the range of int32: data has dtype int32': [
    { data: ints },
    { constant: 0.5 },
  ],
  'indices has the value 9 at [3, 0]': [
    { sourceLike: tf.ones([3]), targetLike: tf.ones([4]) },
    { outOfBounds: 'error' },
  ],
});

test.each(WRONG)('an error leaks nothing: %s', (message, change, attrs = {}) => {
  const inputs = { data, indices, ...change };
  const before = tf.memory();
  expect(() => run('GatherND', inputs, { ...DROP, ...attrs })).toThrow(message);
  const { numTensors, numDataBuffers } = tf.memory();
  expect(before).toMatchObject({ numTensors, numDataBuffers });
});

test.each([
  ['constant is NaN, expected an integer in the range of int32', ints, { constant: NaN }],
  ["data has dtype bool, expected 'float32' or 'int32'", data.toBool(), { constant: 1 }],
  ['updates is missing', data, {}],
])('a scatter of one number rejects: %s', (message, data, attrs) => {
  expect(() => run('ScatterND', { data, indices }, attrs)).toThrow(message);
});

test('an error frees the memory of the result and of what is compared', () => {
  const freed: number[][] = [];
  const output = (shape: number[]) => ({
    values: new Float32Array(tf.util.sizeFromShape(shape)),
    finish: () => {
      throw new Error('finished');
    },
    discard: () => freed.push(shape),
  });
  const kernels = tunedKernelsOver((backend) => ({
    read: (tensor) => backend.readSync(tensor.dataId),
    output,
    copyOf: ({ shape }) => output(shape),
  }));
  const like = { sourceLike: data, targetLike: tf.ones([4, 2]) };
  const plan = planCall(OPS.GatherND, { data, indices, ...like });
  if (plan.kind !== 'gather') throw new Error('the plan is not one of a gather');
  expect(() => kernels.run(plan, tf.backend())).toThrow(/has the value 9/);
  expect(freed).toEqual([
    [4, 2],
    [4, 2],
  ]);
});
