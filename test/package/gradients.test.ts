/** The gradients of scatters, in cases that the tables and the random calls seldom meet. */
import * as tf from '@tensorflow/tfjs';
import '@tensorflow/tfjs-backend-wasm';
import { scatterElements, scatterND } from 'tfjs-gather-scatter';
import { unsortedSegmentLogSoftmax } from 'tfjs-gather-scatter/segment';

beforeAll(() => tf.setBackend('cpu'));

const valuesOf = (results: tf.Tensor[]) => results.map((result) => [...result.dataSync()]);

type Scatter = (data: tf.Tensor, updates: tf.Tensor) => tf.Tensor;

/** The gradients of data and updates, by default for a dy of 2 and 3. */
const slopes = (
  scatter: Scatter,
  data: tf.Tensor,
  updates: tf.Tensor,
  dy: tf.Tensor = tf.tensor1d([2, 3]),
) => valuesOf(tf.grads(scatter)([data, updates], dy));

/** Multiplies the first value. */
const scatter: Scatter = (data, updates) => scatterND(data, [[0]], updates, { reduction: 'mul' });

test('mul with a zero: data gets dy where nothing lands, but NaN where it is infinite', () => {
  const fill = (value: number) => new Array<number>(200).fill(value);
  const [data, wanted] = [fill(3), fill(2)];
  [data[130], wanted[130], wanted[0]] = [Infinity, NaN, 0];
  const results = slopes(scatter, tf.tensor1d(data), tf.tensor1d([0]), tf.tensor1d(fill(2)));
  expect(results).toEqual([wanted, [6]]);
});

test('mul: a product of the others is formed before dy, which might overflow', () => {
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

describe.each(['cpu', 'wasm'])('mul of rank 7 on %s', (backend) => {
  beforeAll(() => tf.setBackend(backend));
  afterAll(() => tf.setBackend('cpu'));

  const shape = [2, 1, 1, 1, 1, 1, 1];
  const scatters: Record<string, Scatter> = {
    scatterND: (data, updates) => scatterND(data, [[1]], updates, { reduction: 'mul' }),
    scatterElements: (data, updates) => {
      const indices = tf.ones([1, ...shape.slice(1)], 'int32');
      return scatterElements(data, indices, updates, { reduction: 'mul' });
    },
  };

  test.each(Object.entries(scatters))('%s has right second derivatives', (_, scatter) => {
    const [data, updates] = [tf.tensor([2, 3], shape), tf.tensor([5], [1, ...shape.slice(1)])];
    // The squares of a and of b·u, whose gradient is (2a, 2b·u²) and 2b²·u.
    const loss: Scatter = (data, updates) => scatter(data, updates).reshape([2]).square().sum();
    const sumOf = (values: tf.Tensor) => values.reshape([-1]).sum();
    const sumOfSlopes: Scatter = (data, updates) => {
      const [ofData, ofUpdates] = tf.grads(loss)([data, updates]);
      return sumOf(ofData).add(sumOf(ofUpdates));
    };
    expect(slopes(sumOfSlopes, data, updates, tf.scalar(1))).toEqual([
      [2, 2 * 5 ** 2 + 4 * 3 * 5],
      [4 * 3 * 5 + 2 * 3 ** 2],
    ]);
  });
});
