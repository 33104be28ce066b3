/** Shapes at the limits of the definitions: K = 0, batch dimensions, and ranks of 7 and 8. */
import { f32, i32 } from '../../support/values.js';
import {
  gatherElements,
  gatherND,
  results,
  scatterElements,
  scatterND,
  scatterNDUpdate,
} from './op_case.js';

const square = f32([2, 2], [1, 2, 3, 4]);
const grid = f32([2, 3], [1, 2, 3, 4, 5, 6]);
const none = (...shape: number[]) => i32(shape, []);

export const emptyTuples = results`
  gathers all of data: ${gatherND(square, none(0))} => ${square}
  gathers all of data for each tuple:
    ${gatherND(square, none(3, 0))} => ${[1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4]}
  gathers each batch: ${gatherND(grid, none(2, 0), { batchDims: 1 })} => ${grid}
  gathers each batch for each tuple:
    ${gatherND(grid, none(2, 2, 0), { batchDims: 1 })} => ${[1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6]}
  writes all of data: ${scatterND(square, none(0), [5, 6, 7, 8])} => ${[5, 6, 7, 8]}
  the last tuple wins: ${scatterND(square, none(2, 0), [5, 6, 7, 8, 9, 8, 7, 6])} => ${[9, 8, 7, 6]}
  adds each tuple to all of data:
    ${scatterNDUpdate(square, none(2, 0), [5, 6, 7, 8, 9, 8, 7, 6], { reduction: 'add' })}
    => ${[15, 16, 17, 18]}
  averages each tuple into its batch, without data:
    ${scatterND(grid, none(2, 2, 0), [1, 1, 1, 3, 5, 7, 0, 0, 0, 2, 4, 6], {
      reduction: 'mean',
      includeSelf: false,
      batchDims: 1,
    })}
    => ${[2, 3, 4, 1, 2, 3]}
  there is nothing to drop:
    ${scatterND(square, none(1, 0), [2, 2, 2, 2], { reduction: 'mul', outOfBounds: 'drop' })}
    => ${[2, 4, 6, 8]}
`;

export const batches = results`
  gathers slices, batchDims 2:
    ${gatherND(f32([1, 2, 2, 2], [1, 2, 3, 4, 5, 6, 7, 8]), i32([1, 2, 1], [1, 0]), {
      batchDims: 2,
    })}
    => ${[3, 4, 5, 6]}
  gathers several elements of each batch:
    ${gatherND(grid, i32([2, 2, 1], [2, 0, -1, 1]), { batchDims: 1 })} => ${[3, 1, 6, 5]}
  adds one element to each batch, batchDims 2:
    ${scatterND(
      f32([2, 2, 2], [1, 2, 3, 4, 5, 6, 7, 8]),
      i32([2, 2, 1], [1, 0, -1, 0]),
      [10, 20, 30, 40],
      { reduction: 'add', batchDims: 2 },
    )}
    => ${[1, 12, 23, 4, 5, 36, 47, 8]}
  writes slices, batchDims 1:
    ${scatterNDUpdate(
      i32([2, 2, 2], [1, 2, 3, 4, 5, 6, 7, 8]),
      i32([2, 1, 1], [1, 0]),
      [10, 20, 30, 40],
      { batchDims: 1 },
    )}
    => ${[1, 2, 10, 20, 30, 40, 7, 8]}
  drops in one batch only:
    ${scatterND(grid, i32([2, 1, 1], [3, -3]), [9, 9], { batchDims: 1, outOfBounds: 'drop' })}
    => ${[1, 2, 3, 9, 5, 6]}
`;

/** Only three axes are longer than 1: read the values as [2][2][2]. */
const seven = [1, 2, 1, 1, 2, 1, 2];
const eight = [1, 1, 2, 1, 1, 2, 1, 2];
const counted = [1, 2, 3, 4, 5, 6, 7, 8];
const alongMiddle = [1, 1, 0, -1, -1, 0, 0, 1];
const tens = counted.map((value) => value * 10);
const eightDimensions = [2, 1, 1, 1, 1, 1, 1, 2];

export const highRanks = results`
  gatherElements, rank 7:
    ${gatherElements(f32(seven, counted), i32(seven, alongMiddle), { axis: 4 })}
    => ${[3, 4, 1, 4, 7, 6, 5, 8]}
  gatherElements, rank 8:
    ${gatherElements(i32(eight, counted), i32(eight, alongMiddle), { axis: -3 })}
    => ${[3, 4, 1, 4, 7, 6, 5, 8]}
  scatterElements, rank 7:
    ${scatterElements(f32(seven, counted), i32(seven, alongMiddle), tens, {
      axis: 4,
      reduction: 'add',
    })}
    => ${[31, 2, 13, 64, 75, 66, 57, 88]}
  gatherND of one element, rank 8:
    ${gatherND(f32([1, 1, 1, 1, 1, 1, 2, 2], [1, 2, 3, 4]), i32([1, 8], [0, 0, 0, 0, 0, 0, 1, 0]))}
    => ${[3]}
  gatherND to rank 8:
    ${gatherND(f32([3, 2], [1, 2, 3, 4, 5, 6]), i32([1, 1, 1, 1, 1, 1, 2, 1], [2, 0]))}
    => ${[5, 6, 1, 2]}
  scatterND, rank 8:
    ${scatterND(f32(eightDimensions, [1, 2, 3, 4]), [1, 0, 1], [10, 20, 30, 40, 50, 60])}
    => ${[30, 40, 50, 60]}
  scatterNDUpdate, rank 8, mean:
    ${scatterNDUpdate(f32(eightDimensions, [1, 2, 3, 4]), [1, 0, 1], [10, 20, 30, 40, 50, 60], {
      reduction: 'mean',
    })}
    => ${[15.5, 21, 21, 28]}
  scatterNDUpdate, batchDims 6 of rank 7:
    ${scatterNDUpdate(
      f32(seven, counted),
      i32([1, 2, 1, 1, 2, 1, 1], [1, 0, -1, -2]),
      [10, 20, 30, 40],
      { reduction: 'sub', batchDims: 6 },
    )}
    => ${[1, -8, -17, 4, 5, -24, -33, 8]}
`;

const numbered = Array.from({ length: 3 * 41 }, (_, i) => i);
const grid41 = f32([3, 41], numbered);
const row = (first: number) => numbered.slice(first, first + 41);

const same = (value: number) => Array<number>(42).fill(value);
const ascending = (length: number) => Array.from({ length }, (_, i) => i % 41);
const sites = (...lines: number[][]) => i32([3, 42], lines.flat());

/** Division by 41: in floats, its reciprocal times 41 is less than 1. */
export const unevenLengths = results`
  rows are gathered whole: ${gatherND(grid41, [2, 1])} => ${[...row(82), ...row(41)]}
  rows are scattered whole:
    ${scatterND(grid41, [2, 1], [...row(0), ...row(41)])} => ${[...row(0), ...row(41), ...row(0)]}
  elements are scattered at the ends of rows:
    ${scatterND(grid41, i32([2, 2], [1, 0, 1, 40]), [-1, -2])}
    => ${numbered.map((value, i) => (i === 41 ? -1 : i === 81 ? -2 : value))}
  each line of sites gathers from its own row:
    ${gatherElements(grid41, sites(ascending(126)), { axis: 1 })}
    => ${ascending(126).map((index, i) => index + 41 * Math.floor(i / 42))}
  the same with indices from the end:
    ${gatherElements(grid41, sites(same(40), same(-41), ascending(42)), { axis: 1 })}
    => ${[...same(40), ...same(41), ...row(82), 82]}
  each line of sites gathers from its own row, unless an index is dropped:
    ${gatherElements(grid41, sites(same(40), ascending(42), same(99)), {
      axis: 1,
      outOfBounds: 'drop',
    })}
    => ${[...same(40), ...row(41), 41, ...same(0)]}
`;
