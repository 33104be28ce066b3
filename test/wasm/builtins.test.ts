/** tfjs' own ops on wasm: they stay within their memory, and missing kernels are added. */
import * as tf from '@tensorflow/tfjs';
import { accelerateBuiltins, registerKernels } from 'tfjs-gather-scatter';
import { allocationsOf, heap, useWasm, wasmBackend } from './backend.js';

useWasm();

beforeEach(() => {
  tf.engine().startScope();
});
afterEach(() => {
  tf.engine().endScope();
});

const ids = (values: number[], shape = [values.length]) => tf.tensor(values, shape, 'int32');

/** Scatters of one value to an index; tfjs' own kernels write there, even out of bounds. */
const SCATTERS: Record<string, (index: number) => tf.Tensor> = {
  scatterND: (index) => tf.scatterND(ids([index], [1, 1]), tf.tensor1d([100]), [4]),
  tensorScatterUpdate: (index) =>
    tf.tensorScatterUpdate(tf.zeros([4]), ids([index], [1, 1]), tf.tensor1d([99])),
  sparseToDense: (index) => tf.sparseToDense(ids([index]), tf.tensor1d([98]), [4], 0),
  unsortedSegmentSum: (index) =>
    tf.unsortedSegmentSum(tf.tensor1d([97]), ids([index]) as tf.Tensor1D, 4),
};

describe('with acceleration,', () => {
  let undo: () => void;
  beforeEach(() => {
    undo = accelerateBuiltins();
  });
  afterEach(() => {
    undo();
  });

  describe.each(Object.entries(SCATTERS))('%s', (name, scatter) => {
    test('writes to no other tensor', () => {
      const others = Array.from({ length: 64 }, () => tf.ones([16]));
      for (const index of [-1, -2, -1038, 4, 5, 1000, -(2 ** 31), 2 ** 31 - 1]) {
        if (name === 'tensorScatterUpdate') {
          expect(() => scatter(index)).toThrow(`indices has the value ${index} at [0, 0]`);
        } else {
          expect([...scatter(index).dataSync()]).toEqual([0, 0, 0, 0]);
        }
      }
      for (const other of others) expect(new Set(other.dataSync())).toEqual(new Set([1]));
    });
  });

  test.each(['scatterND', 'unsortedSegmentSum'])(
    '%s allocates only its output, and frees it once',
    (name) => {
      const before = wasmBackend().numDataIds();
      tf.tidy(() => {
        const { sizes, left } = allocationsOf(() => {
          SCATTERS[name](1).dispose();
        });
        // Indices and values have 4 bytes each. Whether there is room is found out first.
        expect(sizes.filter((size) => size > 4)).toEqual([16, 16]);
        // The two inputs.
        expect(left).toBe(2);
      });
      expect(wasmBackend().numDataIds()).toBe(before);
    },
  );

  test.each(['scatterND', 'sparseToDense', 'unsortedSegmentSum'])(
    '%s writes nothing and leaks nothing if the heap has no room',
    (name) => {
      SCATTERS[name](1);
      const before = wasmBackend().numDataIds();
      // No allocation has address 0.
      const [savedBytes, marks] = [heap().HEAPU8.slice(0, 16), new Uint8Array(16).fill(7)];
      heap().HEAPU8.set(marks);
      const allocate = heap()._malloc.bind(heap());
      const malloc = jest.spyOn(heap(), '_malloc').mockImplementation((bytes) =>
        // Only the output has 16 bytes.
        bytes === 16 ? 0 : allocate(bytes),
      );
      const call = () => tf.tidy(() => SCATTERS[name](1));
      expect(call).toThrow(
        /is .*4.*, which needs 4 values \(shape \[4\]\), expected fewer: the heap of the wasm backend has/,
      );
      malloc.mockRestore();
      expect(heap().HEAPU8.slice(0, 16)).toEqual(marks);
      heap().HEAPU8.set(savedBytes);
      expect(wasmBackend().numDataIds()).toBe(before);
    },
  );

  test.each([
    [0, [-0, 0, 3, 0]],
    [-0, [-0, 0, 3, -0]],
    [5, [-0, 0, 3, 5]],
  ])('sparseToDense sums -0 as documented, where the rest is %j', (rest, expected) => {
    const values = tf.tensor1d([-0, 1, -1, 3, -0]);
    const y = tf.sparseToDense(ids([0, 1, 1, 2, 0]), values, [4], rest);
    expect([...y.dataSync()]).toEqual(expected);
  });
});

test('tf.gather can be differentiated, without the acceleration', () => {
  const lookUp = (x: tf.Tensor) => tf.gather(x, ids([2, 0, 2]));
  const table = tf.tensor2d([1, 2, 3, 4, 5, 6], [3, 2]);
  expect(tf.grad(lookUp)(table).arraySync()).toEqual([
    [1, 1],
    [0, 0],
    [2, 2],
  ]);
});

test('unsortedSegmentSum drops values without a segment, and rejects shapes that do not fit', () => {
  const sum = (values: number[]) =>
    tf.unsortedSegmentSum(tf.tensor1d([1, 2, 3, 4]), ids(values) as tf.Tensor1D, 2);
  expect([...sum([0, -1, 2, 0]).dataSync()]).toEqual([5, 0]);
  expect(() => sum([0, 1])).toThrow(/^tf\.unsortedSegmentSum: updates has shape \[4\]/);
});

test('registerKernels adds only the kernel that older releases of tfjs do not have', () => {
  const names = ['TensorScatterUpdate', 'SparseToDense'];
  const stock = names.map((name) => tf.getKernel(name, 'wasm'));
  const others = () =>
    tf.getKernelsForBackend('wasm').filter(({ kernelName }) => !names.includes(kernelName));
  const before = others();
  registerKernels('wasm');
  expect(names.map((name) => tf.getKernel(name, 'wasm'))).toEqual(stock);
  for (const name of names) tf.unregisterKernel(name, 'wasm');
  registerKernels('wasm');
  const updated = tf.tensorScatterUpdate(tf.tensor1d([1, 2]), ids([1], [1, 1]), tf.tensor1d([5]));
  expect([...updated.dataSync()]).toEqual([1, 5]);
  expect([...tf.sparseToDense(ids([1]), tf.tensor1d([5]), [2], 7).dataSync()]).toEqual([7, 5]);
  expect(others()).toEqual(before);
  for (const config of stock) {
    tf.unregisterKernel(config.kernelName, 'wasm');
    tf.registerKernel(config);
  }
});
