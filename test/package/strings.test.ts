/** Joining many strings must not take quadratic time. */
import * as tf from '@tensorflow/tfjs';
import { scatterND } from 'tfjs-gather-scatter';

beforeAll(() => tf.setBackend('cpu'));

test('each update is copied once when strings are joined', () => {
  const count = 5_000;
  const indices = tf.zeros([count, 1], 'int32');
  const updates = tf.fill([count], 'ab', 'string');
  const copies = jest.spyOn(Uint8Array.prototype, 'set');
  const [whole, other] = scatterND(['x', 'y'], indices, updates, {
    reduction: 'add',
  }).dataSync<'string'>();
  const copied = copies.mock.calls.reduce((sum, [bytes]) => sum + bytes.length, 0);
  copies.mockRestore();
  expect(whole).toBe(`x${'ab'.repeat(count)}`);
  expect(other).toBe('y');
  expect(copied).toBe(1 + 2 * count);
});
