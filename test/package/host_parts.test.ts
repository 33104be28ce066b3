/** Parts of the host's kernels: those for GPU backends, those for speed, and NaNs of either sign. */
import * as tf from '@tensorflow/tfjs';
import { scatterElements, scatterND } from 'tfjs-gather-scatter';
import type { Bounds } from '../../kernels/call/bounds.js';
import { named } from '../../kernels/call/errors.js';
import { composeKernels } from '../../kernels/registry/compose_kernels.js';
import { elementsGeometry, linesOf, ndGeometry } from '../../kernels/call/geometry.js';
import { checkSize } from '../../kernels/call/shapes.js';
import { addressDistinctSlices } from '../../kernels/cpu/sites.js';

beforeAll(() => tf.setBackend('cpu'));

describe('whether indices address each slice once', () => {
  const check = (
    data: number[],
    indices: number[],
    outOfBounds: 'error' | 'drop' = 'error',
  ): Bounds => ({
    outOfBounds,
    wrapNegatives: true,
    geometry: ndGeometry(data, [indices.length, 1], 0),
    indices: { shape: [indices.length, 1] },
  });
  const many = Int32Array.from({ length: 5000 }, (_, i) => 4999 - i);
  test.each([
    [[3], [2, 0, 1], 'error', true],
    [[3], [2, 0, 2], 'error', false],
    [[3], [0, 0], 'error', false],
    [[3], [2, -1], 'error', false],
    [[3, 4], [2, 0], 'error', true],
    [[3, 4], [1, 1], 'error', false],
    [[3], [2, 9, 0, 9, 1], 'drop', true],
    [[3], [2, 9, 2, 9, 1], 'drop', false],
    // There are more sites than slices.
    [[2], [0, 1, 0], 'error', false],
    [[5000], [...many], 'error', true],
    // The same in different blocks.
    [[5000], [...many.slice(0, 4999), 4999], 'error', false],
  ] as const)('data of %j, indices %j, %s', (data, indices, outOfBounds, expected) => {
    const end = check([...data], [...indices], outOfBounds);
    expect(addressDistinctSlices({ end, indices: Int32Array.from(indices) })).toBe(expected);
  });
});

test('the error for a missing kernel names the op, the backend and the kernel', () => {
  const compose = () =>
    composeKernels('cpu', tf.backend(), ({ runKernel }) => runKernel('Third', {}));
  expect(() => named('gatherND', compose)).toThrow(
    "gatherND: the backend 'cpu' has no kernel Third, expected one",
  );
});

test('data has at most 2,147,483,647 values', () => {
  const most = 2 ** 31 - 1;
  checkSize([most, 1]);
  expect(() => {
    checkSize([2 ** 16, 2 ** 15]);
  }).toThrow('data has 2147483648 values (shape [65536, 32768]), expected at most 2147483647');
});

test('contiguous dimensions of sites are merged', () => {
  expect(elementsGeometry([2, 3, 4, 5], [2, 3, 4, 5], 3)).toMatchObject({
    siteShape: [24, 5],
    siteStrides: [5, 0],
  });
  // Sites that cover only part of data are not.
  expect(elementsGeometry([2, 3, 4, 5], [2, 2, 3, 5], 3)).toMatchObject({
    siteShape: [2, 2, 3, 5],
    siteStrides: [60, 20, 5, 0],
  });
  expect(elementsGeometry([1, 7], [1, 1], 1)).toMatchObject({ siteShape: [1], siteStrides: [0] });
});

test('a line of sites runs along the dimension that does not change the offset', () => {
  const ofElements = elementsGeometry([2, 3, 4], [2, 5, 4], 1);
  expect(linesOf(ofElements)).toEqual({ count: 8, length: 5, step: 4 });
  expect(linesOf(ndGeometry([2, 3], [2, 5, 1], 1))).toEqual({ count: 2, length: 5, step: 1 });
  expect(linesOf(ndGeometry([2, 3], [2, 1], 1))).toEqual({ count: 2, length: 1, step: 1 });
});

test('values that tfjs keeps as a plain array, such as those of an empty concat', () => {
  tf.tidy(() => {
    const nothing = tf.concat([tf.zeros([0]), tf.zeros([0])]);
    const indices = tf.zeros([0], 'int32');
    expect(scatterElements(nothing, indices, nothing).size).toBe(0);
  });
});

test('each update is copied once when strings are joined', () => {
  // Joining many strings must not take quadratic time.
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

/** NaNs with the lowest and highest bits of each sign. */
const NANS = [0x7f800001, 0x7fffffff, 0xff800001, 0xffffffff];

const floatOf = (bits: number) => new Float32Array(Uint32Array.of(bits).buffer);

// The kernels compare bits: a NaN of either sign must win, among data and among updates.
describe.each(['max', 'min'] as const)('%s', (reduction) => {
  test.each(NANS)('NaN of bits %p wins', async (bits) => {
    const nan = tf.tensor1d(floatOf(bits));
    const others = tf.tensor1d([-Infinity, -1, -0, 0, 1, Infinity]);
    const places = tf.zeros([6, 1], 'int32');
    const ofData = scatterND(nan, places, others, { reduction });
    expect(await ofData.data()).toEqual(Float32Array.of(NaN));
    const ofUpdates = scatterND(others, [[0], [1], [2], [3], [4], [5]], nan.tile([6]), {
      reduction,
    });
    expect(await ofUpdates.data()).toEqual(new Float32Array(6).fill(NaN));
  });
});
