/** Pairs of positions on wasm, where tfjs' concat takes longer than the ops that use them. */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';
import { at } from 'tfjs-gather-scatter/indexing';
import { useWasm } from './backend.js';

useWasm();

test('columns of positions are joined without concat', () => {
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
