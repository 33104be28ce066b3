/** Indices that must be rejected; each message names the op, value, position, axis and range. */
import { f32, i32, str } from '../../support/values.js';
import {
  errors,
  gatherElements,
  gatherND,
  scatterElements,
  scatterND,
  scatterNDUpdate,
} from './op_case.js';

const line = f32([3], [1, 2, 3]);
const grid = f32([2, 3], [1, 2, 3, 4, 5, 6]);
const clamp = { outOfBounds: 'clamp' };
const noRows = f32([0, 3], []);

export const rejectedIndices = errors`
  one past the end: ${gatherElements(line, [0, 3])} => ${['value 3', '[1]', 'axis 0', '[-3, 2]']}
  one before the start:
    ${gatherElements(grid, i32([2, 2], [0, 1, 2, -4]), { axis: 1 })}
    => ${['value -4', '[1, 1]', 'axis 1', '[-3, 2]']}
  a negative axis is reported as a position:
    ${gatherElements(grid, i32([1, 3], [0, -3, 1]), { axis: -2 })}
    => ${['value -3', '[0, 1]', 'axis 0', '[-2, 1]']}
  a gathered tuple whose flattened offset is in bounds:
    ${gatherND(grid, i32([1, 2], [0, 5]))} => ${['value 5', '[0, 1]', 'axis 1', '[-3, 2]']}
  a scattered tuple whose flattened offset is in bounds:
    ${scatterND(grid, i32([2, 2], [1, 2, 0, 5]), [1, 2])}
    => ${['value 5', '[1, 1]', 'axis 1', '[-3, 2]']}
  the axis is counted in data, after the batch dimensions:
    ${gatherND(grid, [1, 3], { batchDims: 1 })} => ${['value 3', '[1, 0]', 'axis 1', '[-3, 2]']}
  scatterElements:
    ${scatterElements(line, [1, 3], [0, 0], { reduction: 'add' })}
    => ${['value 3', '[1]', 'axis 0', '[-3, 2]']}
  scatterNDUpdate:
    ${scatterNDUpdate(line, [-4], [0], { reduction: 'prod' })}
    => ${['value -4', '[0, 0]', 'axis 0', '[-3, 2]']}
  strings are checked as well:
    ${gatherElements(str([2], ['a', 'b']), [2])} => ${['value 2', '[0]', 'axis 0', '[-2, 1]']}
  indices of empty slices are checked:
    ${gatherND(f32([2, 0], []), [5])} => ${['value 5', 'axis 0', '[-2, 1]']}
`;

/** An axis of length 0 has no valid index, not even to clamp to. */
export const emptyAxis = errors`
  gatherElements: ${gatherElements([], [0])} => ${['0']}
  gatherElements, clamp: ${gatherElements([], [0, -1], clamp)} => ${['axis 0']}
  gatherElements of one axis of two, clamp:
    ${gatherElements(noRows, i32([1, 3], [0, 0, 0]), clamp)} => ${['axis 0']}
  gatherND: ${gatherND(noRows, [0])} => ${['axis 0']}
  gatherND, clamp: ${gatherND(noRows, [0], clamp)} => ${['axis 0']}
  scatterElements, clamp: ${scatterElements([], [0], [1], clamp)} => ${['axis 0']}
  scatterND: ${scatterND(noRows, [0], [1, 2, 3])} => ${['axis 0']}
  scatterND, clamp: ${scatterND(noRows, [0], [1, 2, 3], clamp)} => ${['axis 0']}
  scatterNDUpdate, clamp: ${scatterNDUpdate(noRows, [-1], [1, 2, 3], clamp)} => ${['axis 0']}
`;
