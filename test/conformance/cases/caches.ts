/** TensorScatter as literal cases: ONNX's examples, calls that are easy to get wrong, and errors. */
import type { CacheCall } from '../../support/call.js';
import { rejected, resultTable } from '../../support/read_table.js';
import { bool, c64, f32, given, type Given, i32, plain, str } from '../../support/values.js';

type Options = NonNullable<CacheCall['options']>;

/** Values alone are write indices. */
function write(
  pastCache: Given,
  update: Given,
  writeIndices?: Given,
  options: Options = {},
): CacheCall {
  const [past, news] = [pastCache, update].map((tensor) => given(tensor, 'float32'));
  const indices = writeIndices && { writeIndices: given(writeIndices, 'int32') };
  const inputs = { pastCache: past, update: news, ...indices };
  return { kind: 'cache', op: 'tensorScatter', inputs, options };
}

const readCases = resultTable((use: CacheCall, expected) => {
  const { dtype, shape } = use.inputs.pastCache;
  return given(expected, dtype, () => shape);
});

const rows = [1, 2, 3, 4, 5, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 4, 3, 2, 1, 0];
const heads = f32([2, 1, 4, 5], [...rows, ...rows]);
const [first, second, third, fourth] = [0, 5, 10, 15].map((at) => rows.slice(at, at + 5));
const five = (value: number) => Array<number>(5).fill(value);

const sixes = [1, 2, 3, 4, 5, 6, 5, 6, 7, 8, 9, 10, 8, 7, 6, 5, 4, 3, 5, 4, 3, 2, 1, 0];
const threeSamples = f32([3, 4, 6], [...sixes, ...sixes, ...sixes]);
const six = (value: number) => Array<number>(6).fill(value);
const row = (at: number) => sixes.slice(6 * at, 6 * at + 6);

export const onnxCases = readCases`
  test_tensorscatter:
    ${write(heads, f32([2, 1, 1, 5], [...five(5), ...five(1)]), [1, 2], { mode: 'linear' })}
    => ${[...first, ...five(5), ...third, ...fourth, ...first, ...second, ...five(1), ...fourth]}
  test_tensorscatter_circular:
    ${write(heads, f32([2, 1, 2, 5], [...five(5), ...five(6), ...five(1), ...five(2)]), [1, 3], { mode: 'circular' })}
    => ${[...first, ...five(5), ...five(6), ...fourth, ...five(2), ...second, ...third, ...five(1)]}
  test_tensorscatter_3d:
    ${write(threeSamples, f32([3, 2, 6], [4, 5, 6, 7, 2, 3].flatMap(six)), [1, 2, 0])}
    => ${[
      ...[...row(0), ...six(4), ...six(5), ...row(3)],
      ...[...row(0), ...row(1), ...six(6), ...six(7)],
      ...[...six(2), ...six(3), ...row(2), ...row(3)],
    ]}
`;

const least = -(2 ** 31);
const most = 2 ** 31 - 1;
const circular = { axis: 1, mode: 'circular' };
const last = { axis: 1 };

/** Five samples of two positions: a coordinate of the batch that wrapped would meet another sample. */
const five2 = f32([5, 2], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
const ofFive = f32([5, 1], [-1, -2, -3, -4, -5]);
const grid = f32([2, 3], [1, 2, 3, 4, 5, 6]);
const two = f32([2, 2], [-1, -2, -3, -4]);
const one = f32([2, 1], [-1, -2]);
const cube = f32([2, 2, 3, 1], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
const none = f32([2, 0], []);

export const cacheCases = readCases`
  more samples than positions, linear:
    ${write(five2, ofFive, [0, 1, 0, 1, 0], last)} => ${[-1, 2, 3, -2, -3, 6, 7, -4, -5, 10]}
  more samples than positions, circular:
    ${write(five2, ofFive, [0, 1, 2, 3, 4], circular)} => ${[-1, 2, 3, -2, -3, 6, 7, -4, -5, 10]}
  from 0 by default: ${write(grid, two, undefined, last)} => ${[-1, -2, 3, -3, -4, 6]}
  circular from 0 by default: ${write(grid, two, undefined, circular)} => ${[-1, -2, 3, -3, -4, 6]}
  the last positions: ${write(grid, two, [1, 0], { axis: -1 })} => ${[1, -1, -2, -3, -4, 6]}
  all positions: ${write(grid, f32([2, 3], [6, 5, 4, 3, 2, 1]), [0, 0], last)} => ${[6, 5, 4, 3, 2, 1]}
  all positions, rotated:
    ${write(grid, f32([2, 3], [6, 5, 4, 3, 2, 1]), [1, -1], circular)} => ${[4, 6, 5, 2, 1, 3]}
  one position: ${write(f32([2, 1, 1], [1, 2]), f32([2, 1, 1], [3, 4]), [7, -9], { mode: 'circular' })} => ${[3, 4]}
  negative and large ones wrap: ${write(grid, two, [-1, 7], circular)} => ${[-2, 2, -1, 4, -3, -4]}
  the ends of int32 wrap: ${write(grid, two, [least, most], circular)} => ${[1, -1, -2, 4, -3, -4]}
  the default axis is the one before the last, for each head:
    ${write(cube, f32([2, 2, 1, 1], [-1, -2, -3, -4]), [2, 0])}
    => ${[1, 2, -1, 4, 5, -2, -3, 8, 9, -4, 11, 12]}
  the first axis after the batch, of rank 4:
    ${write(cube, f32([2, 1, 3, 1], [-1, -2, -3, -4, -5, -6]), [1, 3], circular)}
    => ${[1, 2, 3, -1, -2, -3, 7, 8, 9, -4, -5, -6]}
  rank 7:
    ${write(f32([2, 1, 1, 1, 1, 3, 1], [1, 2, 3, 4, 5, 6]), f32([2, 1, 1, 1, 1, 1, 1], [-1, -2]), [2, 1])}
    => ${[1, 2, -1, 4, -2, 6]}
  plain arrays: ${write(plain(grid), plain(one), plain(i32([2], [2, 0])), last)} => ${[1, 2, -1, -2, 5, 6]}
  NaN and -0 are copied:
    ${write(f32([1, 3], ['NaN', 2, 'Infinity']), f32([1, 1], ['-0']), [1], last)} => ${['NaN', '-0', 'Infinity']}
  int32: ${write(i32([1, 3], [most, 2, least]), i32([1, 1], [least]), [1], last)} => ${[most, least, least]}
  int32 that every texture holds: ${write(i32([1, 3], [1, 2, 3]), i32([1, 1], [-9]), [1], last)} => ${[1, -9, 3]}
  bool: ${write(bool([2, 2], [1, 0, 0, 1]), bool([2, 1], [1, 0]), [1, 1], last)} => ${bool([2, 2], [1, 1, 0, 0])}
  string: ${write(str([2, 2], ['a', 'b', 'c', 'd']), str([2, 1], ['é', '']), [1, 0], last)} => ${str([2, 2], ['a', 'é', '', 'd'])}
  complex64: ${write(c64([1, 2], [1, 2, 3, 4]), c64([1, 1], [5, 6]), [1], last)} => ${c64([1, 2], [1, 2, 5, 6])}
  an update of no positions: ${write(grid, none, [3, 0], last)} => ${[1, 2, 3, 4, 5, 6]}
  an update of no positions, circular: ${write(grid, none, [most, -7], circular)} => ${[1, 2, 3, 4, 5, 6]}
  no positions: ${write(none, none, [0, 0], last)} => ${[]}
  no positions, circular: ${write(none, none, [4, -4], circular)} => ${[]}
  an empty batch: ${write(f32([0, 3], []), f32([0, 2], []), [], last)} => ${[]}
  an empty batch, circular: ${write(f32([0, 3], []), f32([0, 2], []), [], circular)} => ${[]}
  empty values: ${write(f32([2, 3, 0], []), f32([2, 1, 0], []), [2, 0])} => ${[]}
`;

/** What a GPU drops if only it knows the write indices. */
export const droppedCases = readCases`
  the end: ${write(grid, two, [2, 3], last)} => ${[1, 2, -1, 4, 5, 6]}
  the beginning: ${write(grid, two, [-1, -3], last)} => ${[-2, 2, 3, 4, 5, 6]}
  beyond int32: ${write(grid, two, [most, least], last)} => ${[1, 2, 3, 4, 5, 6]}
`;

/** The function's alone: kernels take tensors, and errors of variables have other names. */
export const functionErrors = rejected`
  options is 1, expected a plain object such as {axis: 1}.: ${{ ...write(grid, one, [0, 0]), options: 1 as never }}
  options is 'circular', expected a plain object such as {mode: 'circular'}.:
    ${{ ...write(grid, one, [0, 0]), options: 'circular' as never }}
  writeIndices holds 0.5, expected integers: ${write(grid, one, plain(f32([2], [0, 0.5])), last)}
  update holds 0.5, expected integers in the range of int32.:
    ${write(i32([1, 3], [1, 2, 3]), plain(f32([1, 1], [0.5])), [1], last)}
  PyTorch, with dim 1; tensorScatter expects (pastCache, update, writeIndices, { axis: 1 }). -- dim, index, source:
    ${{ ...write(grid, plain(i32([], [1])), [0, 2]), options: [[1]] as never }}
`;

export const cacheErrors = rejected`
  writeIndices has the value 2 at [1], expected a position in [0, 1]: update has 2 of the 3 positions of pastCache.:
    ${write(grid, two, [0, 2], last)}
  writeIndices has the value -1 at [0], expected a position in [0, 2]: ${write(grid, one, [-1, 3], last)}
  writeIndices has the value 1 at [1], expected a position in [0, 0]: ${write(grid, grid, [0, 1], last)}
  writeIndices has the value 2147483647 at [1]: ${write(grid, two, [0, most], last)}
  writeIndices has the value -2147483648 at [0]: ${write(grid, two, [least, 0], last)}
  writeIndices has the value 4 at [1], expected a position in [0, 3]: ${write(grid, none, [3, 4], last)}
  axis is -2, expected one after the batch in pastCache's shape, [2, 3].:
    ${write(grid, one, [0, 0])}
  axis is 0, expected one after the batch in pastCache's shape, [2, 2, 3, 1].:
    ${write(cube, cube, [0, 0], { axis: 0 })}
  axis is -4, expected one after the batch:
    ${write(cube, cube, [0, 0], { axis: -4 })}
  axis is 2, expected one after the batch: ${write(grid, one, [0, 0], { axis: 2 })}
  axis is -3, expected one after the batch: ${write(grid, one, [0, 0], { axis: -3 })}
  axis is 0.5, expected one after the batch: ${write(grid, one, [0, 0], { axis: 0.5 })}
  axis is '1', expected one after the batch: ${write(grid, one, [0, 0], { axis: '1' as never })}
  axis is null, expected one after the batch: ${write(grid, one, [0, 0], { axis: null as never })}
  mode is 'ring', expected 'linear' or 'circular'.: ${write(grid, one, [0, 0], { axis: 1, mode: 'ring' })}
  mode is 'toString': ${write(grid, one, [0, 0], { axis: 1, mode: 'toString' })}
  there is no option 'outOfBounds', expected 'axis' or 'mode'.:
    ${write(grid, one, [0, 0], { axis: 1, outOfBounds: 'drop' } as never)}
  there is no option 'wrapNegatives', expected 'axis' or 'mode'.:
    ${write(grid, one, [0, 0], { axis: 1, wrapNegatives: true } as never)}
  there is no option 'givesUp': ${write(grid, one, [0, 0], { axis: 1, givesUp: true } as never)}
  axis is -2, expected one after the batch in pastCache's shape, [3].:
    ${write([1, 2, 3], [4], [0, 0, 0])}
  axis is -2, expected one after the batch in pastCache's shape, [].: ${write(f32([], [1]), f32([], [1]))}
  update has shape [2, 4], expected [2, 3]: pastCache's, or fewer positions on axis 1.:
    ${write(grid, f32([2, 4], [1, 2, 3, 4, 5, 6, 7, 8]), [0, 0], last)}
  update has shape [2, 4]: ${write(grid, f32([2, 4], [1, 2, 3, 4, 5, 6, 7, 8]), [0, 0], circular)}
  update has shape [1, 1], expected [2, 1]: pastCache's: ${write(grid, f32([1, 1], [1]), [0, 0], last)}
  update has shape [2], expected [2, 3]: pastCache's: ${write(grid, [1, 2], [0, 0], last)}
  update has shape [], expected [2, 3]: pastCache's: ${write(grid, f32([], [1]), [0, 0], last)}
  update has dtype int32, expected float32, the dtype of pastCache.: ${write(grid, i32([2, 1], [1, 2]), [0, 0], last)}
  writeIndices has shape [1], expected [2]: one for each sample of the batch.: ${write(grid, one, [0], last)}
  writeIndices has shape [2, 1], expected [2]: ${write(grid, one, i32([2, 1], [0, 0]), last)}
  writeIndices has shape [], expected [2]: ${write(grid, one, i32([], [0]), last)}
  writeIndices has dtype float32, expected int32: .toInt() converts it.: ${write(grid, one, f32([2], [0, 0]), last)}
`;

/** Calls with gradients. */
export const gradientUses = [
  write(grid, two, [1, 0], last),
  write(grid, two, undefined, last),
  write(grid, two, [-1, 7], circular),
  write(five2, ofFive, [0, 1, 2, 3, 4], circular),
  write(cube, f32([2, 2, 1, 1], [-1, -2, -3, -4]), [2, 0]),
  write(grid, grid, [2, 0], circular),
  write(grid, none, [0, 0], last),
];
