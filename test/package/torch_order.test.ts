/** The hint for arguments in PyTorch's order: (input, dim, index). */
import * as tf from '@tensorflow/tfjs';
import { gatherElements, gatherND, scatterElements } from 'tfjs-gather-scatter';
import 'tfjs-gather-scatter/chained';
import { indexAdd, indexFill, indexSelect } from 'tfjs-gather-scatter/indexing';
import { titled } from '../support/rows.js';

beforeAll(() => tf.setBackend('cpu'));

const x = () =>
  tf.tensor2d([
    [1, 2],
    [3, 4],
  ]);
const index = () => tf.tensor2d([[0, 1]], undefined, 'int32');

/** As JavaScript callers can write it. */
const call = (op: (...args: never[]) => unknown, ...args: unknown[]): unknown =>
  Reflect.apply(op, undefined, args);

const OF_ELEMENTS = '(data, indices, updates, { axis: 1 })';

const inOrderOfTorch = titled<[wrong: () => unknown, expected: string]>({
  gather: [() => call(gatherElements, x(), 1, index()), '(data, indices, { axis: 1 })'],
  'gather of a plain index': [() => call(gatherElements, x(), -1, [[0]]), '{ axis: -1 }'],
  'gather as a method': [() => call(x().gatherElements.bind(x()), 0, index()), '{ axis: 0 }'],
  scatter: [() => call(scatterElements, x(), 1, index(), tf.ones([1, 2])), OF_ELEMENTS],
  'scatter of a number': [() => call(scatterElements, x(), 1, [[0, 1]], 5), OF_ELEMENTS],
  indexSelect: [() => call(indexSelect, x(), 1, index()), '(data, indices, { axis: 1 })'],
  indexAdd: [() => call(indexAdd, x(), 0, [0], [[1, 2]]), '(data, indices, updates, { axis: 0 })'],
  indexFill: [() => call(indexFill, x(), 1, [0], 5), '(data, indices, value, { axis: 1 })'],
});

test.each(inOrderOfTorch)('%s gets the hint', (_, wrong, expected) => {
  expect(wrong).toThrow('The arguments look like the (input, dim, index) of PyTorch');
  expect(wrong).toThrow(expected);
});

const others: [what: string, wrong: () => unknown][] = [
  ['no third argument', () => call(gatherElements, x(), 1)],
  ['an op without an axis', () => call(gatherND, x(), 1, index())],
  ['an index that is a fraction', () => call(gatherElements, x(), 0.5, index())],
  ['indices of the wrong rank', () => gatherElements(x(), [1])],
];

test.each(others)('%s gets none', (_, wrong) => {
  expect(wrong).toThrow(/^gather(?!.*PyTorch)/);
});

test('an empty list of updates is not taken for a shape in the order of tfjs', () => {
  expect(() => scatterElements([1, 2], [0, 1], [])).toThrow(/^scatterElements(?!.*tf\.scatterND)/);
});
