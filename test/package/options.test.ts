/** Options that are not plain objects, from habits such as tf.gather(x, indices, axis). */
import * as tf from '@tensorflow/tfjs';
import { runInNewContext } from 'node:vm';
import {
  checkIndices,
  gatherElements,
  gatherND,
  scatterElements,
  tensorScatterMax,
} from 'tfjs-gather-scatter';
import {
  at,
  indexAdd,
  indexCopy,
  indexFill,
  indexSelect,
  takeAlongAxis,
} from 'tfjs-gather-scatter/indexing';
import { sparseDenseMatMul } from 'tfjs-gather-scatter/sparse';

beforeAll(() => tf.setBackend('cpu'));

const x = () =>
  tf.tensor2d([
    [1, 2],
    [3, 4],
  ]);

class Options {
  axis = 1;
}

const WRONG: [what: string, options: unknown, shown: string, example: string][] = [
  ['a number', 1, '1', '{axis: 1}'],
  ['a negative number', -1, '-1', '{axis: -1}'],
  ['true', true, 'true', '{axis: 1}'],
  ['a function', () => 1, 'a function', '{axis: 1}'],
  ['null', null, 'null', '{axis: 1}'],
  ['an array', [1], '[1]', '{axis: 1}'],
  ['a Map', new Map([['axis', 1]]), 'an instance of Map', '{axis: 1}'],
  ['a tensor', tf.scalar(1), 'an instance of Tensor', '{axis: 1}'],
  ['a class of options', new Options(), 'an instance of Options', '{axis: 1}'],
  ['inherited', Object.create({ axis: 1 }), 'an object that inherits properties', '{axis: 1}'],
  [
    'inherited from an object without a prototype',
    Object.create(Object.assign(Object.create(null), { axis: 1 }) as object),
    'an object that inherits properties',
    '{axis: 1}',
  ],
];

test.each(WRONG)('%s is rejected', async (_, options, shown, example) => {
  const message = (op: string) =>
    `${op}: options is ${shown}, expected a plain object such as ${example}`;
  const indices = [[0, 1]];
  expect(() => Reflect.apply(gatherElements, null, [x(), indices, options]) as unknown).toThrow(
    `${message('gatherElements')}.`,
  );
  expect(
    () => Reflect.apply(scatterElements, null, [x(), indices, [[5, 6]], options]) as unknown,
  ).toThrow(`${message('scatterElements')}.`);
  const checked = Reflect.apply(checkIndices, null, [x(), indices, options]) as Promise<void>;
  await expect(checked).rejects.toThrow(`${message('checkIndices')} or {batchDims: `);
});

/** Functions with their own options, and a call of each with other options. */
const WITH_OWN_OPTIONS: [name: string, option: string, call: (options: never) => unknown][] = [
  ['tensorScatterMax', 'batchDims', (options) => tensorScatterMax(x(), [[0]], 5, options)],
  ['indexSelect', 'axis', (options) => indexSelect(x(), [0], options)],
  ['indexAdd', 'axis', (options) => indexAdd(x(), [0], 5, options)],
  ['indexCopy', 'axis', (options) => indexCopy(x(), [0], 5, options)],
  ['indexFill', 'axis', (options) => indexFill(x(), [0], 5, options)],
  ['takeAlongAxis', 'axis', (options) => takeAlongAxis(x(), [[0]], options)],
  ['at.get', 'outOfBounds', (options) => at(x(), [0], options).get()],
  ['at.add', 'outOfBounds', (options) => at(x(), [0], options).add(5)],
];

describe.each(WITH_OWN_OPTIONS)('%s', (name, option, call) => {
  test.each(WRONG)('%s is rejected', (_, options, shown, ofAxis) => {
    const value = option === 'outOfBounds' ? "'drop'" : ofAxis.replace(/\{axis: (.*)\}/, '$1');
    expect(() => call(options as never)).toThrow(
      `${name}: options is ${shown}, expected a plain object such as {${option}: ${value}}.`,
    );
  });

  test('a string suggests outOfBounds', () => {
    expect(() => call('clamp' as never)).toThrow(
      `${name}: options is 'clamp', expected a plain object such as {outOfBounds: 'clamp'}.`,
    );
  });
});

test.each([
  ['axis', 'null, expected an integer'],
  ['outOfBounds', "null, expected 'error'"],
  ['reduction', "null, expected 'none'"],
  ['includeSelf', 'null, expected true or false'],
])('null for %s is rejected', (option, message) => {
  const options = { [option]: null };
  expect(
    () => Reflect.apply(scatterElements, null, [x(), [[0, 1]], [[5, 6]], options]) as unknown,
  ).toThrow(`scatterElements: ${option} is ${message}`);
});

test('undefined options have their defaults', () => {
  const options = { axis: undefined, reduction: undefined, includeSelf: undefined };
  expect(scatterElements(x(), [[1, 0]], [[5, 6]], options).arraySync()).toEqual([
    [1, 6],
    [5, 4],
  ]);
});

test('a long array is abbreviated', () => {
  const long = Array.from({ length: 1000 }, (_, i) => i);
  const call = () => Reflect.apply(gatherElements, null, [x(), [[0]], long]) as unknown;
  expect(call).toThrow(
    'options is [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, …] of 1000, expected',
  );
});

test('the error suggests the option that the value was probably meant for', () => {
  expect(() => Reflect.apply(gatherND, null, [x(), [[0]], 1]) as unknown).toThrow(
    'gatherND: options is 1, expected a plain object such as {batchDims: 1}.',
  );
  expect(() => Reflect.apply(gatherND, null, [x(), [[0]], 'drop']) as unknown).toThrow(
    "gatherND: options is 'drop', expected a plain object such as {outOfBounds: 'drop'}.",
  );
  expect(
    () => Reflect.apply(scatterElements, null, [x(), [[0, 1]], [[5, 6]], 'add']) as unknown,
  ).toThrow(
    "scatterElements: options is 'add', expected a plain object such as {reduction: 'add'}.",
  );
});

test('the error shows all parts of a sparse matrix', () => {
  expect(() => Reflect.apply(sparseDenseMatMul, null, [3, x()]) as unknown).toThrow(
    'a is 3, expected a plain object such as {indices, values, denseShape}.',
  );
});

test.each<[string, object]>([
  ['inherits nothing', Object.assign(Object.create(null) as object, { axis: 1 })],
  ['comes from another realm', runInNewContext('({ axis: 1 })') as object],
  ['is frozen', Object.freeze({ axis: 1 })],
])('an object that %s is accepted', (_, options) => {
  expect(gatherElements(x(), [[1], [0]], options).arraySync()).toEqual([[2], [3]]);
});
