/** The gradients of scatters, in cases that the tables and the random calls seldom meet. */
import * as tf from '@tensorflow/tfjs';
import { scatterElements, scatterND } from 'tfjs-gather-scatter';
import { unsortedSegmentLogSoftmax } from 'tfjs-gather-scatter/segment';
import { int, pick } from '../support/random_values.js';
import { testRandomly } from '../support/seed.js';

beforeAll(() => tf.setBackend('cpu'));

const valuesOf = (results: tf.Tensor[]) => results.map((result) => [...result.dataSync()]);

type Scatter = (data: tf.Tensor, updates: tf.Tensor) => tf.Tensor;

/** The gradients of data and updates, by default for a dy of 2 and 3. */
const slopes = (scatter: Scatter, data: tf.Tensor, updates: tf.Tensor, dy = tf.tensor1d([2, 3])) =>
  valuesOf(tf.grads(scatter)([data, updates], dy));

const max: Scatter = (data, updates) =>
  scatterElements(data, [0, 1], updates, { reduction: 'max' });

test('int32 and bool count as numbers', () => {
  const scatter: Scatter = (data, updates) =>
    scatterElements(data, [0, 0], updates, { reduction: 'max' });
  const [data, updates] = [tf.tensor1d([5, 1], 'int32'), tf.tensor1d([5, 4], 'int32')];
  const results = tf.grads(scatter)([data, updates], tf.tensor1d([2, 3]));
  expect(results.map(({ dtype }) => dtype)).toEqual(['float32', 'float32']);
  expect(valuesOf(results)).toEqual([
    [1, 3],
    [1, 0],
  ]);
});

test('int32 values that are equal as float32 are distinguished', () => {
  const data = tf.tensor1d([2 ** 24, -(2 ** 31)], 'int32');
  expect(slopes(max, data, tf.tensor1d([2 ** 24 + 1, 0], 'int32'))).toEqual([
    [0, 0],
    [2, 3],
  ]);
});

test.each([
  ['max', [1, 0, 5], [1, 3]],
  ['mul', [2, 3, 5], [2, 0]],
] as const)('any byte of a bool but 0 is true, for %s', (reduction, ofData, ofUpdates) => {
  const of = (...bytes: number[]) => tf.tensor1d(new Uint8Array(bytes), 'bool');
  const scatter: Scatter = (data, updates) => scatterElements(data, [0, 1], updates, { reduction });
  const found = slopes(scatter, of(2, 0, 255), of(1, 7), tf.tensor1d([2, 3, 5]));
  expect(found).toEqual([ofData, ofUpdates]);
});

test('0 and -0 are the same extremum, and NaN is every extremum', () => {
  expect(slopes(max, tf.tensor1d([-0, 5]), tf.tensor1d([0, NaN]))).toEqual([
    [1, 0],
    [1, 3],
  ]);
});

test('without includeSelf, max has gradients for data only where no update lands', () => {
  const scatter: Scatter = (data, updates) =>
    scatterND(data, [[2], [0], [2]], updates, { reduction: 'max', includeSelf: false });
  const updates = tf.tensor2d([7, 2, 9, 1, 7, 8], [3, 2]);
  const dy = tf.tensor2d([1, 2, 3, 4, 5, 6], [3, 2]);
  const results = tf.grads(scatter)([tf.tensor2d([1, 9, 3, 4, 5, 6], [3, 2]), updates], dy);
  expect(valuesOf(results)).toEqual([
    [0, 0, 3, 4, 0, 0],
    [2.5, 0, 1, 2, 2.5, 6],
  ]);
});

test('mul with a zero: data gets dy where nothing lands, but NaN where it is infinite', () => {
  const fill = (value: number) => new Array<number>(200).fill(value);
  const [data, wanted] = [fill(3), fill(2)];
  [data[130], wanted[130], wanted[0]] = [Infinity, NaN, 0];
  const scatter: Scatter = (data, updates) => scatterND(data, [[0]], updates, { reduction: 'mul' });
  const results = slopes(scatter, tf.tensor1d(data), tf.tensor1d([0]), tf.tensor1d(fill(2)));
  expect(results).toEqual([wanted, [6]]);
});

test('mul: a product of the others is formed before dy, which might overflow', () => {
  const scatter: Scatter = (data, updates) => scatterND(data, [[0]], updates, { reduction: 'mul' });
  for (const zero of [[], [0]]) {
    const [data, updates] = [tf.tensor1d([1e20, ...zero]), tf.tensor1d([1e10])];
    const dy = tf.tensor1d([1e15, ...zero]);
    expect(slopes(scatter, data, updates, dy)[1]).toEqual([Math.fround(1e35)]);
  }
});

test.each([[[]], [[0]]])('mul: a dropped site gets 0, not -0, for a negative update', (zero) => {
  const scatter: Scatter = (data, updates) =>
    scatterND(data, [[0], [9], ...zero.map(() => [1])], updates, {
      reduction: 'mul',
      outOfBounds: 'drop',
    });
  const [data, updates] = [tf.tensor1d([3, 1]), tf.tensor1d([-2, -5, ...zero])];
  const [ofData, ofUpdates] = slopes(scatter, data, updates, tf.tensor1d([1, 1]));
  expect(ofData).toEqual([-2, zero.length > 0 ? 0 : 1]);
  expect(ofUpdates).toEqual([3, 0, ...zero.map(() => 1)]);
});

test.each(['none', 'mul', 'max', 'mean'] as const)('%s leaves only the gradients', (reduction) => {
  const indices = tf.tensor2d([2, 0, 2], [3, 1], 'int32');
  const [data, updates] = [tf.tensor2d([1, 2, 3, 4, 5, 6], [3, 2]), tf.ones([3, 2])];
  const scatter: Scatter = (data, updates) => scatterND(data, indices, updates, { reduction });
  const dy = tf.tensor2d([1, 2, 3, 4, 5, 6], [3, 2]);
  const before = tf.memory().numTensors;
  const both = tf.grads(scatter)([data, updates], dy);
  const one = tf.grad((updates: tf.Tensor) => scatter(data, updates))(updates, dy);
  const other = tf.grad((data: tf.Tensor) => scatter(data, updates))(data, dy);
  expect(valuesOf([other, one])).toEqual(valuesOf(both));
  expect(tf.memory().numTensors - before).toBe(4);
});

const SPECIAL = [0, -0, 0.5, -1, 1, 3, Infinity, -Infinity, NaN];

describe.each(['none', 'mean', 'max', 'min', 'mul'] as const)('gradients of %s', (reduction) => {
  describe.each([2, 15, 16, 33, 2500])('of slices of %d', (sliceSize) => {
    const runs = sliceSize > 1000 ? 4 : 20;
    testRandomly('are those of single values, together and apart', runs, (draw) => {
      const sites = int(draw, 1, 8);
      const rows = Array.from({ length: sites }, () => int(draw, -6, 5));
      const dtype = pick(draw, ['float32', 'float32', 'int32'] as const);
      const odd = pick(draw, [6, 9]);
      const random = (rows: number, dtype: 'float32' | 'int32' = 'float32') => {
        const values = Array.from(
          { length: rows * sliceSize },
          () => SPECIAL[int(draw, 0, odd - 1)],
        );
        const finite = values.map((value) => (Number.isFinite(value) ? value : 2));
        return tf.tensor2d(dtype === 'int32' ? finite : values, [rows, sliceSize]).cast(dtype);
      };
      const [data, updates, dy] = [random(5, dtype), random(sites, dtype), random(5)];
      const includeSelf = pick(draw, [true, false]);
      const options = {
        reduction,
        includeSelf,
        outOfBounds: pick(draw, ['drop', 'clamp'] as const),
      };
      const indices = tf.tensor2d(rows, [sites, 1], 'int32');
      const bySlices: Scatter = (data, updates) => scatterND(data, indices, updates, options);
      const bySingles: Scatter = (data, updates) =>
        scatterElements(data, tf.tile(indices, [1, sliceSize]), updates, options);
      const together = valuesOf(tf.grads(bySlices)([data, updates], dy));
      expect(together).toEqual(valuesOf(tf.grads(bySingles)([data, updates], dy)));
      // On a tape, each is computed separately.
      const apart = [0, 1].map((i) => {
        let values: number[] = [];
        tf.grad((dy: tf.Tensor) => {
          const gradient = tf.grads(bySlices)([data, updates], dy)[i];
          values = [...gradient.dataSync()];
          return gradient;
        })(dy);
        return values;
      });
      expect(apart).toEqual(together);
      return Promise.resolve();
    });
  });
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
