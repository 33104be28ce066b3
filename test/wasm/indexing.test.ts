/** Pairs of positions on wasm, where tfjs' concat along the last axis takes longer than the ops that use them. */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';
import { at } from 'tfjs-gather-scatter/indexing';
import { useWasm } from './backend.js';

useWasm();

test('few columns of positions are joined without concat', () => {
  const concat = jest.spyOn(tf.getKernel('Concat', 'wasm'), 'kernelFunc');
  tf.tidy(() => {
    const x = tf.tensor2d([1, 2, 3, 4, 5, 6], [3, 2]);
    const [rows, columns] = [tf.tensor1d([2, 0, -1], 'int32'), tf.tensor1d([1, 1, 0], 'int32')];
    expect(at(x, rows, columns).get().arraySync()).toEqual([6, 2, 5]);
    expect(at(x, rows.reshape([3, 1]), columns).get().shape).toEqual([3, 3]);
    const square = (x: tf.Tensor) => at(x, rows, columns).get().square();
    expect(tf.grad(square)(x).arraySync()).toEqual([
      [0, 4],
      [0, 0],
      [10, 12],
    ]);
  });
  expect(concat).not.toHaveBeenCalled();
  concat.mockRestore();
});

test('many columns of positions are joined in the heap', () => {
  tf.tidy(() => {
    const x = tf.range(0, 60).reshape([3, 4, 5]);
    const column = (below: number) =>
      tf.tensor1d(
        Int32Array.from({ length: 5000 }, (_, i) => ((i * 7919) % (2 * below)) - below),
        'int32',
      );
    const columns = [column(3), column(4), column(5)];
    const positions = columns.map((each) => [...each.dataSync()]);
    const places = [3, 4, 5];
    const expected = positions[0].map((_, i) =>
      places.reduce((at, size, d) => at * size + ((positions[d][i] + size) % size), 0),
    );
    const reads = jest.spyOn(tf.backend(), 'readSync');
    const found = at(x, columns[0], columns[1], columns[2]).get();
    expect(reads).not.toHaveBeenCalled();
    reads.mockRestore();
    expect([...found.dataSync()]).toEqual(expected);
    expect(at(x, columns[0].reshape([5000, 1]), 1, tf.tensor1d([4], 'int32')).get().shape).toEqual([
      5000, 1,
    ]);
    const [rows, others] = [column(3), column(4)];
    const gradient = tf.grad((x) => at(x, rows, others, '0:1').get().sum())(x);
    expect(gradient.sum().dataSync()[0]).toBe(5000);
  });
});
