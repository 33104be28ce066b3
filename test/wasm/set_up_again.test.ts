/** A wasm backend that was removed and set up again, with another heap. */
import * as tf from '@tensorflow/tfjs';
import { accelerateBuiltins, gatherElements, scatterElements } from 'tfjs-gather-scatter';
import { heap, useWasm, wasmBackend } from './backend.js';

useWasm();

/** The results of an op of each kind, of both gradients, and of one of tfjs' ops. */
function results(): number[][] {
  return tf.tidy(() => {
    const data = tf.tensor1d([1, 2, 3, 4]);
    const indices = tf.tensor1d([3, 0, 3], 'int32');
    const updates = tf.tensor1d([10, 20, 30]);
    const scatter = (data: tf.Tensor, updates: tf.Tensor) =>
      scatterElements(data, indices, updates, { reduction: 'max' });
    return [
      gatherElements(data, indices),
      scatter(data, updates),
      ...tf.grads(scatter)([data, updates]),
      tf.unsortedSegmentSum(updates, indices, 4),
    ].map((result) => [...result.dataSync()]);
  });
}

test('works in the new heap, and does not touch the old one', async () => {
  const undo = accelerateBuiltins();
  const expected = results();
  const before = wasmBackend();
  const old = heap().HEAPU8;
  const factory = tf.findBackendFactory('wasm');

  tf.removeBackend('wasm');
  const savedBytes = old.slice();
  tf.registerBackend('wasm', factory);
  await tf.setBackend('wasm');
  expect(wasmBackend()).not.toBe(before);
  expect(heap().HEAPU8.buffer).not.toBe(old.buffer);

  for (const way of ['auto', 'views']) {
    tf.env().set('GATHER_SCATTER_WASM', way);
    expect(results()).toEqual(expected);
  }
  expect(expected[1]).toEqual([20, 2, 3, 30]);
  // Compared as a whole: comparing single values takes seconds.
  expect(Buffer.compare(Buffer.from(old.buffer), Buffer.from(savedBytes.buffer))).toBe(0);
  undo();
});
