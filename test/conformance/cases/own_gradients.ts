/** Gradients computed by hand where they are easy to get wrong: zeros, ties, NaN and policies. */
import type { CallOptions, JsonNumber, OpUse, TensorData } from '../../support/call.js';
import { resultShape } from '../../support/oracle_targets.js';
import { f32, i32 } from '../../support/values.js';
import {
  gatherElements,
  gatherND,
  scatterElements,
  scatterND,
  scatterNDUpdate,
  use,
} from './op_case.js';

export interface GradientCase extends OpUse {
  name: string;
  dy: TensorData;
  /** By input name. */
  expected: Record<string, TensorData>;
}

export interface SecondOrderCase extends GradientCase {
  vData: TensorData;
  vUpdates: TensorData;
}

type Values = JsonNumber[];

/** Factors 0 3 4, then 2 0 5, 3 0 0 and 0 0 0: with one, one, two and three zeros; 7 alone. */
const zeros = (options: CallOptions = {}) =>
  scatterElements([0, 2, 3, 0, 7], [0, 0, 1, 1, 2, 2, 3, 3], [3, 4, 0, 5, 0, 0, 0, 0], {
    reduction: 'mul',
    ...options,
  });

/** Factors 1 1 1, then 5 5 4, 2 NaN 7 and NaN NaN 1; 3 alone. */
const ties = (options: CallOptions) =>
  scatterElements(
    [1, 5, 2, 'NaN', 3],
    [0, 0, 1, 1, 2, 2, 3, 3],
    [1, 1, 5, 4, 'NaN', 7, 'NaN', 1],
    options,
  );

/** Place 0 is hit twice, 1 and 2 once, 3 never; the last site is dropped. */
const some = (options: CallOptions) =>
  scatterElements([0, 5, 0, 2], [0, 0, 1, 2, 9], [3, 4, 0, 0, 8], { ...drop, ...options });

const drop = { outOfBounds: 'drop' };
const clamp = { outOfBounds: 'clamp' };
const line = f32([3], [1, 2, 3]);

const onLine = (op: OpUse['op'], options: CallOptions) =>
  use(op, line, [1, -2, 5], [5, 6, 7], options);

/** Reads options from a title, such as 'add, clamp, includeSelf false'. */
function optionsOf(title: string): CallOptions {
  const [reduction, ...words] = title.split(', ');
  return {
    reduction,
    ...(words.includes('drop') && drop),
    ...(words.includes('clamp') && clamp),
    ...(words.includes('includeSelf false') && { includeSelf: false }),
  };
}

type Row = [name: string, use: OpUse, dy: Values, data: Values, updates?: Values];

/** Rows whose calls differ in the options that their titles begin with. */
const byOptions = (
  dy: Values,
  callOf: (options: CallOptions) => OpUse,
  rows: [title: string, data: Values, updates: Values][],
): Row[] => rows.map(([title, ...expected]) => [title, callOf(optionsOf(title)), dy, ...expected]);

const rows: Row[] = [
  ...byOptions([1, 2, -1, 3, 10], zeros, [
    ['mul, with zeros', [12, 0, 0, 0, 10], [0, 0, 20, 0, 0, 0, 0, 0]],
    ['mul, includeSelf false, with zeros', [0, 0, 0, 0, 10], [4, 3, 10, 0, 0, 0, 0, 0]],
  ]),
  ...byOptions([3, 4, 5, 6, 7], ties, [
    ['max, with ties and NaN', [1, 2, 0, 3, 7], [1, 1, 2, 0, 5, 0, 3, 0]],
    ['min, with ties and NaN', [1, 0, 0, 3, 7], [1, 1, 0, 4, 5, 0, 3, 0]],
    ['max, includeSelf false, with ties', [0, 0, 0, 0, 7], [1.5, 1.5, 4, 0, 5, 0, 6, 0]],
  ]),
  ...byOptions([10, 20, 30], (options) => onLine('scatterND', options), [
    ['none, drop', [10, 0, 30], [0, 20, 0]],
    ['none, clamp', [10, 0, 0], [0, 20, 30]],
    ['none, clamp, includeSelf false', [10, 0, 0], [0, 20, 30]],
    ['add, drop', [10, 20, 30], [20, 20, 0]],
    ['add, clamp, includeSelf false', [10, 0, 0], [20, 20, 30]],
  ]),
  ...byOptions([10, 6, 30], (options) => onLine('scatterND', options), [
    ['mean, drop', [10, 2, 30], [2, 2, 0]],
    ['mean, drop, includeSelf false', [10, 0, 30], [3, 3, 0]],
  ]),
  ...byOptions(['Infinity', 'NaN', '-Infinity', 'Infinity'], some, [
    ['none, dy not finite', [0, 0, 0, Infinity], [0, Infinity, NaN, -Infinity, 0]],
    ['max, dy not finite', [0, NaN, -Infinity, Infinity], [0, Infinity, 0, -Infinity, 0]],
    ['mul, dy not finite', [Infinity, 0, 0, Infinity], [0, 0, NaN, 0, 0]],
    [
      'mean, includeSelf false, dy not finite',
      [0, 0, 0, Infinity],
      [Infinity, Infinity, NaN, -Infinity, 0],
    ],
  ]),
  [
    'sub, drop',
    onLine('scatterNDUpdate', { reduction: 'sub', ...drop }),
    [10, 20, 30],
    [10, 20, 30],
    [-20, -20, 0],
  ],
  [
    'sub, includeSelf false',
    scatterNDUpdate(line, [2], [5], { reduction: 'sub', includeSelf: false }),
    [10, 20, 30],
    [10, 20, 0],
    [-30],
  ],
  [
    'a scalar, added three times',
    scatterND(line, [1, -2, 5], f32([], [5]), { reduction: 'sum', ...clamp }),
    [10, 20, 30],
    [10, 20, 30],
    [70],
  ],
  ['tensorScatterAdd', onLine('tensorScatterAdd', drop), [10, 20, 30], [10, 20, 30], [20, 20, 0]],
  ['tensorScatterSub', onLine('tensorScatterSub', drop), [10, 20, 30], [10, 20, 30], [-20, -20, 0]],
  ['tensorScatterMax', onLine('tensorScatterMax', drop), [10, 20, 30], [10, 0, 30], [0, 20, 0]],
  ['tensorScatterMin', onLine('tensorScatterMin', drop), [10, 20, 30], [10, 20, 30], [0, 0, 0]],
  ['gatherElements, drop', gatherElements(line, [5, 0, -9, -3], drop), [1, 2, 4, 8], [10, 0, 0]],
  ['gatherElements, clamp', gatherElements(line, [5, 0, -9, -3], clamp), [1, 2, 4, 8], [14, 0, 1]],
  [
    'gatherND, batches',
    gatherND(f32([2, 2], [1, 2, 3, 4]), i32([2, 2, 1], [1, 1, 0, -1]), { batchDims: 1 }),
    [1, 2, 4, 8],
    [0, 3, 4, 8],
  ],
];

export const gradientCases: GradientCase[] = rows.map(([name, use, dy, ofData, ofUpdates]) => {
  const { data, updates } = use.inputs;
  const expected: Record<string, TensorData> = { data: f32(data.shape, ofData) };
  if (ofUpdates && updates) expected.updates = f32(updates.shape, ofUpdates);
  return { name, ...use, dy: f32(resultShape(use), dy), expected };
});

export const secondOrderCases: SecondOrderCase[] = [
  {
    name: 'mul with zeros',
    ...zeros(),
    dy: f32([5], [1, 2, -1, 3, 10]),
    vData: f32([5], [1, 1, 1, 1, 1]),
    vUpdates: f32([8], [1, 2, 3, 4, 5, 6, 7, 8]),
    expected: {
      dy: f32([5], [12, 30, 0, 0, 1]),
      data: f32([5], [10, 30, 0, 0, 0]),
      updates: f32([8], [4, 3, 26, 12, -18, -15, 0, 0]),
    },
  },
  {
    name: 'max with ties and NaN',
    ...ties({ reduction: 'max' }),
    dy: f32([5], [3, 4, 5, 6, 7]),
    vData: f32([5], [1, 2, 3, 4, 5]),
    vUpdates: f32([8], [4, 7, 6, 1, 9, 1, 8, 1]),
    expected: {
      dy: f32([5], [4, 4, 9, 6, 5]),
      data: f32([5], [0, 0, 0, 0, 0]),
      updates: f32([8], [0, 0, 0, 0, 0, 0, 0, 0]),
    },
  },
  {
    name: 'none, directions not finite',
    ...some({ reduction: 'none' }),
    dy: f32([4], [1, 2, 3, 4]),
    vData: f32([4], ['Infinity', 'NaN', '-Infinity', 7]),
    vUpdates: f32([5], ['Infinity', 2, 3, 4, 'NaN']),
    expected: {
      dy: f32([4], [2, 3, 4, 7]),
      data: f32([4], [0, 0, 0, 0]),
      updates: f32([5], [0, 0, 0, 0, 0]),
    },
  },
  {
    name: 'max, directions not finite',
    ...some({ reduction: 'max' }),
    dy: f32([4], [1, 2, 3, 4]),
    vData: f32([4], ['Infinity', 3, 6, 7]),
    vUpdates: f32([5], ['-Infinity', 2, 'NaN', 4, 'NaN']),
    expected: {
      dy: f32([4], [2, 3, 5, 7]),
      data: f32([4], [0, 0, 0, 0]),
      updates: f32([5], [0, 0, 0, 0, 0]),
    },
  },
];
