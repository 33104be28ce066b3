/** Arguments from habits of other libraries: tf.gather(x, indices, axis), or PyTorch's (input, dim, index). */
import * as tf from '@tensorflow/tfjs';
import { runInNewContext } from 'node:vm';
import {
  checkIndices,
  gatherElements,
  gatherND,
  scatterElements,
  tensorScatterMax,
} from 'tfjs-gather-scatter';
import 'tfjs-gather-scatter/chained';
import {
  indexAdd,
  indexCopy,
  indexFill,
  indexSelect,
  putAlongAxis,
  take,
  takeAlongAxis,
} from 'tfjs-gather-scatter/indexing';
import { at } from 'tfjs-gather-scatter/indexing';
import {
  bincount,
  unsortedSegmentMax,
  unsortedSegmentSoftmax,
  unsortedSegmentSum,
} from 'tfjs-gather-scatter/segment';
import {
  gatherSegmentMax,
  gatherSegmentMean,
  sampledDenseMatMul,
  sparseDenseMatMul,
} from 'tfjs-gather-scatter/sparse';
import { titled } from '../support/rows.js';

beforeAll(() => tf.setBackend('cpu'));

const x = () => tf.tensor2d([1, 2, 3, 4], [2, 2]);

class Options {
  axis = 1;
}

const WRONG: [what: string, options: unknown, shown: string, axis?: string][] = [
  ['a number', 1, '1'],
  ['a negative number', -1, '-1', '-1'],
  ['true', true, 'true'],
  ['a function', () => 1, 'a function'],
  ['null', null, 'null'],
  ['an array', [1], '[1]'],
  ['an array of 16', Array(16).fill(1), `[${Array(16).fill(1).join(', ')}]`],
  ['a Map', new Map([['axis', 1]]), 'an instance of Map'],
  ['a tensor', tf.scalar(1), 'an instance of Tensor'],
  ['a class of options', new Options(), 'an instance of Options'],
  ['inherited', Object.create({ axis: 1 }), 'an object that inherits properties'],
  [
    'inherited from an object without a prototype',
    Object.create(Object.assign(Object.create(null), { axis: 1 }) as object),
    'an object that inherits properties',
  ],
];

/** As JavaScript callers can write it. */
const apply = (op: (...args: never[]) => unknown, ...args: unknown[]): unknown =>
  Reflect.apply(op, null, args);

/** Functions, an option of each, and a call with other options. */
const FUNCTIONS: [name: string, option: string, call: (options: never) => unknown][] = [
  ['gatherElements', 'axis', (options) => gatherElements(x(), [[0, 1]], options)],
  ['scatterElements', 'axis', (options) => scatterElements(x(), [[0, 1]], [[5, 6]], options)],
  ['gatherND', 'batchDims', (options) => gatherND(x(), [[0]], options)],
  ['tensorScatterMax', 'batchDims', (options) => tensorScatterMax(x(), [[0]], 5, options)],
  ['indexSelect', 'axis', (options) => indexSelect(x(), [0], options)],
  ['indexAdd', 'axis', (options) => indexAdd(x(), [0], 5, options)],
  ['indexCopy', 'axis', (options) => indexCopy(x(), [0], 5, options)],
  ['indexFill', 'axis', (options) => indexFill(x(), [0], 5, options)],
  ['takeAlongAxis', 'axis', (options) => takeAlongAxis(x(), [[0]], options)],
  ['putAlongAxis', 'axis', (options) => putAlongAxis(x(), [[0]], 5, options)],
  ['take', 'axis', (options) => take(x(), [0], options)],
];

describe.each(FUNCTIONS)('%s', (name, option, call) => {
  test.each(WRONG)('%s is rejected', (_, options, shown, axis = '1') => {
    expect(() => call(options as never)).toThrow(
      `${name}: options is ${shown}, expected a plain object such as {${option}: ${axis}}.`,
    );
  });

  test.each(['add', 'clamp'])("'%s' suggests a reduction, or outOfBounds", (word) => {
    const isReduction = name === 'scatterElements' && word === 'add';
    const meant = isReduction ? 'reduction' : 'outOfBounds';
    expect(() => call(word as never)).toThrow(
      `${name}: options is '${word}', expected a plain object such as {${meant}: '${word}'}.`,
    );
  });
});

test.each(WRONG)('%s is rejected by checkIndices', async (_, options, shown, axis = '1') => {
  const checked = apply(checkIndices, x(), [[0, 1]], options) as Promise<void>;
  await expect(checked).rejects.toThrow(
    `checkIndices: options is ${shown}, expected a plain object such as {axis: ${axis}} or {batchDims: `,
  );
});

test.each([
  ['axis', 'null, expected an integer'],
  ['outOfBounds', "null, expected 'error'"],
  ['reduction', "null, expected 'none'"],
  ['includeSelf', 'null, expected true or false'],
  ['wrapNegatives', 'null, expected true or false'],
])('null for %s is rejected', (option, message) => {
  const options = { [option]: null };
  expect(() => apply(scatterElements, x(), [[0, 1]], [[5, 6]], options)).toThrow(
    `scatterElements: ${option} is ${message}`,
  );
});

const ALL = 'axis mode batchDims outOfBounds wrapNegatives fill reduction includeSelf empty weights'
  .concat(' adjointA adjointB')
  .split(' ');

/** Each of these is undefined. Those that a function lacks do no harm. */
const UNDEFINED = Object.fromEntries(ALL.map((option) => [option, undefined]));

const PAIR = { indices: [[0, 1]], values: [2], denseShape: [2, 2] };

test.each<[name: string, call: (options: object) => tf.Tensor]>([
  ...FUNCTIONS.map(([name, , call]): [string, (options: object) => tf.Tensor] => [
    name,
    (options) => call(options as never) as tf.Tensor,
  ]),
  ['tensorScatterAdd as a method', (options) => x().tensorScatterAdd([[0], [0]], 5, options)],
  ['gatherElements as a method', (options) => x().gatherElements([[0, 1]], options)],
  [
    'tensorScatter as a method',
    (options) =>
      x()
        .expandDims(2)
        .tensorScatter([[[5]], [[6]]], [0, 1], options),
  ],
  ['at', (options) => at(x(), [-1, 0], options).get()],
  ['at.add', (options) => at(x(), ':', [1, 1], options).add(5)],
  ['bincount', (options) => bincount([0, 1, 1], { size: 2, ...options })],
  ['unsortedSegmentSum', (options) => unsortedSegmentSum(x(), [0, -1], 2, options)],
  ['unsortedSegmentMax', (options) => unsortedSegmentMax(x(), [0, -1], 2, options)],
  ['unsortedSegmentSoftmax', (options) => unsortedSegmentSoftmax(x(), [0, 0], 1, options)],
  ['gatherSegmentMean', (options) => gatherSegmentMean(x(), [-1, 0], [0, 0], 1, options)],
  ['gatherSegmentMax', (options) => gatherSegmentMax(x(), [-1, 0], [0, 0], 2, options)],
  ['sampledDenseMatMul', (options) => sampledDenseMatMul([[0, 1]], x(), x(), options)],
  ['sparseDenseMatMul', (options) => sparseDenseMatMul(PAIR, x(), options)],
])('undefined options have the defaults of %s', (_, call) => {
  expect(call(UNDEFINED).arraySync()).toEqual(call({}).arraySync());
});

test('undefined options have the defaults of checkIndices', async () => {
  const undefinedBut = (options: object) => ({ ...UNDEFINED, ...options });
  const check = (options: object) =>
    apply(checkIndices, x(), [[0, 5]], undefinedBut(options)) as Promise<void>;
  await expect(check({})).rejects.toThrow('indices has the value 5 at [0, 1]');
  await expect(check({ batchDims: 0 })).rejects.toThrow('out of bounds on axis 1 of data');
});

test('checkIndices has no outOfBounds, as it would hide what to find', async () => {
  const checked = apply(checkIndices, x(), [[0, 5]], { outOfBounds: 'drop' }) as Promise<void>;
  await expect(checked).rejects.toThrow(
    "checkIndices: there is no option 'outOfBounds', expected 'axis', 'batchDims' or 'wrapNegatives'.",
  );
});

test('a long array is abbreviated', () => {
  const long = Array.from({ length: 1000 }, (_, i) => i);
  expect(() => apply(gatherElements, x(), [[0]], long)).toThrow(
    'options is [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, …] of 1000, expected',
  );
});

test('the error shows all parts of a sparse matrix', () => {
  expect(() => apply(sparseDenseMatMul, 3, x())).toThrow(
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

const index = () => tf.tensor2d([[0, 1]], undefined, 'int32');

const OF_ELEMENTS = '(data, indices, updates, { axis: 1 })';

/** Arguments in PyTorch's order, and the expected hint. */
const IN_ORDER_OF_TORCH = titled<[wrong: () => unknown, expected: string]>({
  gather: [() => apply(gatherElements, x(), 1, index()), '(data, indices, { axis: 1 })'],
  'gather of a plain index': [() => apply(gatherElements, x(), -1, [[0]]), '{ axis: -1 }'],
  'gather as a method': [() => apply(x().gatherElements.bind(x()), 0, index()), '{ axis: 0 }'],
  scatter: [() => apply(scatterElements, x(), 1, index(), tf.ones([1, 2])), OF_ELEMENTS],
  'scatter of a number': [() => apply(scatterElements, x(), 1, [[0, 1]], 5), OF_ELEMENTS],
  indexSelect: [() => apply(indexSelect, x(), 1, index()), '(data, indices, { axis: 1 })'],
  indexAdd: [() => apply(indexAdd, x(), 0, [0], [[1, 2]]), '(data, indices, updates, { axis: 0 })'],
  indexFill: [() => apply(indexFill, x(), 1, [0], 5), '(data, indices, value, { axis: 1 })'],
});

test.each(IN_ORDER_OF_TORCH)('%s gets the hint', (_, wrong, expected) => {
  expect(wrong).toThrow('The arguments look like the (input, dim, index) of PyTorch');
  expect(wrong).toThrow(expected);
});

const others: [what: string, wrong: () => unknown][] = [
  ['no third argument', () => apply(gatherElements, x(), 1)],
  ['an op without an axis', () => apply(gatherND, x(), 1, index())],
  ['an index that is a fraction', () => apply(gatherElements, x(), 0.5, index())],
  ['indices of the wrong rank', () => gatherElements(x(), [1])],
];

test.each(others)('%s gets none', (_, wrong) => {
  expect(wrong).toThrow(/^gather(?!.*PyTorch)/);
});

test('an empty list of updates is not taken for a shape in the order of tfjs', () => {
  expect(() => scatterElements([1, 2], [0, 1], [])).toThrow(/^scatterElements(?!.*tf\.scatterND)/);
});

test.each([[[1, 1, 2]], [tf.tensor1d([1, 1, 2])]])(
  "bincount in the order of tfjs' arguments",
  (weights) => {
    expect(() => apply(bincount, [0, 1, 1], weights, 2)).toThrow(
      'bincount: options is a tensor or an array, expected a plain object: the arguments look like the ' +
        '(x, weights, size) of tf.bincount; bincount expects (ids, { size, weights }).',
    );
  },
);
