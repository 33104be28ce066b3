/** Out-of-bounds indices under each policy, and the ends of int32 as indices. */
import type { JsonNumber, OpUse, TensorData } from '../../support/call.js';
import { bool, c64, encodeNumber, f32, i32, str } from '../../support/values.js';
import {
  errors,
  gatherElements,
  gatherND,
  results,
  scatterElements,
  scatterND,
  scatterNDUpdate,
} from './op_case.js';

const MAX = 2147483647;
const MIN = -2147483648;
const drop = { outOfBounds: 'drop' };
const clamp = { outOfBounds: 'clamp' };
const grid = f32([2, 3], [1, 2, 3, 4, 5, 6]);
const square = f32([2, 2], [1, 2, 3, 4]);

export const droppedSites = [
  ...results({
    'a dropped element is gathered as 0': [
      gatherElements(f32([3], [10, 20, 30]), i32([4], [0, 3, -4, -1]), drop),
      f32([4], [10, 0, 0, 30]),
    ],
    'a dropped int32 element, along axis 1': [
      gatherElements(i32([2, 2], [1, 2, 3, 4]), i32([2, 2], [0, 5, -3, 1]), {
        axis: 1,
        ...drop,
      }),
      i32([2, 2], [1, 0, 0, 4]),
    ],
    'a dropped slice is gathered as zeros': [
      gatherND(square, i32([3, 1], [1, 2, -3]), drop),
      f32([3, 2], [3, 4, 0, 0, 0, 0]),
    ],
    'a dropped tuple whose flattened offset is in bounds': [
      gatherND(grid, i32([2, 2], [0, 5, 1, -1]), drop),
      f32([2], [0, 6]),
    ],
    'a dropped bool is false': [
      gatherND(bool([2], [1, 1]), i32([2, 1], [0, 2]), drop),
      bool([2], [1, 0]),
    ],
    "a dropped string is ''": [
      gatherElements(str([2], ['a', 'b']), i32([3], [1, -3, 0]), drop),
      str([3], ['b', '', 'a']),
    ],
    'a dropped element is gathered as the fill value': [
      gatherElements(f32([3], [10, 20, 30]), i32([4], [0, 3, -4, -1]), {
        fill: -1,
        ...drop,
      }),
      f32([4], [10, -1, -1, 30]),
    ],
    'a dropped slice of four values is gathered as the fill value': [
      gatherND(f32([1, 4], [1, 2, 3, 4]), i32([2, 1], [1, 0]), { fill: 0.5, ...drop }),
      f32([2, 4], [0.5, 0.5, 0.5, 0.5, 1, 2, 3, 4]),
    ],
    'a dropped int32 element is gathered as the largest number': [
      gatherElements(i32([2], [1, 2]), i32([2], [2, 1]), { fill: MAX, ...drop }),
      i32([2], [MAX, 2]),
    ],
    'a dropped bool is gathered as true': [
      gatherND(bool([2], [0, 0]), i32([2, 1], [0, 2]), { fill: 1, ...drop }),
      bool([2], [0, 1]),
    ],
    'a dropped complex64 element is gathered as a real number': [
      gatherND(c64([1], [1, 2]), i32([2, 1], [0, 1]), { fill: 3, ...drop }),
      c64([2], [1, 2, 3, 0]),
    ],
    'empty data is gathered as the fill value': [
      gatherND(f32([0, 2], []), i32([2, 1], [0, -1]), { fill: 6, ...drop }),
      f32([2, 2], [6, 6, 6, 6]),
    ],
    'dropped sites write nothing': [
      scatterElements(
        f32([3], [1, 2, 3]),
        i32([4], [0, 3, -4, 2]),
        f32([4], [10, 20, 30, 40]),
        drop,
      ),
      f32([3], [10, 2, 40]),
    ],
    'dropped sites add nothing': [
      scatterElements(f32([3], [1, 2, 3]), i32([3], [1, 3, 1]), f32([3], [10, 20, 30]), {
        reduction: 'add',
        ...drop,
      }),
      f32([3], [1, 42, 3]),
    ],
    'dropped slices add nothing': [
      scatterND(square, i32([3, 1], [0, 2, 0]), f32([3, 2], [1, 1, 9, 9, 2, 2]), {
        reduction: 'add',
        ...drop,
      }),
      f32([2, 2], [4, 5, 3, 4]),
    ],
    'one coordinate out of bounds drops the tuple': [
      scatterND(square, i32([3, 2], [0, 2, 1, 1, -3, 0]), f32([3], [10, 20, 30]), {
        reduction: 'add',
        ...drop,
      }),
      f32([2, 2], [1, 2, 3, 24]),
    ],
    'a dropped site after a kept one does not win': [
      scatterND(i32([2], [1, 2]), i32([3, 1], [0, 0, 2]), i32([3], [7, 8, 9]), drop),
      i32([2], [8, 2]),
    ],
    'scatterNDUpdate drops too': [
      scatterNDUpdate(f32([2], [1, 2]), i32([3, 1], [0, 2, -3]), f32([3], [5, 7, 9]), {
        reduction: 'sum',
        ...drop,
      }),
      f32([2], [6, 2]),
    ],
    'a place with only dropped sites keeps data, includeSelf false': [
      scatterND(square, i32([3, 2], [0, 2, 0, 1, -3, 1]), f32([3], [10, 20, 30]), {
        reduction: 'mul',
        includeSelf: false,
        ...drop,
      }),
      f32([2, 2], [1, 20, 3, 4]),
    ],
    'mean does not count dropped sites': [
      scatterElements(f32([2], [6, 1]), i32([3], [0, 7, 0]), f32([3], [3, 100, 15]), {
        reduction: 'mean',
        ...drop,
      }),
      f32([2], [8, 1]),
    ],
    'mean does not count dropped sites, includeSelf false': [
      scatterElements(f32([2], [6, 1]), i32([3], [0, 7, 0]), f32([3], [3, 100, 15]), {
        reduction: 'mean',
        includeSelf: false,
        ...drop,
      }),
      f32([2], [9, 1]),
    ],
  }),
  ...results([
    ...[NaN, -Infinity, -0].map((fill): [string, OpUse, TensorData] => [
      `dropped slices are gathered as ${fill}`,
      gatherND(square, i32([3, 1], [1, 2, -3]), { fill, ...drop }),
      f32([3, 2], [3, 4, ...Array<JsonNumber>(4).fill(encodeNumber(fill))]),
    ]),
  ]),
];

export const clampedSites = results({
  'both ends of the axis': [
    gatherElements(f32([3], [10, 20, 30]), i32([5], [3, 99, -4, -99, -1]), clamp),
    f32([5], [30, 30, 10, 10, 30]),
  ],
  'each coordinate on its own axis': [
    gatherND(grid, i32([3, 2], [0, 5, -9, 1, 7, -9]), clamp),
    f32([3], [3, 2, 4]),
  ],
  strings: [gatherND(str([2], ['a', 'b']), i32([2, 1], [2, -3]), clamp), str([2], ['b', 'a'])],
  'clamped sites add to the ends': [
    scatterElements(f32([3], [1, 2, 3]), i32([3], [5, -5, 2]), f32([3], [10, 20, 30]), {
      reduction: 'add',
      ...clamp,
    }),
    f32([3], [21, 2, 43]),
  ],
  'the last of a real and a clamped site wins': [
    scatterND(f32([3], [1, 2, 3]), i32([2, 1], [2, 7]), f32([2], [10, 20]), clamp),
    f32([3], [1, 2, 20]),
  ],
  'clamped slices': [
    scatterNDUpdate(square, i32([2, 1], [9, -9]), f32([2, 2], [0, 9, 9, 0]), {
      reduction: 'max',
      ...clamp,
    }),
    f32([2, 2], [9, 2, 3, 9]),
  ],
});

const pair = f32([2], [1, 2]);
const ends = i32([2], [MAX, MIN]);
const endTuples = i32([2, 1], [MAX, MIN]);
const ten = f32([2], [10, 20]);

export const extremeIndices = [
  ...results({
    'gatherElements, drop': [gatherElements(pair, ends, drop), f32([2], [0, 0])],
    'gatherElements, clamp': [gatherElements(pair, ends, clamp), f32([2], [2, 1])],
    'gatherND, drop': [gatherND(pair, endTuples, drop), f32([2], [0, 0])],
    'gatherND, clamp': [gatherND(pair, endTuples, clamp), f32([2], [2, 1])],
    'scatterElements, drop': [scatterElements(pair, ends, ten, drop), pair],
    'scatterElements, clamp': [
      scatterElements(pair, ends, ten, { reduction: 'add', ...clamp }),
      f32([2], [21, 12]),
    ],
    'scatterND, drop': [scatterND(pair, endTuples, ten, drop), pair],
    'scatterND, clamp': [scatterND(pair, endTuples, ten, clamp), f32([2], [20, 10])],
    'scatterNDUpdate, drop': [scatterNDUpdate(pair, endTuples, ten, drop), pair],
    'scatterNDUpdate, clamp': [
      scatterNDUpdate(pair, endTuples, ten, { reduction: 'sub', ...clamp }),
      f32([2], [-19, -8]),
    ],
  }),
  ...errors({
    'gatherElements, error': [gatherElements(pair, ends), ['gatherElements', `${MAX}`]],
    'gatherND, error': [gatherND(pair, i32([1, 1], [MIN])), ['gatherND', `${MIN}`]],
    'scatterElements, error': [
      scatterElements(pair, i32([1], [MIN]), f32([1], [0])),
      ['scatterElements', `${MIN}`],
    ],
    'scatterND, error': [scatterND(pair, endTuples, ten), ['scatterND', `${MAX}`]],
    'scatterNDUpdate, error': [
      scatterNDUpdate(pair, endTuples, ten),
      ['scatterNDUpdate', `${MAX}`],
    ],
  }),
];
