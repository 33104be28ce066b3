/** Examples of cases that the specifications have none of. */
import { preset, type Preset } from './preset.js';

const LETTERS = [
  ['a', 'b'],
  ['c', 'd'],
];

/** Ten votes in each of five columns, some for rows that do not exist. */
const VOTES = Array.from({ length: 10 }, (_, row) =>
  Array.from({ length: 5 }, (_, column) => (row * 3 + column * 5 + (row % 4)) % 7),
);

/** The example that the page opens on: three updates meet. */
export const opening = preset('Three of six updates meet', {
  op: 'scatterElements',
  data: [0, 0, 0, 0, 0, 0, 0, 0],
  indices: [1, 4, 4, 6, 2, 4],
  updates: [3, 5, 2, 4, 1, 2],
  reduction: 'add',
});

export const own: readonly Preset[] = [
  preset('Mean of updates that meet, without data', {
    op: 'scatterElements',
    data: [9, 9, 9, 9],
    indices: [0, 2, 2, 0, 2],
    updates: [1, 2, 3, 5, 7],
    reduction: 'mean',
    includeSelf: false,
  }),
  preset('Out of bounds, dropped', {
    op: 'scatterElements',
    data: [0, 0, 0, 0],
    indices: [1, 7, 2, -9, -1],
    updates: [10, 20, 30, 40, 50],
    outOfBounds: 'drop',
  }),
  preset('Out of bounds, an error', {
    op: 'scatterElements',
    data: [0, 0, 0, 0],
    indices: [1, 7, 2],
    updates: [10, 20, 30],
  }),
  preset('Last one wins', {
    op: 'scatterElements',
    data: [0, 0, 0],
    indices: [1, 1, 2, 1],
    updates: [10, 20, 30, 40],
  }),
  preset('Fifty votes', {
    op: 'scatterElements',
    dtype: 'int32',
    data: Array.from({ length: 6 }, () => [0, 0, 0, 0, 0]),
    indices: VOTES,
    updates: VOTES.map((row) => row.map(() => 1)),
    reduction: 'add',
    outOfBounds: 'drop',
  }),
  preset('Strings, joined', {
    op: 'scatterND',
    dtype: 'string',
    data: LETTERS,
    indices: [[1], [1], [0]],
    updates: [
      ['1', '2'],
      ['3', '4'],
      ['5', ''],
    ],
    reduction: 'add',
  }),
  preset('Switches, and', {
    op: 'scatterND',
    dtype: 'bool',
    data: [1, 1, 1, 0],
    indices: [[0], [0], [2], [3]],
    updates: [1, 0, 1, 1],
    reduction: 'mul',
  }),
  preset('Batches, each with its own indices', {
    op: 'scatterND',
    data: [
      [0, 0, 0],
      [0, 0, 0],
    ],
    indices: [
      [[0], [2]],
      [[1], [1]],
    ],
    updates: [
      [1, 2],
      [3, 4],
    ],
    axisOrBatchDims: 1,
    reduction: 'add',
  }),
  preset('Out of bounds, clamped', {
    op: 'scatterNDUpdate',
    data: [10, 20, 30],
    indices: [[5], [0], [-7]],
    updates: [1, 2, 3],
    reduction: 'sub',
    outOfBounds: 'clamp',
  }),
  preset('Out of bounds, dropped', {
    op: 'gatherElements',
    data: [10, 20, 30],
    indices: [2, 3, 0, 2],
    outOfBounds: 'drop',
  }),
  preset('Words', {
    op: 'gatherND',
    dtype: 'string',
    data: LETTERS,
    indices: [[1], [0], [-1]],
  }),
];
