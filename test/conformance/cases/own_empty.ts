/** Tensors without elements: no sites, no places, no slices, and axes of length 0. */
import { REDUCTIONS } from '../../support/oracle_words.js';
import { bool, f32, i32, str } from '../../support/values.js';
import {
  gatherElements,
  gatherND,
  results,
  scatterElements,
  scatterND,
  scatterNDUpdate,
} from './op_case.js';

const grid = f32([2, 3], [1, 2, 3, 4, 5, 6]);
const noFloats = (...shape: number[]) => f32(shape, []);
const noIndices = (...shape: number[]) => i32(shape, []);

export const emptyGathers = results`
  no sites along axis 0: ${gatherElements(grid, noIndices(0, 3))} => ${noFloats(0, 3)}
  no sites along the other axis:
    ${gatherElements(grid, noIndices(2, 0), { axis: 0 })} => ${noFloats(2, 0)}
  no sites in no data: ${gatherElements(noFloats(0), noIndices(0))} => ${noFloats(0)}
  more rows without elements:
    ${gatherElements(noFloats(2, 0), noIndices(5, 0))} => ${noFloats(5, 0)}
  no tuples: ${gatherND(grid, noIndices(0, 1))} => ${noFloats(0, 3)}
  no full tuples: ${gatherND(grid, noIndices(2, 0, 2))} => ${noFloats(2, 0)}
  slices without elements: ${gatherND(noFloats(2, 0), [1, 0, -1])} => ${noFloats(3, 0)}
  empty tuples into no data: ${gatherND(noFloats(0, 3), noIndices(2, 0))} => ${noFloats(2, 0, 3)}
  no batches: ${gatherND(noFloats(0, 3), noIndices(0, 1), { batchDims: 1 })} => ${noFloats(0)}
  no strings: ${gatherElements(str([2], ['a', 'b']), noIndices(0))} => ${[]}
  no bools: ${gatherND(bool([2], [1, 0]), noIndices(0, 1))} => ${[]}
  no integers: ${gatherND(i32([2], [1, 0]), noIndices(0, 1))} => ${[]}
`;

const drop = { outOfBounds: 'drop' };

export const droppedByEmptyAxes = results`
  gatherElements: ${gatherElements(noFloats(0), [0, -1], drop)} => ${[0, 0]}
  gatherElements along one axis of two:
    ${gatherElements(i32([0, 2], []), i32([1, 2], [0, 0]), drop)} => ${[0, 0]}
  gatherND: ${gatherND(str([0, 2], []), [0], drop)} => ${['', '']}
  scatterElements: ${scatterElements(noFloats(0), [0], [5], drop)} => ${noFloats(0)}
  scatterND:
    ${scatterND(noFloats(0, 2), [-1], [5, 6], { reduction: 'mean', ...drop })} => ${noFloats(0, 2)}
`;

export const emptyScatters = [
  ...REDUCTIONS.flatMap(
    (reduction) => results`
      no tuples, ${reduction}:
        ${scatterNDUpdate(grid, noIndices(0, 2), noFloats(0), { reduction })} => ${grid}
      no tuples, ${reduction}, includeSelf false:
        ${scatterNDUpdate(grid, noIndices(0, 1), [], { reduction, includeSelf: false })} => ${grid}
    `,
  ),
  ...results`
    no sites along axis 0:
      ${scatterElements(grid, noIndices(0, 3), noFloats(0, 3), { reduction: 'mean' })} => ${grid}
    no tuples at all: ${scatterND(grid, noIndices(0, 1), noFloats(0, 3))} => ${grid}
    no sites in no data:
      ${scatterElements(noFloats(0), noIndices(0), noFloats(0))} => ${noFloats(0)}
    no sites along the other axis:
      ${scatterElements(grid, noIndices(2, 0), noFloats(2, 0), { reduction: 'add' })} => ${grid}
    slices without elements: ${scatterND(noFloats(2, 0), [1], noFloats(1, 0))} => ${noFloats(2, 0)}
    empty tuples into no data:
      ${scatterND(noFloats(0, 3), noIndices(1, 0), noFloats(1, 0, 3))} => ${noFloats(0, 3)}
    no batches:
      ${scatterND(noFloats(0, 3), noIndices(0, 1), noFloats(0), { batchDims: 1 })}
      => ${noFloats(0, 3)}
    no strings: ${scatterND(str([1], ['é']), noIndices(0, 1), [], { reduction: 'add' })} => ${['é']}
    no bools:
      ${scatterNDUpdate(bool([2], [1, 0]), noIndices(0, 1), [], { reduction: 'sub' })} => ${[1, 0]}
    no integers:
      ${scatterElements(i32([2], [7, -7]), noIndices(0), [], { reduction: 'mean' })} => ${[7, -7]}
  `,
];
