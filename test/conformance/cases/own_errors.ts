/** Invalid calls: each message names the op and the argument, and what it got and expected. */
import type { OpUse } from '../../support/call.js';
import { bool, f32, i32, str } from '../../support/values.js';
import { errors, gather, scatter } from './op_case.js';
import { plain } from './own_update.js';

const grid = f32([2, 3], [1, 2, 3, 4, 5, 6]);
const row = i32([1, 3], [0, 0, 0]);
const scalar = f32([], [1]);
const line = f32([4], [1, 2, 3, 4]);
const sites = i32([2], [0, 1]);
const tuples = i32([2, 1], [0, 1]);
const two = f32([2], [5, 6]);

export const badGathers = errors([
  [
    'rank of indices',
    gather('gatherElements', grid, sites),
    ['gatherElements', 'indices', 'rank', '1', '2'],
  ],
  [
    'scalar data',
    gather('gatherElements', scalar, i32([], [0])),
    ['gatherElements', 'data', 'rank'],
  ],
  [
    'indices that are a number, without a third argument',
    gather('gatherElements', grid, plain(i32([], [1]))),
    ['gatherElements', 'indices is a scalar (rank 0), expected a tensor of rank 1 or more.'],
  ],
  [
    'axis too large',
    gather('gatherElements', grid, row, { axis: 2 }),
    ['gatherElements', 'axis', '2', '[-2, 1]'],
  ],
  [
    'axis too small',
    gather('gatherElements', grid, row, { axis: -3 }),
    ['gatherElements', 'axis', '-3', '[-2, 1]'],
  ],
  [
    'axis not an integer',
    gather('gatherElements', grid, row, { axis: 0.5 }),
    ['gatherElements', 'axis', '0.5'],
  ],
  [
    'indices longer than data off the axis',
    gather('gatherElements', grid, i32([3, 1], [0, 0, 0]), { axis: 1 }),
    ['gatherElements', 'indices', '[3, 1]', '[2, 3]', '1'],
  ],
  [
    'indices of float32',
    gather('gatherElements', line, f32([1], [0])),
    ['gatherElements', 'indices', 'int32', 'float32'],
  ],
  [
    'indices of bool',
    gather('gatherND', line, bool([1], [0])),
    ['gatherND', 'indices', 'int32', 'bool'],
  ],
  [
    'an unknown policy',
    gather('gatherElements', grid, row, { outOfBounds: 'wrap' }),
    ['gatherElements', 'outOfBounds', 'wrap', 'error', 'drop', 'clamp'],
  ],
  [
    'a fill without dropped sites',
    gather('gatherND', line, tuples, { fill: 1 }),
    ["gatherND: fill is 1, expected outOfBounds 'drop' beside it"],
  ],
  ...(
    [
      [i32([1], [1]), 0.5, 'an integer in the range of int32: data has dtype int32'],
      [bool([1], [1]), 2, '0 or 1: data has dtype bool'],
      [f32([1], [1]), 1e39, 'a number in the range of float32: data has dtype float32'],
      [str([1], ['a']), 1, 'none: data has dtype string'],
    ] as const
  ).map(([data, fill, expected]): [string, OpUse, string[]] => [
    `${fill} at dropped sites of ${data.dtype}`,
    gather('gatherElements', data, i32([1], [3]), { fill, outOfBounds: 'drop' }),
    [`gatherElements: fill is ${fill}, expected ${expected}.`],
  ]),
  ['scalar indices', gather('gatherND', line, i32([], [0])), ['gatherND', 'indices', 'rank']],
  [
    'scalar data of gatherND',
    gather('gatherND', scalar, i32([1], [0])),
    ['gatherND', 'data', 'rank'],
  ],
  [
    'tuples too long',
    gather('gatherND', grid, i32([1, 3], [0, 0, 0])),
    ['gatherND', 'indices', '3', '2'],
  ],
  [
    'tuples too long after the batch dimensions',
    gather('gatherND', grid, i32([2, 2], [0, 0, 0, 0]), { batchDims: 1 }),
    ['gatherND', 'indices', '2', '1'],
  ],
  [
    'negative batchDims',
    gather('gatherND', grid, i32([2, 1], [0, 0]), { batchDims: -1 }),
    ['gatherND', 'batchDims', '-1'],
  ],
  [
    'batchDims of data',
    gather('gatherND', line, i32([4, 1, 1], [0, 0, 0, 0]), { batchDims: 1 }),
    ['gatherND', 'batchDims', '1'],
  ],
  [
    'batchDims of indices',
    gather('gatherND', grid, sites, { batchDims: 1 }),
    ['gatherND', 'batchDims', '1'],
  ],
  [
    'batchDims not an integer',
    gather('gatherND', grid, tuples, { batchDims: 0.5 }),
    ['gatherND', 'batchDims', '0.5'],
  ],
  [
    'batches of different sizes',
    gather('gatherND', grid, i32([3, 1], [0, 0, 0]), { batchDims: 1 }),
    ['gatherND', 'batch', '2', '3'],
  ],
]);

export const badScatters = errors([
  [
    'updates unlike indices',
    scatter('scatterElements', line, sites, f32([3], [1, 2, 3])),
    ['scatterElements', 'updates', '[3]', '[2]'],
  ],
  [
    'updates of another dtype',
    scatter('scatterElements', line, sites, i32([2], [1, 2])),
    ['scatterElements', 'updates', 'int32', 'float32'],
  ],
  [
    'a fill for a scatter',
    scatter('scatterND', line, tuples, two, { fill: 1, outOfBounds: 'drop' }),
    ["scatterND: there is no option 'fill', expected 'batchDims', 'outOfBounds', 'reduction'"],
  ],
  ...['caller', 'wrapNegatives', 'intoData', 'isUniform'].map(
    (name): Parameters<typeof errors>[0][number] => [
      `${name}, which only kernels take`,
      scatter('scatterND', line, tuples, two, { [name]: true }),
      [`scatterND: there is no option '${name}', expected 'batchDims'`],
    ],
  ),
  [
    'an unknown reduction',
    scatter('scatterElements', line, sites, two, { reduction: 'avg' }),
    [
      'scatterElements',
      'reduction',
      'avg',
      'none',
      'mul',
      'mean',
      'sub',
      'sum',
      'prod',
      'amax',
      'amin',
    ],
  ],
  [
    'a reduction besides the one in the name',
    scatter('tensorScatterAdd', line, tuples, two, { reduction: 'max' }),
    ['tensorScatterAdd', "no option 'reduction'", 'batchDims', 'outOfBounds'],
  ],
  [
    'updates of the wrong shape, tensorScatterMin',
    scatter('tensorScatterMin', line, tuples, f32([1], [1])),
    ['tensorScatterMin', 'updates', '[1]', '[2]'],
  ],
  [
    'a name that every object has',
    scatter('scatterND', line, tuples, two, { reduction: 'toString' }),
    ['scatterND', 'reduction', 'toString'],
  ],
  [
    'an unknown policy, scatterElements',
    scatter('scatterElements', line, sites, two, { outOfBounds: 'constructor' }),
    ['scatterElements', 'outOfBounds', 'constructor'],
  ],
  [
    'axis too large, scatterElements',
    scatter('scatterElements', line, sites, two, { axis: 1 }),
    ['scatterElements', 'axis', '1', '[-1, 0]'],
  ],
  [
    'updates of the wrong shape',
    scatter('scatterND', grid, tuples, f32([2, 2], [1, 2, 3, 4])),
    ['scatterND', 'updates', '[2, 2]', '[2, 3]'],
  ],
  [
    'updates of the wrong shape, batchDims',
    scatter('scatterND', grid, i32([2, 1, 1], [0, 1]), f32([2], [1, 2]), { batchDims: 1 }),
    ['scatterND', 'updates', '[2]', '[2, 1]'],
  ],
  [
    'bool updates of float32 data',
    scatter('scatterND', line, tuples, bool([2], [1, 0])),
    ['scatterND', 'updates', 'bool', 'float32'],
  ],
  [
    'indices of float32, scatterND',
    scatter('scatterND', line, f32([2, 1], [0, 1]), two),
    ['scatterND', 'indices', 'int32', 'float32'],
  ],
  [
    'negative batchDims, scatterNDUpdate',
    scatter('scatterNDUpdate', line, tuples, two, { batchDims: -1 }),
    ['scatterNDUpdate', 'batchDims', '-1'],
  ],
  [
    'an unknown reduction, scatterNDUpdate',
    scatter('scatterNDUpdate', line, tuples, two, { reduction: 'average' }),
    ['scatterNDUpdate', 'reduction', 'average', 'sum', 'prod'],
  ],
  [
    'scalar data',
    scatter('scatterND', scalar, i32([0], []), scalar),
    ['scatterND', 'data', 'rank'],
  ],
  [
    "tfjs' order of scatterND: indices, updates, shape",
    scatter('scatterND', tuples, two, plain(i32([1], [8]))),
    ['scatterND', 'tf.scatterND', 'data, indices, updates'],
  ],
  [
    "tfjs' order with slices",
    scatter('scatterND', tuples, grid, plain(i32([2], [4, 3]))),
    ['scatterND', 'tf.scatterND', 'data, indices, updates'],
  ],
  [
    "PyTorch's order of gather, for a scatter: input, dim, index",
    scatter('scatterElements', grid, plain(i32([], [1])), row, { axis: 0 }),
    ['scatterElements', 'PyTorch', 'dim 1', '(data, indices, updates, { axis: 1 })'],
  ],
]);
