/** What tfjs-node asks of a backend's kernels, besides what every call there checks: tensors as inputs, and BigInts. */
import * as tf from '@tensorflow/tfjs';
import {
  checkIndices,
  gatherElements,
  gatherND,
  scatterElements,
  scatterND,
} from 'tfjs-gather-scatter';
import { unsortedSegmentMean } from 'tfjs-gather-scatter/segment';
import { type KeepsShapes, startBackendThatKeepsShapes } from '../support/keeps_shapes.js';
import { stopBackend } from '../support/in_process.js';

let backend: KeepsShapes;

beforeAll(async () => {
  backend = await startBackendThatKeepsShapes();
});

afterAll(stopBackend);

const x = () => tf.tensor2d([3, 6, 9, 12, 15, 18], [3, 2]);

test.each([
  ['wraps negative indices', [[5], [-1]], {}, [179, 29_999]],
  ['clamps', [[5], [2000]], { outOfBounds: 'clamp' }, [179, 29_999]],
  ['keeps a policy that no index needs', [[5], [6]], { outOfBounds: 'drop' }, [179, 209]],
] as const)(
  'a gather from a large table %s, in the own kernel of the backend',
  (_, [[first], [last]], options, expected) => {
    const data = tf.reshape(tf.range(0, 30_000), [1000, 30]);
    const native = jest.spyOn(tf.getKernel('GatherNd', 'keeps-shapes'), 'kernelFunc');
    const rows = gatherND(data, [[first], [last]], options);
    expect(native).toHaveBeenCalledTimes(1);
    native.mockRestore();
    expect(tf.square(rows).shape).toEqual([2, 30]);
    expect(tf.slice(rows, [0, 29], [-1, 1]).flatten().arraySync()).toEqual(expected);
  },
);

test('parts of complex64 are passed on as tensors, and are freed', () => {
  const data = tf.complex([1, 2, 3], [4, 5, 6]);
  const before = [tf.memory().numTensors, backend.numDataIds()];
  const y = tf.tidy(() =>
    scatterND(data, [[1], [1]], tf.complex([10, 20], [0, 1]), { reduction: 'add' }),
  );
  expect(y.dataSync()).toEqual(new Float32Array([1, 4, 32, 6, 3, 6]));
  // A call outside tf.tidy, so that nothing else frees what the kernel made.
  const direct = tf
    .engine()
    .runKernel<tf.Tensor>('GatherND', { data, indices: tf.tensor2d([[2]], [1, 1], 'int32') });
  expect(direct.dataSync()).toEqual(new Float32Array([3, 6]));
  tf.dispose([y, direct]);
  expect([tf.memory().numTensors, backend.numDataIds()]).toEqual([before[0] + 1, before[1] + 1]);
});

test('indices and values may be BigInts', async () => {
  expect(await gatherND(x(), backend.int64([2n, -3n], [2, 1])).array()).toEqual([
    [15, 18],
    [3, 6],
  ]);
  const sums = unsortedSegmentMean(backend.int64([1n, 3n], [2]), backend.int64([0n, 0n], [2]), 1);
  expect([sums.dtype, await sums.array()]).toEqual(['int32', [2]]);
  await checkIndices(x(), backend.int64([1n], [1, 1]), { batchDims: 0 });
  await expect(checkIndices(x(), backend.int64([9n], [1, 1]), { batchDims: 0 })).rejects.toThrow(
    'checkIndices: indices has the value 9 at [0, 0], which is out of bounds',
  );
});

test('a BigInt that int32 cannot hold is an error, and wraps to no index', () => {
  expect(() => gatherND(x(), backend.int64([2n ** 32n], [1, 1]))).toThrow(
    'gatherND: a tensor of int64 holds 4294967296, expected values in the range of int32.',
  );
});

test('tensors that another backend has are read there', async () => {
  await tf.setBackend('cpu');
  const inputs = [tf.tensor1d([1, 2, 3]), tf.tensor1d([2, 0], 'int32'), tf.tensor1d([10, 20])];
  await tf.setBackend('keeps-shapes');
  const [data, indices, updates] = inputs;
  const sum = scatterElements(data, indices, updates, { reduction: 'add' });
  expect(sum.arraySync()).toEqual([21, 2, 13]);
  expect(gatherElements(data, indices).arraySync()).toEqual([3, 1]);
});
