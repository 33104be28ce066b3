/** The playground's calls site by site: their rule in one line, and the output after each. */
import { callOf, isScatter, OP_NAMES } from '../../../demo/page/parts/playground/call.js';
import { compute } from '../../../demo/page/parts/playground/compute.js';
import { formulaOf } from '../../../demo/page/parts/playground/formula.js';
import { outputAfter } from '../../../demo/page/parts/playground/partial.js';
import { presetsOf } from '../../../demo/page/parts/playground/presets/index.js';
import { sitesOf } from '../../../demo/page/parts/playground/sites.js';

const line = { op: 'scatterElements', data: [0, 0, 0], updates: [1, 2, 3, 4] } as const;
const AT_ONE = { op: 'scatterElements', data: [0], indices: [0] } as const;
const grid = [
  [1, 2, 3],
  [4, 5, 6],
];

test.each([
  [
    { op: 'scatterElements', data: [0], indices: [0], reduction: 'add' },
    'output[indices[i]] += updates[i]',
  ],
  [
    { op: 'scatterElements', data: grid, indices: grid, axisOrBatchDims: -1 },
    'output[i, indices[i, j]] = updates[i, j]',
  ],
  [
    { op: 'scatterElements', data: [0], indices: [0], reduction: 'max' },
    'output[indices[i]] = max(output[indices[i]], updates[i])',
  ],
  [{ op: 'gatherElements', data: grid, indices: grid }, 'output[i, j] = data[indices[i, j], j]'],
  [{ op: 'gatherND', data: grid, indices: [[0]] }, 'output[i, j] = data[...indices[i], j]'],
  [{ op: 'gatherND', data: grid, indices: [0, 1] }, 'output = data[...indices]'],
  [
    { op: 'scatterND', data: grid, indices: [[[0]], [[1]]], axisOrBatchDims: 1, reduction: 'sub' },
    'output[i, ...indices[i, j]] -= updates[i, j]',
  ],
  [
    { ...AT_ONE, reduction: 'mean' },
    'output[indices[i]] = mean(data[indices[i]], all updates[i] there)',
  ],
  [
    { ...AT_ONE, reduction: 'mean', dtype: 'int32', includeSelf: false },
    'output[indices[i]] = floor(mean(all updates[i] there))',
  ],
  [{ ...AT_ONE, includeSelf: false }, 'output[indices[i]] = updates[i]'],
  [{ ...AT_ONE, reduction: 'amin' }, 'output[indices[i]] = min(output[indices[i]], updates[i])'],
  [{ ...AT_ONE, reduction: 'sub', dtype: 'bool' }, 'output[indices[i]] ^= updates[i]'],
] as const)('%j is the rule %s', (written, formula) => {
  expect(formulaOf(callOf(written))).toBe(formula);
});

test.each([
  ['add', 'sum'],
  ['sum', 'sum'],
  ['sub', '-sum'],
  ['mul', 'product'],
  ['prod', 'product'],
  ['max', 'max'],
  ['amax', 'max'],
  ['min', 'min'],
  ['amin', 'min'],
  ['mean', 'mean'],
] as const)('without data, %s is the %s of the updates', (reduction, name) => {
  const call = callOf({ ...AT_ONE, reduction, includeSelf: false });
  expect(formulaOf(call)).toBe(`output[indices[i]] = ${name}(all updates[i] there)`);
});

test('a call is played site by site', () => {
  const call = callOf({ ...line, indices: [1, -2, 9, 0], outOfBounds: 'drop', reduction: 'add' });
  const computed = compute(call);
  const after = [0, 1, 2, 3, 4].map((count) => outputAfter(call, computed, count).texts.join(' '));
  expect(after).toEqual(['0 0 0', '0 1 0', '0 3 0', '0 3 0', '4 3 0']);
  const gather = callOf({ op: 'gatherND', data: grid, indices: [[1], [0]] });
  const read = compute(gather);
  expect(sitesOf(gather)).toEqual({ count: 2, indicesEach: 1, valuesEach: 3 });
  expect(outputAfter(gather, read, 1).texts).toEqual(['4', '5', '6', '', '', '']);
});

test.each(OP_NAMES.flatMap(presetsOf).map(({ call, label }) => [call.op, label, call] as const))(
  '%s, %s: begins with data, and ends with the output',
  (_, label, call) => {
    if (label.endsWith('an error')) {
      expect(() => compute(call)).toThrow();
      return;
    }
    const computed = compute(call);
    const { count } = sitesOf(call);
    expect(outputAfter(call, computed, count)).toEqual(computed.output);
    if (!isScatter(call.op)) return;
    expect(outputAfter(call, computed, 0).texts.map(Number)).toEqual(call.data.texts.map(Number));
  },
);
