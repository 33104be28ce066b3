/** Arrays as arguments: typed arrays of every type, nested arrays, and objects that are not arrays. */
import * as tf from '@tensorflow/tfjs';
import { runInNewContext } from 'node:vm';
import { checkIndices, gatherElements, gatherND, scatterElements } from 'tfjs-gather-scatter';
import { bincount, unsortedSegmentMean, unsortedSegmentSum } from 'tfjs-gather-scatter/segment';
import { gatherSegmentSum } from 'tfjs-gather-scatter/sparse';

beforeAll(() => tf.setBackend('cpu'));

const x = () => tf.tensor1d([10, 20, 30]);

const TYPES = [
  Float32Array,
  Float64Array,
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
] as const;

/** Typed arrays, as JavaScript callers pass them; tfjs' types include only some. */
const given = (array: object) => array as tf.TensorLike;

test.each(TYPES)('%p holds indices, data and updates', async (Type) => {
  const indices = given(Type.of(2, 0));
  expect(gatherElements(x(), indices).arraySync()).toEqual([30, 10]);
  expect(gatherND(x(), given([Type.of(2), Type.of(0)])).arraySync()).toEqual([30, 10]);
  expect(gatherND(x(), given([[Type.of(1)]])).shape).toEqual([1, 1]);
  await checkIndices(x(), indices);
  const data = gatherElements(given(Type.of(5, 6, 7)), indices);
  expect(data.arraySync()).toEqual([7, 5]);
  expect(data.dtype).toBe(Type === Float32Array || Type === Float64Array ? 'float32' : 'int32');
  const updated = scatterElements(x(), indices, given(Type.of(1, 2)));
  expect(updated.arraySync()).toEqual([2, 20, 1]);
  expect(unsortedSegmentSum(given(Type.of(1, 2)), indices, 3).arraySync()).toEqual([2, 0, 1]);
});

/** Makes an array of another realm, as in an iframe. */
const foreign = (array: string) => given(runInNewContext(array) as object);

describe.each(['Float32Array', 'Float64Array'])('%s of another realm', (type) => {
  const floats = foreign(`${type}.of(1, 2)`) as Float32Array;

  test.each<[string, tf.TensorLike]>([
    ['alone', floats],
    ['in a list', given([floats])],
    ['in a list of its realm', foreign(`[${type}.of(1, 2)]`)],
  ])('%s holds floats', (_, array) => {
    const data = gatherND(array, []);
    expect([data.dtype, ...data.dataSync()]).toEqual(['float32', 1, 2]);
  });

  test('holds x, updates, weights and indices', () => {
    expect(unsortedSegmentMean(floats, [0, 0], 1).arraySync()).toEqual([1.5]);
    expect(gatherElements(floats, foreign(`${type}.of(1)`)).arraySync()).toEqual([2]);
    expect(scatterElements([0.5, 0, 0], floats, floats).arraySync()).toEqual([0.5, 1, 2]);
    expect(bincount([0, 0], { size: 1, weights: floats }).arraySync()).toEqual([3]);
    const sums = gatherSegmentSum(floats, [0, 1], [0, 0], 1, { weights: floats });
    expect(sums.arraySync()).toEqual([5]);
  });
});

test('integers and bytes of another realm', () => {
  expect(gatherElements(x(), foreign('Int16Array.of(2, 0)')).arraySync()).toEqual([30, 10]);
  expect(gatherND(foreign('Uint8Array.of(5, 6)'), [[1]]).dtype).toBe('int32');
  const updates = foreign('[Uint8Array.of(0xc3, 0xbc)]');
  expect(scatterElements(['a', 'b'], [1], updates).arraySync()).toEqual(['a', 'ü']);
  expect(() => gatherND(x(), foreign('new DataView(new ArrayBuffer(4))'))).toThrow(
    'indices is an instance of DataView, expected integers',
  );
});

/** What is wrong with indices or data, by the message. */
const WRONG: [argument: 'indices' | 'data', message: string, array: object][] = [
  ['indices', 'holds 0.5, expected integers in the range of int32', Float64Array.of(0, 0.5)],
  ['indices', 'holds 0.5, expected integers', [Float64Array.of(0.5)]],
  ['indices', 'holds NaN, expected integers', Float32Array.of(NaN)],
  ['indices', 'holds 4294967295, expected integers', Uint32Array.of(2 ** 32 - 1)],
  ['indices', 'holds 0n, expected integers in the range of int32; Number', BigInt64Array.of(0n)],
  ['indices', 'holds 1n, expected integers in the range of int32; Number(…) converts', [[1n]]],
  ['indices', 'is an instance of DataView, expected integers', new DataView(new ArrayBuffer(4))],
  ['indices', 'is an instance of ArrayBuffer, expected integers', new ArrayBuffer(4)],
  ['indices', 'is an instance of Set, expected integers', new Set([1])],
  ['indices', 'holds true, expected integers', [true]],
  ['indices', 'holds a row of 2', [Int8Array.of(0), Int8Array.of(0, 1)]],
  ['indices', 'holds a row of 1, expected rows of equal length', [0, [1]]],
  ['indices', 'holds 1 among rows', [[0], 1]],
  ['indices', 'holds 1 among rows', [[[0]], [1]]],
  ['data', 'is an instance of DataView, expected numbers', new DataView(new ArrayBuffer(4))],
  ['data', 'holds 0n, expected integers in the range of int32; Number', BigUint64Array.of(0n)],
  ['data', 'holds 5n, expected numbers; Number(…) converts a bigint.', [5n]],
  ['data', 'holds 2147483648, expected integers', Uint32Array.of(2 ** 31)],
  ['data', 'holds true, expected numbers', [1, true]],
  ['data', 'holds 2, expected true and false, or 1 and 0', [true, 2]],
];

test.each(WRONG)('the error says that %s %s', (argument, message, array) => {
  const inputs = { data: x(), indices: [[0]], [argument]: given(array) };
  expect(() => gatherND(inputs.data, inputs.indices)).toThrow(`gatherND: ${argument} ${message}`);
});

test('rows that claim to be too long are rejected before anything is allocated', () => {
  const long = new Array<number>(30_000).fill(0);
  const claims = new Array<number[]>(30_000).fill([0]);
  claims[0] = long;
  const allocate = jest.spyOn(tf.util, 'getTypedArrayFromDType');
  expect(() => gatherND(x(), claims)).toThrow('holds a row of 1, expected rows of equal length');
  expect(allocate).not.toHaveBeenCalled();
  allocate.mockRestore();
});

test('a typed array of 0 and 1 becomes bool if data is bool', () => {
  const data = tf.tensor1d([true, false], 'bool');
  const updates = given(Uint8Array.of(0, 1));
  expect(scatterElements(data, [0, 1], updates).arraySync()).toEqual([0, 1]);
  expect(() => scatterElements(data, [0, 1], given(Uint8Array.of(0, 2)))).toThrow(
    'updates holds 2, expected true and false, or 1 and 0',
  );
});

test('strings may be given as bytes', () => {
  const updated = scatterElements(['a', 'b'], [1], given([Uint8Array.of(0xc3, 0xbc)]));
  expect(updated.arraySync()).toEqual(['a', 'ü']);
});

test('deep arrays, empty rows and scalars', () => {
  const data = [[[1, 2]], [[3, 4]], [[5, 6]]];
  expect(gatherElements(data, [[[0, 1]], [[2, 0]]]).arraySync()).toEqual([[[1, 4]], [[5, 2]]]);
  expect(gatherND(data, [[], []]).shape).toEqual([2, 3, 1, 2]);
  expect(gatherND(data, [[[2, 0]]]).arraySync()).toEqual([[[5, 6]]]);
  expect(() => gatherND(x(), 0)).toThrow('gatherND: indices is a scalar');
});
