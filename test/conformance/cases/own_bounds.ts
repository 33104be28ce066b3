/** Out-of-bounds indices under each policy, the ends of int32 as indices, and rejected indices. */
import type { JsonNumber } from '../../support/call.js';
import { bool, c64, encodeNumber, f32, i32, str } from '../../support/values.js';
import { rejected } from '../../support/read_table.js';
import {
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
const padding = { wrapNegatives: false, ...drop };
const grid = f32([2, 3], [1, 2, 3, 4, 5, 6]);
const square = f32([2, 2], [1, 2, 3, 4]);

export const droppedSites = [
  ...results`
    a dropped element is gathered as 0:
      ${gatherElements([10, 20, 30], [0, 3, -4, -1], drop)} => ${[10, 0, 0, 30]}
    a dropped int32 element, along axis 1:
      ${gatherElements(i32([2, 2], [1, 2, 3, 4]), i32([2, 2], [0, 5, -3, 1]), { axis: 1, ...drop })}
      => ${[1, 0, 0, 4]}
    negative indices as padding, elements:
      ${gatherElements([10, 20, 30], [0, -100, -1, 2], padding)} => ${[10, 0, 0, 30]}
    negative indices as padding, slices: ${gatherND(square, [1, -1], padding)} => ${[3, 4, 0, 0]}
    negative indices as padding, written:
      ${scatterElements([1, 2, 3], [-1, 0], [9, 9], padding)} => ${[9, 2, 3]}
    negative indices as padding, added:
      ${scatterND([1, 2, 3], [-1, 0], [9, 9], { reduction: 'add', ...padding })} => ${[10, 2, 3]}
    negative indices, clamped instead of wrapped:
      ${gatherElements([10, 20, 30], [-1, 2], { wrapNegatives: false, ...clamp })} => ${[10, 30]}
    a dropped slice is gathered as zeros:
      ${gatherND(square, [1, 2, -3], drop)} => ${[3, 4, 0, 0, 0, 0]}
    a dropped tuple whose flattened offset is in bounds:
      ${gatherND(grid, i32([2, 2], [0, 5, 1, -1]), drop)} => ${[0, 6]}
    a dropped bool is false: ${gatherND(bool([2], [1, 1]), [0, 2], drop)} => ${[1, 0]}
    a dropped string is '':
      ${gatherElements(str([2], ['a', 'b']), [1, -3, 0], drop)} => ${['b', '', 'a']}
    a dropped element is gathered as the fill value:
      ${gatherElements([10, 20, 30], [0, 3, -4, -1], { fill: -1, ...drop })} => ${[10, -1, -1, 30]}
    a dropped slice of four values is gathered as the fill value:
      ${gatherND(f32([1, 4], [1, 2, 3, 4]), [1, 0], { fill: 0.5, ...drop })}
      => ${[0.5, 0.5, 0.5, 0.5, 1, 2, 3, 4]}
    a dropped int32 element is gathered as the largest number:
      ${gatherElements(i32([2], [1, 2]), [2, 1], { fill: MAX, ...drop })} => ${[MAX, 2]}
    a dropped bool is gathered as true:
      ${gatherND(bool([2], [0, 0]), [0, 2], { fill: 1, ...drop })} => ${[0, 1]}
    a dropped complex64 element is gathered as a real number:
      ${gatherND(c64([1], [1, 2]), [0, 1], { fill: 3, ...drop })} => ${[1, 2, 3, 0]}
    empty data is gathered as the fill value:
      ${gatherND(f32([0, 2], []), [0, -1], { fill: 6, ...drop })} => ${[6, 6, 6, 6]}
    dropped sites write nothing:
      ${scatterElements([1, 2, 3], [0, 3, -4, 2], [10, 20, 30, 40], drop)} => ${[10, 2, 40]}
    dropped sites add nothing:
      ${scatterElements([1, 2, 3], [1, 3, 1], [10, 20, 30], { reduction: 'add', ...drop })}
      => ${[1, 42, 3]}
    dropped slices add nothing:
      ${scatterND(square, [0, 2, 0], [1, 1, 9, 9, 2, 2], { reduction: 'add', ...drop })}
      => ${[4, 5, 3, 4]}
    one coordinate out of bounds drops the tuple:
      ${scatterND(square, i32([3, 2], [0, 2, 1, 1, -3, 0]), [10, 20, 30], {
        reduction: 'add',
        ...drop,
      })}
      => ${[1, 2, 3, 24]}
    a dropped site after a kept one does not win:
      ${scatterND(i32([2], [1, 2]), [0, 0, 2], [7, 8, 9], drop)} => ${[8, 2]}
    scatterNDUpdate drops too:
      ${scatterNDUpdate([1, 2], [0, 2, -3], [5, 7, 9], { reduction: 'sum', ...drop })} => ${[6, 2]}
    a place with only dropped sites keeps data, includeSelf false:
      ${scatterND(square, i32([3, 2], [0, 2, 0, 1, -3, 1]), [10, 20, 30], {
        reduction: 'mul',
        includeSelf: false,
        ...drop,
      })}
      => ${[1, 20, 3, 4]}
    mean does not count dropped sites:
      ${scatterElements([6, 1], [0, 7, 0], [3, 100, 15], { reduction: 'mean', ...drop })}
      => ${[8, 1]}
    mean does not count dropped sites, includeSelf false:
      ${scatterElements([6, 1], [0, 7, 0], [3, 100, 15], {
        reduction: 'mean',
        includeSelf: false,
        ...drop,
      })}
      => ${[9, 1]}
  `,
  ...[NaN, -Infinity, -0].flatMap(
    (fill) => results`
      dropped slices are gathered as ${fill}:
        ${gatherND(square, [1, 2, -3], { fill, ...drop })}
        => ${[3, 4, ...Array<JsonNumber>(4).fill(encodeNumber(fill))]}
    `,
  ),
  ...['none', 'add', 'mul', 'max'].flatMap((reduction) =>
    [true, false].flatMap(
      (includeSelf) => results`
        if all sites are dropped, ${reduction} changes nothing, includeSelf ${includeSelf}:
          ${scatterND(square, [2, -3], [5, 6, 7, 8], { reduction, includeSelf, ...drop })}
          => ${[1, 2, 3, 4]}
      `,
    ),
  ),
];

export const clampedSites = results`
  both ends of the axis:
    ${gatherElements([10, 20, 30], [3, 99, -4, -99, -1], clamp)} => ${[30, 30, 10, 10, 30]}
  each coordinate on its own axis:
    ${gatherND(grid, i32([3, 2], [0, 5, -9, 1, 7, -9]), clamp)} => ${[3, 2, 4]}
  strings: ${gatherND(str([2], ['a', 'b']), [2, -3], clamp)} => ${['b', 'a']}
  clamped sites add to the ends:
    ${scatterElements([1, 2, 3], [5, -5, 2], [10, 20, 30], { reduction: 'add', ...clamp })}
    => ${[21, 2, 43]}
  the last of a real and a clamped site wins:
    ${scatterND([1, 2, 3], [2, 7], [10, 20], clamp)} => ${[1, 2, 20]}
  clamped slices:
    ${scatterNDUpdate(square, [9, -9], [0, 9, 9, 0], { reduction: 'max', ...clamp })}
    => ${[9, 2, 3, 9]}
`;

const pair = f32([2], [1, 2]);
const ends = i32([2], [MAX, MIN]);
const endTuples = i32([2, 1], [MAX, MIN]);
const ten = f32([2], [10, 20]);

export const extremeIndices = [
  ...results`
    gatherElements, drop: ${gatherElements(pair, ends, drop)} => ${[0, 0]}
    gatherElements, clamp: ${gatherElements(pair, ends, clamp)} => ${[2, 1]}
    gatherND, drop: ${gatherND(pair, endTuples, drop)} => ${[0, 0]}
    gatherND, clamp: ${gatherND(pair, endTuples, clamp)} => ${[2, 1]}
    scatterElements, drop: ${scatterElements(pair, ends, ten, drop)} => ${pair}
    scatterElements, clamp:
      ${scatterElements(pair, ends, ten, { reduction: 'add', ...clamp })} => ${[21, 12]}
    scatterND, drop: ${scatterND(pair, endTuples, ten, drop)} => ${pair}
    scatterND, clamp: ${scatterND(pair, endTuples, ten, clamp)} => ${[20, 10]}
    scatterNDUpdate, drop: ${scatterNDUpdate(pair, endTuples, ten, drop)} => ${pair}
    scatterNDUpdate, clamp:
      ${scatterNDUpdate(pair, endTuples, ten, { reduction: 'sub', ...clamp })} => ${[-19, -8]}
  `,
  ...rejected`
    the value ${MAX} at [0]: ${gatherElements(pair, ends)}
    the value ${MIN} at [0, 0]: ${gatherND(pair, [MIN])}
    the value ${MIN} at [0]: ${scatterElements(pair, [MIN], [0])}
    the value ${MAX} at [0, 0]: ${scatterND(pair, endTuples, ten)}
    the value ${MAX} at [0, 0]: ${scatterNDUpdate(pair, endTuples, ten)}
  `,
];

const line = f32([3], [1, 2, 3]);
const noRows = f32([0, 3], []);

/** Each message names the op, value, position, axis and range. */
export const rejectedIndices = rejected`
  value 3 at [1] ... axis 0 ... [-3, 2]: ${gatherElements(line, [0, 3])}
  value -4 at [1, 1] ... axis 1 ... [-3, 2]:
    ${gatherElements(grid, i32([2, 2], [0, 1, 2, -4]), { axis: 1 })}
  value -3 at [0, 1] ... axis 0 ... [-2, 1] -- a negative axis is reported as a position:
    ${gatherElements(grid, i32([1, 3], [0, -3, 1]), { axis: -2 })}
  value 5 at [0, 1] ... axis 1 ... [-3, 2] -- the flattened offset of the tuple is in bounds:
    ${gatherND(grid, i32([1, 2], [0, 5]))}
  value 5 at [1, 1] ... axis 1 ... [-3, 2] -- the flattened offset of the tuple is in bounds:
    ${scatterND(grid, i32([2, 2], [1, 2, 0, 5]), [1, 2])}
  value 3 at [1, 0] ... axis 1 ... [-3, 2] -- counted in data, after the batch dimensions:
    ${gatherND(grid, [1, 3], { batchDims: 1 })}
  value 3 at [1] ... axis 0 ... [-3, 2]:
    ${scatterElements(line, [1, 3], [0, 0], { reduction: 'add' })}
  value -4 at [0, 0] ... axis 0 ... [-3, 2]:
    ${scatterNDUpdate(line, [-4], [0], { reduction: 'prod' })}
  value 2 at [0] ... axis 0 ... [-2, 1] -- in strings: ${gatherElements(str([2], ['a', 'b']), [2])}
  value 5 at [0, 0] ... axis 0 ... [-2, 1] -- in empty slices: ${gatherND(f32([2, 0], []), [5])}
`;

/** An axis of length 0 has no valid index, not even to clamp to. */
export const emptyAxis = rejected`
  axis 0 of data, expected no index at all:
    ${gatherElements([], [0])}
    ${gatherElements([], [0, -1], clamp)}
    ${gatherElements(noRows, i32([1, 3], [0, 0, 0]), clamp)}
    ${gatherND(noRows, [0])}
    ${gatherND(noRows, [0], clamp)}
    ${scatterElements([], [0], [1], clamp)}
    ${scatterND(noRows, [0], [1, 2, 3])}
    ${scatterND(noRows, [0], [1, 2, 3], clamp)}
    ${scatterNDUpdate(noRows, [-1], [1, 2, 3], clamp)}
  axis 1 of data, expected no index at all -- in a tuple:
    ${scatterND(f32([2, 0, 2], []), i32([1, 3], [1, 0, 0]), [1], clamp)}
`;
