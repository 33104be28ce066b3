/** Gradients of scatters in the heap: their bits, and the memory that they use. */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';
import { chance, pick } from '../support/random_values.js';
import { testRandomly } from '../support/seed.js';
import type { Draw } from '../support/seed.js';
import {
  allocationsOf,
  expectNoLeak,
  heap,
  useWasm,
  wasmBackend,
  whileGrowing,
} from './backend.js';
import { outcomeOf, randomCall, randomTensor } from './calls.js';
import type { KernelCall } from './calls.js';

useWasm();

type Given = Partial<Record<'data' | 'updates', tf.Tensor>> & { ids?: number[]; depth?: number };

/** The inputs of a gradient kernel; updates land on places 1, 1 and the last one. */
function inputsOf(
  reduction: string,
  slice: number[],
  { data, updates, ids = [1, 1, -1], depth = 1 }: Given = {},
): tf.NamedTensorMap {
  const indices = tf.tile(tf.tensor2d(ids, [ids.length, 1], 'int32'), [1, depth]);
  const shape = [...new Array<number>(depth).fill(4), ...slice];
  const scattered = {
    data: data ?? tf.fill(shape, 2),
    indices,
    updates: updates ?? tf.fill([ids.length, ...slice], 3),
  };
  const attrs = { reduction, outOfBounds: 'drop' };
  const output = tf.engine().runKernel<tf.Tensor>('ScatterND', scattered, attrs);
  return { ...scattered, output, dy: tf.onesLike(tf.cast(scattered.data, 'float32')) };
}

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
  const call = randomGradient(draw);
  // Also copies inputs from cpu into the heap.
  const byViews = outcomeOf('wasm', 'views', call);
  const before = wasmBackend().numDataIds();
  const byModule = outcomeOf('wasm', 'auto', call);
  const left = wasmBackend().numDataIds() - before;
  const onCpu = outcomeOf('cpu', 'auto', call);
  tf.dispose(call.inputs);
  expect(byModule).toEqual(onCpu);
  expect(byViews).toEqual(onCpu);
  expect(left).toBe(0);
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
    const attrs = { reduction, outOfBounds: 'drop' };
    const inputs = inputsOf(reduction, slice, { data, updates, ids });
    inputs.dy.dispose();
    const call = {
      kernel: 'ScatterNDGrad',
      inputs: { ...inputs, dy: range(size * length) },
      attrs,
    };
    const [onWasm, onCpu] = ['wasm', 'cpu'].map((name) => String(outcomeOf(name, 'auto', call)));
    // Showing the difference of long arrays takes minutes.
    expect(onWasm === onCpu).toBe(true);
    tf.dispose(call.inputs);
  }
});

test('products with zeros survive a growing heap', () => {
  tf.tidy(() => {
    const inputs = inputsOf('mul', [], { updates: tf.tensor1d([0, 5, 0]) });
    const [ofData, ofUpdates] = whileGrowing(() =>
      tf.engine().runKernel<tf.Tensor[]>('ScatterNDGrad', inputs, { reduction: 'mul' }),
    );
    expect([...ofData.dataSync()]).toEqual([1, 0, 1, 0]);
    expect([...ofUpdates.dataSync()]).toEqual([10, 0, 2]);
  });
});

describe('gradients of updates alone', () => {
  const attrs = { reduction: 'max', gradients: ['updates'] };
  const run = (inputs: tf.NamedTensorMap) => () =>
    tf.engine().runKernel<tf.Tensor[]>('ScatterNDGrad', inputs, attrs);
  const expected = [0.5, 0.5, 1];

  test('free the work space', () => {
    tf.tidy(() => {
      expect(allocationsOf(run(inputsOf('max', [])))).toEqual({
        sizes: [16, 12, 16, 12, 12],
        left: 1,
      });
    });
  });

  test('survive a growing heap', () => {
    tf.tidy(() => {
      const [gradient] = whileGrowing(run(inputsOf('max', [])));
      expect([...gradient.dataSync()]).toEqual(expected);
    });
  });

  test('leak nothing if the heap has no memory for them, or an index is out of bounds', () => {
    tf.tidy(() => {
      const inputs = inputsOf('max', []);
      const before = wasmBackend().numDataIds();
      const allocate = heap()._malloc.bind(heap());
      const malloc = jest.spyOn(heap(), '_malloc');
      malloc.mockImplementationOnce(allocate).mockReturnValueOnce(0);
      expect(run(inputs)).toThrow(/^The wasm backend had no memory for a tensor of 12 bytes/);
      malloc.mockRestore();
      expect(wasmBackend().numDataIds()).toBe(before);

      const bad = { ...inputs, indices: tf.tensor2d([1, 4, 1], [3, 1], 'int32') };
      expectNoLeak(() => {
        expect(run(bad)).toThrow('indices has the value 4 at [1, 0]');
      });
    });
  });
});
