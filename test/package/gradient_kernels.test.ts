/** The kernels of scatters' gradients, called directly. */
import * as tf from '@tensorflow/tfjs';
import { scatterND } from 'tfjs-gather-scatter';
import { unsortedSegmentLogSoftmax } from 'tfjs-gather-scatter/segment';
import { OPS as OPERATIONS } from '../../kernels/call/ops.js';
import { tunedKernelsOver } from '../../kernels/cpu/index.js';
import { titled } from '../support/rows.js';

beforeAll(() => tf.setBackend('cpu'));

const tensors = () => ({
  dy: tf.tensor2d([1, 2, 3, 4, 5, 6], [3, 2]),
  data: tf.tensor2d([1, 2, 3, 4, 5, 6], [3, 2]),
  indices: tf.tensor2d([2, 0, 2], [3, 1], 'int32'),
  updates: tf.tensor2d([7, 2, 9, 1, 7, 8], [3, 2]),
  output: tf.tensor2d([9, 2, 3, 4, 7, 8], [3, 2]),
});

type Inputs = Partial<Record<string, tf.Tensor>>;

/** Runs a kernel directly, by default for a maximum; tfjs' type does not allow missing inputs. */
const runDirectly = (inputs: Inputs, attrs: object = {}) =>
  tf.engine().runKernel<tf.Tensor[]>('ScatterNDGrad', inputs as tf.NamedTensorMap, {
    reduction: 'max',
    ...attrs,
  });

/** A value at each of two places, and an update of each. */
const ofTwo = (data: number[], updates: number[], output: number[], dtype?: 'int32') => ({
  dy: tf.tensor1d([2, 3]),
  data: tf.tensor1d(data, dtype),
  indices: tf.tensor2d([0, 1], [2, 1], 'int32'),
  updates: tf.tensor1d(updates, dtype),
  output: tf.tensor1d(output, dtype),
});

const valuesOf = (results: tf.Tensor[]) => results.map((result) => [...result.dataSync()]);

const OF_MAX = [
  [0, 2, 3, 4, 0, 0],
  [2.5, 0, 1, 0, 2.5, 6],
];

test('a kernel returns both gradients, or the requested ones in the order requested', () => {
  const inOrder = (...gradients: string[]) => valuesOf(runDirectly(tensors(), { gradients }));
  expect(valuesOf(runDirectly(tensors()))).toEqual(OF_MAX);
  expect(inOrder('updates', 'data')).toEqual(OF_MAX);
  expect(inOrder('data')).toEqual([OF_MAX[0]]);
  expect(inOrder('updates')).toEqual([OF_MAX[1]]);
});

test('int32 and bool count as numbers', () => {
  const { data, updates, output } = tensors();
  const ints = { data: data.toInt(), updates: updates.toInt(), output: output.toInt() };
  const results = runDirectly({ ...tensors(), ...ints });
  expect(results.map(({ dtype }) => dtype)).toEqual(['float32', 'float32']);
  expect(valuesOf(results)).toEqual(OF_MAX);
});

test('int32 values that are equal as float32 are distinguished', () => {
  const updates = [2 ** 24 + 1, 0];
  const inputs = ofTwo([2 ** 24, -(2 ** 31)], updates, updates, 'int32');
  expect(valuesOf(runDirectly(inputs))).toEqual([
    [0, 0],
    [2, 3],
  ]);
});

test.each(['max', 'mul'])('any byte of a bool but 0 is true, for %s', (reduction) => {
  const of = (...bytes: number[]) => tf.tensor1d(new Uint8Array(bytes), 'bool');
  const inputs = {
    dy: tf.tensor1d([2, 3, 5]),
    data: of(2, 0, 255),
    indices: tf.tensor2d([0, 1], [2, 1], 'int32'),
    updates: of(1, 7),
    output: reduction === 'max' ? of(1, 1, 1) : of(1, 0, 1),
  };
  const expected = {
    max: [
      [1, 0, 5],
      [1, 3],
    ],
    mul: [
      [2, 3, 5],
      [2, 0],
    ],
  }[reduction];
  expect(valuesOf(runDirectly(inputs, { reduction }))).toEqual(expected);
});

test('mul with a zero: data gets dy where nothing lands, but NaN where it is infinite', () => {
  const fill = (value: number) => new Array<number>(200).fill(value);
  const [data, wanted] = [fill(3), fill(2)];
  [data[130], wanted[130], wanted[0]] = [Infinity, NaN, 0];
  const scatter = (data: tf.Tensor, updates: tf.Tensor) =>
    scatterND(data, [[0]], updates, { reduction: 'mul' });
  const results = tf.grads(scatter)([tf.tensor1d(data), tf.tensor1d([0])], tf.tensor1d(fill(2)));
  expect(valuesOf(results)).toEqual([wanted, [6]]);
});

test('mul: a dropped site gets 0, not -0, for a negative update', () => {
  const scatter = (data: tf.Tensor, updates: tf.Tensor) =>
    scatterND(data, [[0], [9]], updates, { reduction: 'mul', outOfBounds: 'drop' });
  const results = tf.grads(scatter)([tf.tensor1d([3]), tf.tensor1d([-2, -5])], tf.tensor1d([1]));
  expect(valuesOf(results)).toEqual([[-2], [3, 0]]);
});

test('without includeSelf, max and min have gradients for data only where no update lands', () => {
  const output = tf.tensor2d([9, 1, 3, 4, 7, 8], [3, 2]);
  const inputs = { ...tensors(), output };
  const [data, updates] = valuesOf(runDirectly(inputs, { includeSelf: false }));
  expect(data).toEqual([0, 0, 3, 4, 0, 0]);
  expect(updates).toEqual([2.5, 0, 1, 2, 2.5, 6]);
});

test('0 and -0 are the same extremum, and NaN is every extremum', () => {
  expect(valuesOf(runDirectly(ofTwo([-0, 5], [0, NaN], [0, NaN])))).toEqual([
    [1, 0],
    [1, 3],
  ]);
});

test('if gradients depend only on dy, no other input is needed', () => {
  const { dy, indices } = tensors();
  for (const reduction of ['none', 'mean']) {
    const results = runDirectly({ dy, indices }, { reduction });
    expect(valuesOf(results)).toEqual(valuesOf(runDirectly(tensors(), { reduction })));
  }
  expect(valuesOf(runDirectly({ dy, indices }, { reduction: 'mean' }))[1]).toEqual(
    [5 / 3, 2, 0.5, 1, 5 / 3, 2].map(Math.fround),
  );
});

test('sums have none, as their gradients are one gather each', () => {
  const { dy, indices } = tensors();
  expect(runDirectly({ dy, indices }, { reduction: 'add' })).toEqual([]);
  expect(runDirectly({ dy, indices }, { reduction: 'sub' })).toEqual([]);
});

const { dy, indices } = tensors();

/** By the error: changes of valid inputs to a maximum, and attributes. */
const WRONG = titled<[change: Inputs, attrs?: object]>({
  'ScatterNDGrad: dy is missing': [{ dy: undefined }],
  'dy has dtype int32, expected float32': [{ dy: dy.toInt() }],
  'indices has dtype float32': [{ indices: indices.toFloat() }],
  'output is miss': [{ output: undefined }, { reduction: 'mul' }],
  'output has shape [2, 3], expected [3, 2], the shape of dy': [{ output: tf.zeros([2, 3]) }],
  'output has dtype int32, expected float32, the dtype of data': [
    { output: tf.zeros([3, 2], 'int32') },
  ],
  'updates has shape [2, 2], expected [3, 2]': [
    { updates: tf.zeros([2, 2]) },
    { reduction: 'min' },
  ],
  'data has dtype string, expected numbers': [{ data: tf.fill([3, 2], 'a', 'string') }],
  'gradients is [], expected a list of': [{}, { gradients: [] }],
  "gradients is ['data', 'dy'], expected": [{}, { gradients: ['data', 'dy'] }],
  "there is no option 'axes'": [{}, { axes: 1 }],
  'ScatterNDGrad: indices has the value 3 at [0, 0]': [
    { indices: tf.tensor2d([3], [1, 1], 'int32') },
    { reduction: 'none' },
  ],
});

test.each(WRONG)('an error leaks nothing: %s', (message, change, attrs = {}) => {
  const inputs = { ...tensors(), ...change };
  const before = tf.memory();
  expect(() => runDirectly(inputs, attrs)).toThrow(message);
  const { numTensors, numDataBuffers } = tf.memory();
  expect(before).toMatchObject({ numTensors, numDataBuffers });
});

test('null is not a tensor', () => {
  expect(() => runDirectly({ dy, indices: null as never })).toThrow(
    'ScatterNDGrad: indices is missing, expected a tensor',
  );
});

test('an error frees the memory of the gradients', () => {
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
  const inputs = { ...tensors(), indices: tf.tensor2d([1, 2, 9], [3, 1], 'int32') };
  const run = () =>
    kernels.scatterGradients(OPERATIONS.ScatterND, inputs, { reduction: 'mul' }, tf.backend());
  expect(run).toThrow(/has the value 9/);
  // The gradients and the work space.
  expect(freed).toEqual(Array(5).fill([3, 2]));
});

test.each(['none', 'mul', 'max', 'mean'] as const)('%s leaves only the gradients', (reduction) => {
  const { dy, indices, data, updates } = tensors();
  const scatter = (data: tf.Tensor, updates: tf.Tensor) =>
    scatterND(data, indices, updates, { reduction });
  const before = tf.memory().numTensors;
  const both = tf.grads(scatter)([data, updates], dy);
  const one = tf.grad((updates: tf.Tensor) => scatter(data, updates))(updates, dy);
  const other = tf.grad((data: tf.Tensor) => scatter(data, updates))(data, dy);
  expect(valuesOf([other, one])).toEqual(valuesOf(both));
  expect(tf.memory().numTensors - before).toBe(4);
});

test.each([
  ['max', [256, 0]],
  ['none', [0, 128]],
  ['mean', [12, 12]],
] as const)('%s can be differentiated three times', (reduction, expected) => {
  const slopesOf = (f: (x: tf.Tensor) => tf.Tensor) => (x: tf.Tensor) => tf.grad(f)(x).square();
  const squareOf = (updates: tf.Tensor) =>
    scatterND([0], [[0], [0]], updates, { reduction, includeSelf: false }).square();
  const third = tf.grad(slopesOf(slopesOf(squareOf)))(tf.tensor1d([2, 1]));
  expect([...third.dataSync()]).toEqual(expected);
});

test('a dropped row does not spoil the gradient of a squared, masked log softmax', () => {
  const ids = tf.tensor1d([0, -1, 0], 'int32');
  const loss = (x: tf.Tensor) => {
    const squared = tf.square(unsortedSegmentLogSoftmax(x, ids, 1));
    return tf.sum(tf.where(tf.greaterEqual(ids, 0), squared, tf.zerosLike(squared)));
  };
  const [first, dropped, last] = tf
    .grad(loss)(tf.tensor1d([1, 5, 1]))
    .dataSync();
  expect(dropped).toBe(0);
  expect([first, last]).toEqual([0, 0]);
});
