/** Scalar updates, inputs that only scatterNDUpdate accepts, and inputs given as plain arrays. */
import { bool, c64, f32, i32, plain, str } from '../../support/values.js';
import { rejected } from '../../support/read_table.js';
import {
  gatherElements,
  gatherND,
  results,
  scatterElements,
  scatterND,
  scatterNDUpdate,
} from './op_case.js';

const line = f32([3], [1, 2, 3]);
const grid = f32([2, 2], [1, 2, 3, 4]);

export const oneElementUpdates = [
  ...results`
    a scalar: ${scatterNDUpdate(line, i32([1], [1]), [9])} => ${[1, 9, 3]}
    a row of one element:
      ${scatterNDUpdate(line, i32([1], [1]), f32([1], [9]), { reduction: 'sub' })} => ${[1, -7, 3]}
    a grid of one element, addressed by a full tuple:
      ${scatterNDUpdate(grid, i32([2], [1, 0]), f32([1, 1, 1], [9]), { reduction: 'max' })}
      => ${[1, 2, 9, 4]}
    scatterND takes a scalar: ${scatterND(line, i32([1], [1]), [9])} => ${[1, 9, 3]}
  `,
  ...rejected`
    updates has shape [1], expected []: ${scatterND(line, i32([1], [1]), f32([1], [9]))}
    updates has shape [2], expected []: ${scatterNDUpdate(line, i32([1], [1]), f32([2], [8, 9]))}
    updates has shape [1], expected [2]: ${scatterNDUpdate(line, [1, 0], f32([1], [9]))}
    updates has shape [1, 1], expected [1]:
      ${scatterNDUpdate(line, i32([1, 1], [1]), f32([1, 1], [9]))}
    updates has shape [1], expected [2, 2]: ${scatterNDUpdate(grid, [1, 0], f32([1], [9]))}
  `,
];

/** A scalar goes to every site, whatever shape the updates should have. */
export const scalarUpdates = results`
  into elements along axis 1:
    ${scatterElements(grid, i32([2, 1], [1, 0]), f32([], [9]), { axis: 1 })} => ${[1, 9, 9, 4]}
  added twice into one place:
    ${scatterElements(line, [2, 2], plain(f32([], [9])), { reduction: 'add' })} => ${[1, 2, 21]}
  into slices: ${scatterND(grid, [-1], f32([], [9]), { reduction: 'amax' })} => ${[1, 2, 9, 9]}
  into all of data, by tuples without indices:
    ${scatterND(line, i32([2, 0], []), f32([], [9]), { reduction: 'sum' })} => ${[19, 20, 21]}
  in batches:
    ${scatterNDUpdate(grid, i32([2, 1, 1], [1, 0]), f32([], [9]), { batchDims: 1 })}
    => ${[1, 9, 9, 4]}
  at no site: ${scatterElements(line, [], f32([], [9]))} => ${[1, 2, 3]}
  int32, over its whole range:
    ${scatterElements(i32([2], [1, 2]), [0, 1], i32([], [-2147483648]))}
    => ${[-2147483648, -2147483648]}
  bool:
    ${scatterElements(bool([3], [0, 1, 0]), [0, 1], bool([], [1]), { reduction: 'sub' })}
    => ${[1, 0, 0]}
  a string:
    ${scatterND(str([2], ['a', 'b']), [1, 1], str([], ['ü']), { reduction: 'add' })}
    => ${['a', 'büü']}
  complex64: ${scatterElements(c64([2], [1, 2, 3, 4]), [1], c64([], [5, 6]))} => ${[1, 2, 5, 6]}
`;

export const plainArrays = [
  ...results`
    only plain arrays:
      ${scatterND(plain(line), plain(i32([2, 1], [0, -1])), plain(f32([2], [0.5, 1.5])), {
        reduction: 'add',
      })}
      => ${[1.5, 2, 4.5]}
    nested rows:
      ${gatherElements(plain(grid), plain(i32([2, 2], [1, 0, 0, 0])), { axis: 1 })}
      => ${[2, 1, 3, 3]}
    updates get the dtype of int32 data:
      ${scatterElements(i32([2], [1, 2]), plain(i32([1], [1])), plain(i32([1], [-2147483648])))}
      => ${[1, -2147483648]}
    plain bools:
      ${scatterElements(plain(bool([2], [1, 0])), plain(i32([1], [1])), plain(bool([1], [1])))}
      => ${[1, 1]}
    plain strings:
      ${scatterND(plain(str([2], ['a', 'b'])), plain(i32([1, 1], [1])), plain(str([1], ['ü'])), {
        reduction: 'add',
      })}
      => ${['a', 'bü']}
    a plain scalar:
      ${scatterNDUpdate(line, plain(i32([1], [1])), plain(f32([], [9])))} => ${[1, 9, 3]}
    both ends of int32 are valid indices:
      ${gatherElements(line, plain(i32([2], [2147483647, -2147483648])), { outOfBounds: 'clamp' })}
      => ${[3, 1]}
  `,
  ...rejected`
    indices holds 0.5: ${gatherElements(line, plain(f32([2], [0, 0.5])))}
    indices holds NaN: ${gatherND(line, plain(f32([1, 1], ['NaN'])))}
    indices holds Infinity:
      ${gatherElements(line, plain(f32([1], ['Infinity'])), { outOfBounds: 'clamp' })}
    indices holds 2147483648:
      ${gatherElements(line, plain(i32([1], [2147483648])), { outOfBounds: 'clamp' })}
    indices holds -2147483649:
      ${scatterND(line, plain(i32([1, 1], [-2147483649])), [1], { outOfBounds: 'drop' })}
    updates holds 1.5: ${scatterElements(i32([2], [1, 2]), [0], plain(f32([1], [1.5])))}
    updates holds NaN: ${scatterNDUpdate(i32([2], [1, 2]), [0], plain(f32([1], ['NaN'])))}
    updates holds 3000000000:
      ${scatterElements(i32([2], [1, 2]), [0], plain(i32([1], [3000000000])))}
  `,
];
