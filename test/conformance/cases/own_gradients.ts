/** Gradients computed by hand where they are easy to get wrong: zeros, ties, NaN and policies. */
import type { OpUse, TensorData } from '../../support/call.js';
import { f32, i32 } from '../../support/values.js';
import {
  gatherElements,
  gatherND,
  scatter,
  scatterElements,
  scatterND,
  scatterNDUpdate,
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

const eightSites = i32([8], [0, 0, 1, 1, 2, 2, 3, 3]);

/** Factors 0 3 4, then 2 0 5, 3 0 0 and 0 0 0: with one, one, two and three zeros; 7 alone. */
const zeros = (includeSelf: boolean) =>
  scatterElements(f32([5], [0, 2, 3, 0, 7]), eightSites, f32([8], [3, 4, 0, 5, 0, 0, 0, 0]), {
    reduction: 'mul',
    includeSelf,
  });
const zerosDy = f32([5], [1, 2, -1, 3, 10]);

/** Factors 1 1 1, then 5 5 4, 2 NaN 7 and NaN NaN 1; 3 alone. */
const ties = (reduction: string, includeSelf = true) =>
  scatterElements(
    f32([5], [1, 5, 2, 'NaN', 3]),
    eightSites,
    f32([8], [1, 1, 5, 4, 'NaN', 7, 'NaN', 1]),
    { reduction, includeSelf },
  );
const tiesDy = f32([5], [3, 4, 5, 6, 7]);

const line = f32([3], [1, 2, 3]);
const three = i32([3, 1], [1, -2, 5]);
const updates = f32([3], [5, 6, 7]);
const dy = f32([3], [10, 20, 30]);
const drop = { outOfBounds: 'drop' };
const clamp = { outOfBounds: 'clamp' };

/** Place 0 is hit twice, 1 and 2 once, 3 never; the last site is dropped. */
const someSites = i32([5], [0, 0, 1, 2, 9]);
const some = (options: object) =>
  scatterElements(f32([4], [0, 5, 0, 2]), someSites, f32([5], [3, 4, 0, 0, 8]), {
    ...drop,
    ...options,
  });
const nonFiniteDy = f32([4], ['Infinity', 'NaN', '-Infinity', 'Infinity']);

type Row = [name: string, use: OpUse, dy: TensorData, data: number[], updates?: number[]];

const rows: Row[] = [
  ['mul with zeros', zeros(true), zerosDy, [12, 0, 0, 0, 10], [0, 0, 20, 0, 0, 0, 0, 0]],
  [
    'mul with zeros, includeSelf false',
    zeros(false),
    zerosDy,
    [0, 0, 0, 0, 10],
    [4, 3, 10, 0, 0, 0, 0, 0],
  ],
  ['max with ties and NaN', ties('max'), tiesDy, [1, 2, 0, 3, 7], [1, 1, 2, 0, 5, 0, 3, 0]],
  ['min with ties and NaN', ties('min'), tiesDy, [1, 0, 0, 3, 7], [1, 1, 0, 4, 5, 0, 3, 0]],
  [
    'max with ties and NaN, includeSelf false',
    ties('max', false),
    tiesDy,
    [0, 0, 0, 0, 7],
    [1.5, 1.5, 4, 0, 5, 0, 6, 0],
  ],
  ['none, drop', scatterND(line, three, updates, drop), dy, [10, 0, 30], [0, 20, 0]],
  ['none, clamp', scatterND(line, three, updates, clamp), dy, [10, 0, 0], [0, 20, 30]],
  [
    'none ignores includeSelf',
    scatterND(line, three, updates, { includeSelf: false, ...clamp }),
    dy,
    [10, 0, 0],
    [0, 20, 30],
  ],
  [
    'add, drop',
    scatterND(line, three, updates, { reduction: 'add', ...drop }),
    dy,
    [10, 20, 30],
    [20, 20, 0],
  ],
  [
    'add, clamp, includeSelf false',
    scatterND(line, three, updates, { reduction: 'add', includeSelf: false, ...clamp }),
    dy,
    [10, 0, 0],
    [20, 20, 30],
  ],
  [
    'sub, drop',
    scatterNDUpdate(line, three, updates, { reduction: 'sub', ...drop }),
    dy,
    [10, 20, 30],
    [-20, -20, 0],
  ],
  [
    'sub, includeSelf false',
    scatterNDUpdate(line, i32([1, 1], [2]), f32([1], [5]), {
      reduction: 'sub',
      includeSelf: false,
    }),
    dy,
    [10, 20, 0],
    [-30],
  ],
  [
    'mean, drop',
    scatterND(line, three, updates, { reduction: 'mean', ...drop }),
    f32([3], [10, 6, 30]),
    [10, 2, 30],
    [2, 2, 0],
  ],
  [
    'mean, drop, includeSelf false',
    scatterND(line, three, updates, { reduction: 'mean', includeSelf: false, ...drop }),
    f32([3], [10, 6, 30]),
    [10, 0, 30],
    [3, 3, 0],
  ],
  [
    'gatherElements, drop',
    gatherElements(line, i32([4], [5, 0, -9, -3]), drop),
    f32([4], [1, 2, 4, 8]),
    [10, 0, 0],
  ],
  [
    'gatherElements, clamp',
    gatherElements(line, i32([4], [5, 0, -9, -3]), clamp),
    f32([4], [1, 2, 4, 8]),
    [14, 0, 1],
  ],
  [
    'gatherND, batches',
    gatherND(f32([2, 2], [1, 2, 3, 4]), i32([2, 2, 1], [1, 1, 0, -1]), { batchDims: 1 }),
    f32([2, 2], [1, 2, 4, 8]),
    [0, 3, 4, 8],
  ],
  [
    'a scalar, added three times',
    scatterND(line, three, f32([], [5]), { reduction: 'sum', ...clamp }),
    dy,
    [10, 20, 30],
    [70],
  ],
  [
    'tensorScatterAdd',
    scatter('tensorScatterAdd', line, three, updates, drop),
    dy,
    [10, 20, 30],
    [20, 20, 0],
  ],
  [
    'tensorScatterSub',
    scatter('tensorScatterSub', line, three, updates, drop),
    dy,
    [10, 20, 30],
    [-20, -20, 0],
  ],
  [
    'tensorScatterMax',
    scatter('tensorScatterMax', line, three, updates, drop),
    dy,
    [10, 0, 30],
    [0, 20, 0],
  ],
  [
    'tensorScatterMin',
    scatter('tensorScatterMin', line, three, updates, drop),
    dy,
    [10, 20, 30],
    [0, 0, 0],
  ],
];

rows.push(
  [
    'none, dy not finite',
    some({ reduction: 'none' }),
    nonFiniteDy,
    [0, 0, 0, Infinity],
    [0, Infinity, NaN, -Infinity, 0],
  ],
  [
    'max, dy not finite',
    some({ reduction: 'max' }),
    nonFiniteDy,
    [0, NaN, -Infinity, Infinity],
    [0, Infinity, 0, -Infinity, 0],
  ],
  [
    'mul, dy not finite',
    some({ reduction: 'mul' }),
    nonFiniteDy,
    [Infinity, 0, 0, Infinity],
    [0, 0, NaN, 0, 0],
  ],
  [
    'mean without self, dy not finite',
    some({ reduction: 'mean', includeSelf: false }),
    nonFiniteDy,
    [0, 0, 0, Infinity],
    [Infinity, Infinity, NaN, -Infinity, 0],
  ],
);

export const gradientCases: GradientCase[] = rows.map(([name, use, upstream, data, rest]) => {
  const { data: given, updates: landing } = use.inputs;
  const expected: Record<string, TensorData> = { data: f32(given.shape, data) };
  if (rest !== undefined && landing !== undefined) {
    expected.updates = f32(landing.shape, rest);
  }
  return { name, ...use, dy: upstream, expected };
});

export const secondOrderCases: SecondOrderCase[] = [
  {
    name: 'mul with zeros',
    ...zeros(true),
    dy: zerosDy,
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
    ...ties('max'),
    dy: tiesDy,
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
