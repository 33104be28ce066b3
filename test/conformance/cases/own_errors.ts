/** Invalid calls: each message names the op and the argument, and what it got and expected. */
import { REDUCTION_NAMES } from '../../support/oracle_words.js';
import { bool, f32, i32, plain, str } from '../../support/values.js';
import {
  errors,
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
  ...errors`
    rank of indices: ${gatherElements(grid, sites)} => ${['indices', 'rank', '1', '2']}
    scalar data: ${gatherElements(scalar, i32([], [0]))} => ${['data', 'rank']}
    indices that are a number, without a third argument:
      ${gatherElements(grid, plain(i32([], [1])))}
      => ${['indices is a scalar (rank 0), expected a tensor of rank 1 or more.']}
    axis too large: ${gatherElements(grid, row, { axis: 2 })} => ${['axis', '2', '[-2, 1]']}
    axis too small: ${gatherElements(grid, row, { axis: -3 })} => ${['axis', '-3', '[-2, 1]']}
    axis is not an integer: ${gatherElements(grid, row, { axis: 0.5 })} => ${['axis', '0.5']}
    indices longer than data along another axis:
      ${gatherElements(grid, i32([3, 1], [0, 0, 0]), { axis: 1 })}
      => ${['indices', '[3, 1]', '[2, 3]', '1']}
    float32 indices: ${gatherElements(line, f32([1], [0]))} => ${['indices', 'int32', 'float32']}
    bool indices: ${gatherND(line, bool([1], [0]))} => ${['indices', 'int32', 'bool']}
    an unknown policy:
      ${gatherElements(grid, row, { outOfBounds: 'wrap' })}
      => ${['outOfBounds', 'wrap', 'error', 'drop', 'clamp']}
    a fill that is no number:
      ${gatherND(line, tuples, { fill: '1' as never, outOfBounds: 'drop' })}
      => ${["gatherND: fill is '1', expected a number"]}
    a fill without dropped sites:
      ${gatherND(line, tuples, { fill: 1 })}
      => ${["gatherND: fill is 1, expected it only with outOfBounds 'drop'"]}
    scalar indices: ${gatherND(line, i32([], [0]))} => ${['indices', 'rank']}
    scalar data of gatherND: ${gatherND(scalar, i32([1], [0]))} => ${['data', 'rank']}
    tuples too long: ${gatherND(grid, i32([1, 3], [0, 0, 0]))} => ${['indices', '3', '2']}
    tuples too long after the batch dimensions:
      ${gatherND(grid, i32([2, 2], [0, 0, 0, 0]), { batchDims: 1 })} => ${['indices', '2', '1']}
    negative batchDims: ${gatherND(grid, [0, 0], { batchDims: -1 })} => ${['batchDims', '-1']}
    batchDims of data:
      ${gatherND(line, i32([4, 1, 1], [0, 0, 0, 0]), { batchDims: 1 })} => ${['batchDims', '1']}
    batchDims of indices: ${gatherND(grid, sites, { batchDims: 1 })} => ${['batchDims', '1']}
    batchDims is not an integer:
      ${gatherND(grid, tuples, { batchDims: 0.5 })} => ${['batchDims', '0.5']}
    batches of different sizes:
      ${gatherND(grid, [0, 0, 0], { batchDims: 1 })} => ${['batch', '2', '3']}
  `,
  ...(
    [
      [i32([1], [1]), 0.5, 'an integer in the range of int32: data has dtype int32'],
      [bool([1], [1]), 2, '0 or 1: data has dtype bool'],
      [f32([1], [1]), 1e39, 'a number in the range of float32: data has dtype float32'],
      [str([1], ['a']), 1, 'none: data has dtype string'],
    ] as const
  ).flatMap(
    ([data, fill, expected]) => errors`
      ${fill} at dropped sites of ${data.dtype}:
        ${gatherElements(data, [3], { fill, outOfBounds: 'drop' })}
        => ${[`gatherElements: fill is ${fill}, expected ${expected}.`]}
    `,
  ),
];

export const badScatters = [
  ...errors`
    updates of another shape than indices:
      ${scatterElements(line, sites, f32([3], [1, 2, 3]))} => ${['updates', '[3]', '[2]']}
    updates of another dtype:
      ${scatterElements(line, sites, i32([2], [1, 2]))} => ${['updates', 'int32', 'float32']}
    a fill for a scatter:
      ${scatterND(line, tuples, two, { fill: 1, outOfBounds: 'drop' })}
      => ${[
        "scatterND: there is no option 'fill', expected 'batchDims', 'outOfBounds', 'reduction'",
      ]}
    an unknown reduction:
      ${scatterElements(line, sites, two, { reduction: 'avg' })}
      => ${['reduction', 'avg', ...REDUCTION_NAMES]}
    a reduction besides the one in the name:
      ${use('tensorScatterAdd', line, tuples, two, { reduction: 'max' })}
      => ${["no option 'reduction'", 'batchDims', 'outOfBounds']}
    updates of the wrong shape, tensorScatterMin:
      ${use('tensorScatterMin', line, tuples, f32([1], [1]))} => ${['updates', '[1]', '[2]']}
    a reduction named like a property of every object:
      ${scatterND(line, tuples, two, { reduction: 'toString' })} => ${['reduction', 'toString']}
    an unknown policy, scatterElements:
      ${scatterElements(line, sites, two, { outOfBounds: 'constructor' })}
      => ${['outOfBounds', 'constructor']}
    axis too large, scatterElements:
      ${scatterElements(line, sites, two, { axis: 1 })} => ${['axis', '1', '[-1, 0]']}
    updates of the wrong shape:
      ${scatterND(grid, tuples, f32([2, 2], [1, 2, 3, 4]))}
      => ${['updates', '[2, 2]', '[2, 3]', 'indices.shape without its last dimension']}
    updates of the wrong shape, batchDims:
      ${scatterND(grid, i32([2, 1, 1], [0, 1]), f32([2], [1, 2]), { batchDims: 1 })}
      => ${['updates', '[2]', '[2, 1]']}
    bool updates of float32 data:
      ${scatterND(line, tuples, bool([2], [1, 0]))} => ${['updates', 'bool', 'float32']}
    float32 indices, scatterND:
      ${scatterND(line, f32([2, 1], [0, 1]), two)} => ${['indices', 'int32', 'float32']}
    negative batchDims, scatterNDUpdate:
      ${scatterNDUpdate(line, tuples, two, { batchDims: -1 })} => ${['batchDims', '-1']}
    an unknown reduction, scatterNDUpdate:
      ${scatterNDUpdate(line, tuples, two, { reduction: 'average' })}
      => ${['reduction', 'average', 'sum', 'prod']}
    scalar data: ${scatterND(scalar, i32([0], []), scalar)} => ${['data', 'rank']}
    tfjs' order of scatterND: indices, updates, shape:
      ${scatterND(tuples, two, plain(i32([1], [8])))}
      => ${['tf.scatterND', 'data, indices, updates']}
    tfjs' order, one index for each update:
      ${scatterND(i32([2], [1, 0]), two, plain(i32([1], [8])))}
      => ${['tf.scatterND', 'data, indices, updates']}
    tfjs' order, a grid of updates:
      ${scatterND(i32([1, 2, 1], [1, 0]), f32([1, 2], [5, 7]), plain(i32([1], [8])))}
      => ${['tf.scatterND', 'data, indices, updates']}
    tfjs' order with slices:
      ${scatterND(tuples, grid, plain(i32([2], [4, 3])))}
      => ${['tf.scatterND', 'data, indices, updates']}
    PyTorch's order of gather, for a scatter: input, dim, index:
      ${scatterElements(grid, plain(i32([], [1])), row, { axis: 0 })}
      => ${['PyTorch', 'dim 1', '(data, indices, updates, { axis: 1 })']}
  `,
  ...['caller', 'wrapNegatives', 'intoData'].flatMap(
    (name) => errors`
      ${name}, which only kernels take:
        ${scatterND(line, tuples, two, { [name]: true })}
        => ${[`scatterND: there is no option '${name}', expected 'batchDims'`]}
    `,
  ),
];
