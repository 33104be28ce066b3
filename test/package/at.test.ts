/** What tables of calls cannot write: lists of tensors, methods, options, and gradients of repeated updates. */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';
import 'tfjs-gather-scatter/chained';
import { at } from 'tfjs-gather-scatter/indexing';

beforeAll(() => tf.setBackend('cpu'));

const x = () => tf.tensor2d([1, 2, 3, 4], [2, 2]);
const ids = () => tf.tensor1d([1, 0], 'int32');

/** As JavaScript callers can write it. */
const get = (...indices: unknown[]): unknown =>
  (Reflect.apply(at, null, [x(), ...indices]) as { get: () => unknown }).get();

test.each([[[ids(), ids()]], [[[0, 1], ids()]]])(
  'a list that holds tensors is an error',
  (list) => {
    expect(() => get(list)).toThrow(
      'at.get: indices[0] is a list that holds tensors, expected one argument per axis, such as ' +
        'at(x, rows, columns).',
    );
  },
);

test.each([
  [null, 'null'],
  [undefined, 'undefined'],
  [true, 'true'],
  [{}, 'an object'],
])('%p is no index', (index, shown) => {
  expect(() => get(index, 0)).toThrow(`at.get: indices[0] is ${shown}, expected an integer`);
});

test('a last argument that is no index is checked as options', () => {
  expect(() => get(0, new Map())).toThrow('at.get: options is an instance of Map, expected');
  expect(() => get(0, { axis: 1 })).toThrow("at.get: there is no option 'axis'");
});

test('the options follow any number of indices', () => {
  const padded = { outOfBounds: 'drop', wrapNegatives: false, fill: 9 } as const;
  expect(at(x(), padded).get().arraySync()).toEqual(x().arraySync());
  expect(at(x(), [-1, 1], padded).get().arraySync()).toEqual([
    [9, 9],
    [3, 4],
  ]);
});

test('tensors have it as a method', () => {
  const mask = x().greater(2);
  expect(x().at(mask).set(0).arraySync()).toEqual([
    [1, 2],
    [0, 0],
  ]);
  expect(x().at(':', ids()).get().arraySync()).toEqual([
    [2, 1],
    [4, 3],
  ]);
});

test('the gradient of updates that are repeated is a sum', () => {
  const weights = tf.tensor2d([1, 10, 100, 1000], [2, 2]);
  const row = tf.tensor1d([5, 6]);
  const loss = (x: tf.Tensor, row: tf.Tensor) => at(x, ids()).add(row).mul(weights).sum();
  const [ofX, ofRow] = tf.grads((...all) => loss(all[0], all[1]))([x(), row]);
  expect(ofX.arraySync()).toEqual(weights.arraySync());
  expect(ofRow.arraySync()).toEqual([101, 1010]);
});

test('a mask that an op computed in a gradient', () => {
  const loss = (x: tf.Tensor) => at(x, x.greater(2)).mul(3).sum();
  expect(tf.grad(loss)(x()).arraySync()).toEqual([
    [1, 1],
    [3, 3],
  ]);
});

test('positions out of bounds are an error even where a slice leaves nothing of them', () => {
  const x = tf.zeros([3, 4]);
  expect(() => at(x, '0:0', [9]).get()).toThrow(/out of bounds/);
  expect(() => at(x, '0:0', [9]).set(1)).toThrow(/out of bounds/);
});
