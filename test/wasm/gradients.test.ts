/** Gradients of scatters in the heap have the bits of the cpu backend. */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';
import { chance, pick } from '../support/random_values.js';
import { testRandomly } from '../support/seed.js';
import type { Draw } from '../support/seed.js';
import { useWasm } from './backend.js';
import { expectSameBits, outcomeOf, randomCall, randomTensor } from './calls.js';
import type { KernelCall } from './calls.js';

useWasm();

const WANTED = [['data', 'updates'], ['updates'], ['data']];

/** A random call of a gradient kernel, with the scatter's own output or arbitrary values. */
function randomGradient(draw: Draw): KernelCall {
  const kind = pick(draw, ['float32', 'factors', 'factors', 'int32'] as const);
  const { kernel, inputs, attrs } = randomCall(draw, kind, true);
  const { shape } = inputs.data;
  const found = outcomeOf('cpu', 'auto', { kernel, inputs, attrs });
  const isOwn = typeof found !== 'string' && chance(draw, 2);
  const bits = isOwn && (kind === 'int32' ? found : new Float32Array(found.buffer));
  return {
    kernel: `${kernel}Grad`,
    inputs: {
      ...inputs,
      dy: randomTensor(draw, shape, 'float32'),
      output: bits
        ? tf.tensor(bits, shape, kind === 'int32' ? kind : 'float32')
        : randomTensor(draw, shape, kind),
    },
    attrs: { ...attrs, gradients: pick(draw, [...WANTED, WANTED[0]]) },
  };
}

testRandomly('gradients of scatters have the bits of the cpu backend', 1000, (draw) => {
  expectSameBits(randomGradient(draw));
  return Promise.resolve();
});

test.each([
  [[5000], [], 3000],
  [[5000], [], 2048],
  [[300], [40], 7],
  [[30], [2100], 2],
])('of data of %j by slices of %j, dropped every %i sites', (places, slice, period) => {
  for (const [reduction, least] of [
    ['none', 1],
    ['max', 1],
    ['mul', 1],
    ['mul', 0],
  ] as const) {
    const [size] = places;
    const ids = Array.from({ length: size }, (_, i) =>
      i % period === period - 1 ? 99_999 : (i * 7919) % (size >> 1),
    );
    const range = (count: number) =>
      tf.tidy(() => tf.add(least, tf.mod(tf.range(0, count), 7).reshape([-1, ...slice])));
    const length = slice.reduce((product, n) => product * n, 1);
    const updates = range(ids.length * length);
    // No update lands on the last slice. Infinite values there would make NaN of mul.
    const data = tf.tidy(() =>
      tf.concat([range((size - 1) * length), tf.fill([1, ...slice], Infinity)]),
    );
    const scattered = { data, indices: tf.tensor2d(ids, [size, 1], 'int32'), updates };
    const attrs = { reduction, outOfBounds: 'drop' };
    const output = tf.engine().runKernel<tf.Tensor>('ScatterND', scattered, attrs);
    const inputs = { ...scattered, output, dy: range(size * length) };
    const call = { kernel: 'ScatterNDGrad', inputs, attrs };
    const [onWasm, onCpu] = ['wasm', 'cpu'].map((name) => String(outcomeOf(name, 'auto', call)));
    // Showing the difference of long arrays takes minutes.
    expect(onWasm === onCpu).toBe(true);
    tf.dispose(call.inputs);
  }
});
