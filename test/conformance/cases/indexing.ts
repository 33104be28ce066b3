/** /indexing as literal cases: the examples in its documents, and calls that are easy to get wrong. */
import type { CallOptions, IndexingCall, IndexingName } from '../../support/call.js';
import { rejected, resultTable } from '../../support/read_table.js';
import { bool, f32, given, type Given, i32, plain, str } from '../../support/values.js';

interface Rest {
  updates?: Given;
  columns?: Given;
  more?: Given;
  places?: string[];
  options?: CallOptions;
}

/** Values alone are a vector: of floats, or of int32 indices. */
function use(
  op: IndexingName,
  data: Given,
  indices: Given,
  { options, updates, columns, more, places }: Rest = {},
): IndexingCall {
  const inputs: IndexingCall['inputs'] = {
    data: given(data, 'float32'),
    indices: given(indices, 'int32'),
    ...(updates && { updates: given(updates, 'float32') }),
    ...(columns && { columns: given(columns, 'int32') }),
    ...(more && { more: given(more, 'int32') }),
  };
  return { kind: 'indexing', op, inputs, options, places };
}

/** Values alone have the shape and dtype of data. */
const cases = resultTable(({ inputs: { data } }: IndexingCall, expected) =>
  given(expected, data.dtype, () => data.shape),
);

const ones = f32([5, 3], Array<number>(15).fill(1));
const nine = f32([3, 3], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
const threeRows = i32([3], [0, 4, 2]);
const rows = (...values: number[]) => f32([values.length / 3, 3], values);
const grid = f32([2, 3], [10, 30, 20, 60, 40, 50]);
const line = f32([4], [1, 2, 3, 4]);
const cube = f32([2, 2, 3], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
const block = { ...cube, shape: [2, 2, 1, 3] };
const apart = [':', 'indices', ':', 'columns'];
const columns = { axis: 1 };
/** A slice of one position, or the slice itself. */
const sliced = (text: string) => (text.includes(':') ? text : `${text}:${Number(text) + 1}`);

export const indexingCases = cases`
  PyTorch's example of index_add:
    ${use('indexAdd', ones, threeRows, { updates: nine })}
    => ${rows(2, 3, 4, 1, 1, 1, 8, 9, 10, 1, 1, 1, 5, 6, 7)}
  PyTorch's example of index_copy:
    ${use('indexCopy', f32([5, 3], Array<number>(15).fill(0)), threeRows, { updates: nine })}
    => ${rows(1, 2, 3, 0, 0, 0, 7, 8, 9, 0, 0, 0, 4, 5, 6)}
  PyTorch's example of index_fill:
    ${use('indexFill', nine, [0, 2], { updates: f32([], [-1]), options: columns })}
    => ${rows(-1, 2, -1, -1, 5, -1, -1, 8, -1)}
  a plain number as value:
    ${use('indexFill', i32([3], [1, 2, 3]), [-1], { updates: plain(i32([], [7])) })} => ${[1, 2, 7]}
  reordered columns:
    ${use('indexSelect', grid, [2, 0, -1], { options: columns })} => ${[20, 10, 20, 50, 60, 50]}
  the axis in the middle, counted from the end:
    ${use('indexAdd', f32([2, 2, 2], [0, 0, 0, 0, 0, 0, 0, 0]), [1, 1, 0], {
      updates: f32([2, 3, 2], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
      options: { axis: -2 },
    })}
    => ${[5, 6, 4, 6, 11, 12, 16, 18]}
  strings:
    ${use('indexSelect', str([2, 2], ['a', 'b', 'c', 'd']), [1], { options: columns })}
    => ${str([2, 1], ['b', 'd'])}
  rank 7:
    ${use('indexSelect', f32([1, 2, 1, 1, 1, 2, 1], [1, 2, 3, 4]), [1], { options: { axis: 5 } })}
    => ${f32([1, 2, 1, 1, 1, 1, 1], [2, 4])}
  NumPy's example of take_along_axis: argmax:
    ${use('takeAlongAxis', grid, i32([2, 1], [1, 0]))} => ${f32([2, 1], [30, 60])}
  broadcast indices:
    ${use('takeAlongAxis', grid, i32([1, 2], [2, 0]))} => ${f32([2, 2], [20, 10, 50, 60])}
  indices that broadcast to none, in an empty axis:
    ${use('takeAlongAxis', f32([0, 0], []), i32([1, 1], [0]))} => ${f32([0, 1], [])}
  positions that broadcast to none, in an empty axis:
    ${use('at.get', f32([0, 3], []), i32([1, 1], [0]), { columns: i32([0, 1], []) })}
    => ${f32([0, 1], [])}
  updates of none:
    ${use('at.add', f32([1, 3], [1, 2, 3]), i32([1], [4]), { columns: i32([0], []), updates: [5] })}
    => ${f32([1, 3], [1, 2, 3])}
  broadcast data:
    ${use('takeAlongAxis', f32([1, 3], [1, 2, 3]), i32([2, 2], [2, 0, 1, -1]))}
    => ${f32([2, 2], [3, 1, 2, 3])}
  both, in rank 7:
    ${use(
      'takeAlongAxis',
      f32([2, 1, 1, 1, 1, 1, 2], [1, 2, 3, 4]),
      i32([1, 2, 1, 1, 1, 1, 1], [1, 0]),
    )}
    => ${f32([2, 2, 1, 1, 1, 1, 1], [2, 1, 4, 3])}
  NumPy's example of put_along_axis, argmax:
    ${use('putAlongAxis', grid, i32([2, 1], [1, 0]), { updates: f32([2, 1], [99, 98]) })}
    => ${[10, 99, 20, 98, 40, 50]}
  broadcast indices and updates:
    ${use('putAlongAxis', grid, i32([1, 2], [2, 0]), { updates: f32([2, 1], [1, 2]) })}
    => ${[1, 30, 1, 2, 40, 2]}
  updates of a lower rank, along the first axis:
    ${use('putAlongAxis', grid, i32([1, 3], [1, 0, -1]), { updates: [7, 8, 9], options: { axis: 0 } })}
    => ${[10, 8, 20, 7, 40, 9]}
  a number for all, with padding:
    ${use('putAlongAxis', i32([2, 2], [1, 2, 3, 4]), i32([2, 2], [-1, 1, 0, 2]), {
      updates: plain(i32([], [7])),
      options: { outOfBounds: 'drop', wrapNegatives: false },
    })}
    => ${[1, 7, 7, 4]}
  broadcast data, where the last of the updates that meet stays:
    ${use('putAlongAxis', f32([1, 3], [1, 2, 3]), i32([2, 2], [2, 0, 1, -1]), {
      updates: f32([2, 2], [4, 5, 6, 7]),
    })}
    => ${[5, 6, 7]}
  broadcast data, before and after the axis:
    ${use('putAlongAxis', f32([1, 2, 1], [1, 2]), i32([2, 1, 2], [1, 0, 0, 1]), {
      updates: f32([2, 1, 2], [3, 4, 5, 6]),
      options: { axis: 1 },
    })}
    => ${[5, 6]}
  updates that broadcast to none: ${use('putAlongAxis', f32([0, 3], []), i32([1, 2], [0, 9]), { updates: [1] })}
    => ${[]}
  strings put in rank 7:
    ${use(
      'putAlongAxis',
      str([2, 1, 1, 1, 1, 1, 2], ['a', 'b', 'c', 'd']),
      i32([2, 1, 1, 1, 1, 1, 1], [1, -1]),
      { updates: str([], ['x']) },
    )}
    => ${['a', 'x', 'c', 'x']}
  strings at indices that broadcast:
    ${use('takeAlongAxis', str([2, 2], ['a', 'b', 'c', 'd']), i32([1, 3], [1, 0, -1]))}
    => ${str([2, 3], ['b', 'a', 'b', 'd', 'c', 'd'])}
  strings put at indices that broadcast, along the first axis:
    ${use('putAlongAxis', str([2, 3], ['a', 'b', 'c', 'd', 'e', 'f']), i32([1, 1], [-1]), {
      updates: str([3], ['x', 'y', 'z']),
      options: { axis: 0 },
    })}
    => ${['a', 'b', 'c', 'x', 'y', 'z']}
  strings at rows and columns that broadcast:
    ${use('at.get', str([2, 2], ['a', 'b', 'c', 'd']), i32([2, 1], [1, 0]), { columns: i32([1, 2], [1, -2]) })}
    => ${str([2, 2], ['d', 'c', 'b', 'a'])}
  ids of rank 2, as for an embedding:
    ${use('take', grid, i32([2, 2], [0, 1, 1, -1]))}
    => ${f32([2, 2, 3], [10, 30, 20, 60, 40, 50, 60, 40, 50, 60, 40, 50])}
  a number takes away the axis: ${use('take', grid, plain(i32([], [1])), { options: columns })}
    => ${f32([2], [30, 40])}
  ONNX's example of Gather, axis 1:
    ${use('take', f32([3, 3], [1, 1.2, 1.9, 2.3, 3.4, 3.9, 4.5, 5.7, 5.9]), i32([1, 2], [0, 2]), {
      options: columns,
    })}
    => ${f32([3, 1, 2], [1, 1.9, 2.3, 3.9, 4.5, 5.9])}
  a row addressed by a number:
    ${use('at.get', grid, plain(i32([], [-1])))} => ${f32([3], [60, 40, 50])}
  rows addressed by a tensor of rank 2:
    ${use('at.get', line, i32([2, 2], [0, 1, 1, 3]))} => ${f32([2, 2], [1, 2, 2, 4])}
  a list of lists is one array of indices:
    ${use('at.get', line, plain(i32([2, 2], [0, 1, 1, 3])))} => ${f32([2, 2], [1, 2, 2, 4])}
  places addressed by plain arrays:
    ${use('at.get', grid, plain(i32([2], [0, 1])), { columns: plain(i32([2], [1, 2])) })}
    => ${f32([2], [30, 50])}
  indices that broadcast:
    ${use('at.add', grid, i32([2, 1], [0, 1]), {
      columns: [0, -1],
      updates: f32([2, 2], [1, 2, 3, 4]),
    })}
    => ${[11, 30, 22, 63, 40, 54]}
  an array and a number:
    ${use('at.set', grid, [0, 1], { columns: plain(i32([], [1])), updates: f32([], [0]) })}
    => ${[10, 0, 20, 60, 0, 50]}
  a slice and indices:
    ${use('at.get', cube, [2, 0], { places: ['-1:', ':', 'indices'] })}
    => ${f32([1, 2, 2], [9, 7, 12, 10])}
  slices alone: ${use('at.get', cube, [0], { places: ['::-1', '0', '1:'].map(sliced) })}
    => ${f32([2, 1, 2], [8, 9, 2, 3])}
  all of data: ${use('at.get', grid, [0], { places: ['...'] })} => ${[10, 30, 20, 60, 40, 50]}
  a slice that takes nothing: ${use('at.get', grid, [0], { places: [':', '2:1'] })}
    => ${f32([2, 0], [])}
  bounds beyond an axis are cut: ${use('at.get', line, [0], { places: ['-9:9:2'] })}
    => ${f32([2], [1, 3])}
  the last axis by an ellipsis: ${use('at.get', cube, plain(i32([], [0])), { places: ['...', 'indices'] })}
    => ${f32([2, 2], [1, 4, 7, 10])}
  arrays side by side stay where the first stood:
    ${use('at.get', cube, [1, 0, 1], { columns: [2, 2, 0], places: [':', 'indices', 'columns'] })}
    => ${f32([2, 3], [6, 3, 4, 12, 9, 10])}
  arrays apart go first:
    ${use('at.get', cube, [0, 1, 1], { columns: [2, 2, 0], places: ['indices', ':', 'columns'] })}
    => ${f32([3, 2], [3, 6, 9, 12, 7, 10])}
  a number counts as an array beside one:
    ${use('at.get', cube, plain(i32([], [0])), { columns: [1, 2], places: ['indices', ':', 'columns'] })}
    => ${f32([2, 2], [2, 5, 3, 6])}
  arrays apart go before a slice in front of them:
    ${use('at.get', block, [1, 0, 1], { columns: [2, 2, 0], places: apart })}
    => ${f32([3, 2, 1], [6, 12, 3, 9, 4, 10])}
  so do the axes of updates:
    ${use('at.set', block, [1, 0], { columns: [2, 0], places: apart, updates: f32([2, 2, 1], [-1, -2, -3, -4]) })}
    => ${[-3, 2, 3, 4, 5, -1, -4, 8, 9, 10, 11, -2]}
  a number apart from an array, too:
    ${use('at.get', block, plain(i32([], [1])), { columns: [0, 2], places: apart })}
    => ${f32([2, 2, 1], [4, 10, 6, 12])}
  an ellipsis of no axis after a slice:
    ${use('at.add', cube, [1, 0], {
      columns: [2, 0],
      places: [':', 'indices', '...', 'columns'],
      updates: f32([2, 1], [10, 20]),
    })}
    => ${[21, 2, 3, 4, 5, 16, 27, 8, 9, 10, 11, 22]}
  an ellipsis of no axis separates, too:
    ${use('at.get', grid, [0, 1], { columns: [2, 0], places: ['indices', '...', 'columns'] })}
    => ${f32([2], [20, 60])}
  a mask: ${use('at.get', grid, bool([2, 3], [0, 1, 0, 1, 0, 1]))} => ${f32([3], [30, 60, 50])}
  a mask of rows: ${use('at.get', grid, plain(bool([2], [0, 1])))} => ${f32([1, 3], [60, 40, 50])}
  a mask of columns:
    ${use('at.set', grid, bool([3], [1, 0, 1]), { places: [':', 'indices'], updates: f32([], [0]) })}
    => ${[0, 30, 0, 0, 40, 0]}
  a mask beside an array:
    ${use('at.get', grid, bool([2], [1, 1]), { columns: [2, 0] })} => ${f32([2], [20, 60])}
  updates for the true places: ${use('at.set', grid, bool([2, 3], [0, 1, 0, 0, 0, 1]), { updates: [7, 8] })}
    => ${[10, 7, 20, 60, 40, 8]}
  updates of data's shape:
    ${use('at.add', grid, bool([2, 3], [0, 1, 0, 0, 0, 1]), { updates: f32([2, 3], [1, 2, 3, 4, 5, 6]) })}
    => ${[10, 32, 20, 60, 40, 56]}
  a mask without a true value: ${use('at.set', grid, bool([2], [0, 0]), { updates: f32([3], [1, 2, 3]) })}
    => ${[10, 30, 20, 60, 40, 50]}
  updates that broadcast: ${use('at.sub', grid, [0, 1], { updates: f32([3], [1, 2, 3]) })}
    => ${[9, 28, 17, 59, 38, 47]}
  padding: ${use('at.add', line, [-1, 0, 4], {
    updates: [1, 1, 1],
    options: { outOfBounds: 'drop', wrapNegatives: false },
  })} => ${[2, 2, 3, 4]}
  duplicates of set: the last stays:
    ${use('at.set', line, plain(i32([3], [1, 1, 1])), { updates: [7, 8, 9] })} => ${[1, 9, 3, 4]}
  a scalar times each of duplicates:
    ${use('at.mul', line, [1, 1], { updates: plain(f32([], [3])) })} => ${[1, 18, 3, 4]}
  max: ${use('at.max', line, [0, 3], { updates: f32([], [2]) })} => ${[2, 2, 3, 4]}
  min: ${use('at.min', line, [0, 3], { updates: f32([], [2]) })} => ${[1, 2, 3, 2]}
  bool: ${use('at.add', bool([2], [0, 0]), [1], { updates: bool([1], [1]) })} => ${[0, 1]}
  places that are dropped:
    ${use('at.add', line, [4, 0], { updates: [1, 1], options: { outOfBounds: 'drop' } })}
    => ${[2, 2, 3, 4]}
  places that are filled:
    ${use('at.get', grid, [2, 0], { options: { outOfBounds: 'drop', fill: -1 } })}
    => ${[-1, -1, -1, 10, 30, 20]}
  no rows: ${use('at.get', grid, plain(i32([0], [])))} => ${f32([0, 3], [])}
`;

export const indexingErrors = rejected`
  indices has rank 2: ${use('indexSelect', grid, i32([1, 1], [0]))}
  indices has dtype float32, expected int32:
    ${use('indexAdd', line, f32([1], [0]), { updates: [1] })}
  data is a scalar (rank 0), expected a tensor of rank 1 or more.:
    ${use('indexSelect', f32([], [1]), [0], { options: { axis: 0 } })}
    ${use('indexFill', f32([], [1]), [0], { updates: f32([], [1]) })}
  axis is 2, expected an integer in [-2, 1]:
    ${use('indexSelect', grid, [0], { options: { axis: 2 } })}
  no option 'reduction', expected 'axis', 'outOfBounds' or 'wrapNegatives':
    ${use('indexAdd', line, [0], { updates: [1], options: { reduction: 'max' } })}
  indices has the value 3 at [2], which is out of bounds on axis 1 of data:
    ${use('indexSelect', grid, [0, 2, 3], { options: columns })}
  updates has shape [3], expected [2, 1]: the shape of what is indexed, or a shape that broadcasts to it:
    ${use('indexCopy', grid, [0], { updates: [1, 2, 3], options: columns })}
  value has shape [1], expected a scalar: ${use('indexFill', grid, [0], { updates: [0] })}
  value has dtype int32, expected float32: ${use('indexFill', grid, [0], { updates: i32([], [0]) })}
  data and indices, except along axis 1 ... [2, 1] and [3, 1]:
    ${use('takeAlongAxis', grid, i32([3, 1], [0, 0, 0]))}
  indices has rank 1: ${use('takeAlongAxis', grid, [0])}
  the value -4 at [0, 1] ... axis 1: ${use('takeAlongAxis', grid, i32([1, 2], [0, -4]))}
  putAlongAxis: data and indices, except along axis 1 ... [2, 1] and [3, 1]:
    ${use('putAlongAxis', grid, i32([3, 1], [0, 0, 0]), { updates: f32([], [1]) })}
  putAlongAxis: indices has the value 3 at [0, 1], which is out of bounds on axis 1 of data:
    ${use('putAlongAxis', grid, i32([1, 2], [0, 3]), { updates: f32([], [1]) })}
    ${use('putAlongAxis', f32([1, 3], [1, 2, 3]), i32([2, 2], [0, 3, 0, 0]), { updates: f32([], [1]) })}
  updates has shape [3], expected [2, 1]: the shape of what is indexed, or a shape that broadcasts to it:
    ${use('putAlongAxis', grid, i32([2, 1], [0, 0]), { updates: [1, 2, 3] })}
  putAlongAxis: updates has dtype int32 ... float32:
    ${use('putAlongAxis', grid, i32([2, 1], [0, 0]), { updates: i32([2, 1], [1, 2]) })}
  indices address 2 axes, expected at most 1: ${use('at.get', line, [0], { columns: [0] })}
  the value 3 at [1], which is out of bounds on axis 1:
    ${use('at.get', grid, [0, 1], { columns: [0, 3] })}
  indices have the shapes [2] and [3]: ${use('at.get', grid, [0, 1], { columns: [0, 1, 2] })}
  updates has shape [2], expected [1, 3]: ${use('at.add', grid, [0], { updates: [1, 2] })}
  no option 'fill', expected 'outOfBounds' or 'wrapNegatives':
    ${use('at.add', line, [0], { updates: [1], options: { outOfBounds: 'drop', fill: 1 } })}
  indices[0] holds 0.5: ${use('at.get', line, plain(f32([1], [0.5])))}
  indices[0] is 'x', expected an integer, indices of int32, a mask, or a slice:
    ${use('at.get', line, [0], { places: ['x'] })}
  the slice '::0' has step 0: ${use('at.get', line, [0], { places: ['::0'] })}
  indices hold '...' 2 times: ${use('at.get', grid, [0], { places: ['...', 'indices', '...'] })}
  indices[1] is a scalar of bool: ${use('at.get', grid, [0], { columns: bool([], [1]) })}
  indices[0] is true, expected an integer: ${use('at.get', grid, plain(bool([], [1])))}
  the mask indices[0] has shape [3], expected [2], the lengths of the axes of data from 0 on:
    ${use('at.get', grid, bool([3], [1, 0, 1]))}
  indices address 2 axes, expected at most 1: ${use('at.get', line, bool([1, 4], [1, 0, 0, 1]))}
  indices[0] has dtype float32, expected bool or int32: .toBool() makes it a mask, and .toInt() indices:
    ${use('at.get', line, f32([1], [1]))}
    ${use('at.set', f32([3], [5, 6, 7]), f32([3], [0, 0, 1]), { updates: f32([], [9]) })}
  indices has the value -1 at [0]:
    ${use('at.get', line, [-1], { options: { wrapNegatives: false } })}
    ${use('take', line, [-1], { options: { wrapNegatives: false } })}
    ${use('takeAlongAxis', line, [-1], { options: { wrapNegatives: false } })}
`;
