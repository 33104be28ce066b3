/** Invalid calls: each message names the op and the argument, and what it got and expected. */
import { REDUCTION_NAMES } from '../../support/oracle_words.js';
import { bool, f32, i32, plain, str } from '../../support/values.js';
import { rejected } from '../../support/read_table.js';
import {
  gatherElements,
  gatherND,
  use,
  scatterElements,
  scatterND,
  scatterNDUpdate,
} from './op_case.js';

const grid = f32([2, 3], [1, 2, 3, 4, 5, 6]);
const row = i32([1, 3], [0, 0, 0]);
const scalar = f32([], [1]);
const line = f32([4], [1, 2, 3, 4]);
const sites = i32([2], [0, 1]);
const tuples = i32([2, 1], [0, 1]);
const two = f32([2], [5, 6]);

export const badGathers = [
  ...rejected`
    indices has rank 1 (shape [2]), expected data's rank, 2: ${gatherElements(grid, sites)}
    data is a scalar (rank 0), expected a tensor of rank 1:
      ${gatherElements(scalar, i32([], [0]))}
      ${gatherND(scalar, i32([1], [0]))}
    indices is a scalar (rank 0), expected a tensor of rank 1 or more.:
      ${gatherElements(grid, plain(i32([], [1])))}
      ${gatherND(line, i32([], [0]))}
    axis is 2, expected an integer in [-2, 1]: ${gatherElements(grid, row, { axis: 2 })}
    axis is -3, expected an integer in [-2, 1]: ${gatherElements(grid, row, { axis: -3 })}
    axis is 0.5: ${gatherElements(grid, row, { axis: 0.5 })}
    indices has length 3 ... [3, 1] ... [2, 3] ... only on axis 1 may indices be longer than data:
      ${gatherElements(grid, i32([3, 1], [0, 0, 0]), { axis: 1 })}
    indices has dtype float32, expected int32: .toInt() converts it.:
      ${gatherElements(line, f32([1], [0]))}
    indices is 3 (shape [3]), expected at most 2 ... indices are a single tuple ... use shape [3, 1].:
      ${gatherND(grid, i32([3], [0, 1, 1]))}
    indices has the value 3 at [1] ... With shape [2], indices are a single tuple ... use shape [2, 1].:
      ${gatherND(grid, i32([2], [1, 3]))}
    indices has dtype bool, expected int32: ${gatherND(line, bool([1], [0]))}
    outOfBounds is 'wrap', expected 'error', 'drop' or 'clamp':
      ${gatherElements(grid, row, { outOfBounds: 'wrap' })}
    fill is '1', expected a number:
      ${gatherND(line, tuples, { fill: '1' as never, outOfBounds: 'drop' })}
    fill is 1, expected it only with outOfBounds 'drop': ${gatherND(line, tuples, { fill: 1 })}
    indices is 3 (shape [1, 3]), expected at most 2, the number of dimensions of data (shape [2, 3]).:
      ${gatherND(grid, i32([1, 3], [0, 0, 0]))}
    dimension of indices is 2 ... at most 1, the number of dimensions of data after 1 batch:
      ${gatherND(grid, i32([2, 2], [0, 0, 0, 0]), { batchDims: 1 })}
    batchDims is -1: ${gatherND(grid, [0, 0], { batchDims: -1 })}
    batchDims is 1 ... the ranks of data (1):
      ${gatherND(line, i32([4, 1, 1], [0, 0, 0, 0]), { batchDims: 1 })}
    batchDims is 1 ... and indices (1): ${gatherND(grid, sites, { batchDims: 1 })}
    batchDims is '0', expected an integer.: ${gatherND(grid, tuples, { batchDims: '0' as never })}
    axis is null, expected an integer.: ${gatherElements(grid, row, { axis: null as never })}
    batchDims is 0.5: ${gatherND(grid, tuples, { batchDims: 0.5 })}
    the result has 4900000000 values (shape [70000, 70000]), expected at most 2147483647:
      ${gatherND(i32([70_000], Array<number>(70_000).fill(1)), i32([70_000, 0], []))}
    indices has length 3 on batch dimension 0 ... expected data's length, 2:
      ${gatherND(grid, [0, 0, 0], { batchDims: 1 })}
  `,
  ...(
    [
      [i32([1], [1]), 0.5, 'an integer in the range of int32: data has dtype int32'],
      [bool([1], [1]), 2, '0 or 1: data has dtype bool'],
      [f32([1], [1]), 1e39, 'a number in the range of float32: data has dtype float32'],
      [str([1], ['a']), 1, 'none: data has dtype string'],
    ] as const
  ).flatMap(
    ([data, fill, expected]) => rejected`
      fill is ${fill}, expected ${expected}.:
        ${gatherElements(data, [3], { fill, outOfBounds: 'drop' })}
    `,
  ),
];

export const badScatters = [
  ...rejected`
    updates has shape [3], expected [2]: ${scatterElements(line, sites, f32([3], [1, 2, 3]))}
    updates has dtype int32, expected float32: ${scatterElements(line, sites, i32([2], [1, 2]))}
    there is no option 'fill', expected 'batchDims', 'outOfBounds', 'wrapNegatives', 'reduction':
      ${scatterND(line, tuples, two, { fill: 1, outOfBounds: 'drop' })}
    no option 'reduction', expected 'batchDims', 'outOfBounds' or 'wrapNegatives' -- it is in the name:
      ${use('tensorScatterAdd', line, tuples, two, { reduction: 'max' })}
    updates has shape [1], expected [2]: ${use('tensorScatterMin', line, tuples, f32([1], [1]))}
    reduction is 'toString' -- a property of every object:
      ${scatterND(line, tuples, two, { reduction: 'toString' })}
    outOfBounds is 'constructor':
      ${scatterElements(line, sites, two, { outOfBounds: 'constructor' })}
    axis is 1, expected an integer in [-1, 0]: ${scatterElements(line, sites, two, { axis: 1 })}
    updates has shape [2, 2], expected [2, 3]: indices.shape without its last dimension:
      ${scatterND(grid, tuples, f32([2, 2], [1, 2, 3, 4]))}
    updates has shape [2, 3], expected [] ... indices [2]). With shape [2], indices are a single tuple; to
    address 2 slices, use shape [2, 1].:
      ${scatterND(grid, sites, grid)}
    updates has shape [2], expected [2, 1]:
      ${scatterND(grid, i32([2, 1, 1], [0, 1]), f32([2], [1, 2]), { batchDims: 1 })}
    updates has dtype bool, expected float32: ${scatterND(line, tuples, bool([2], [1, 0]))}
    indices has dtype float32, expected int32: ${scatterND(line, f32([2, 1], [0, 1]), two)}
    batchDims is -1: ${scatterNDUpdate(line, tuples, two, { batchDims: -1 })}
    reduction is 'average' ... 'sum', 'prod':
      ${scatterNDUpdate(line, tuples, two, { reduction: 'average' })}
    data is a scalar (rank 0): ${scatterND(scalar, i32([0], []), scalar)}
    tf.scatterND ... scatterND expects (data, indices, updates) -- indices, updates, shape:
      ${scatterND(tuples, two, plain(i32([1], [8])))}
      ${scatterND(i32([2], [1, 0]), two, plain(i32([1], [8])))}
      ${scatterND(i32([1, 2, 1], [1, 0]), f32([1, 2], [5, 7]), plain(i32([1], [8])))}
      ${scatterND(tuples, grid, plain(i32([2], [4, 3])))}
    PyTorch, with dim 1 ... (data, indices, updates, { axis: 1 }) -- input, dim, index:
      ${scatterElements(grid, plain(i32([], [1])), row, { axis: 0 })}
  `,
  {
    ...scatterElements(line, sites, two, { reduction: 'avg' }),
    name: 'an unknown reduction',
    error: ["scatterElements: reduction is 'avg'", ...REDUCTION_NAMES.map((name) => `'${name}'`)],
  },
  ...['caller', 'givesUp', 'start', 'op'].flatMap(
    (name) => rejected`
      there is no option '${name}', expected 'batchDims' -- only kernels take it:
        ${scatterND(line, tuples, two, { [name]: true })}
    `,
  ),
];
