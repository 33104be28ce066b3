/** TensorFlow's ops of graphs, as nodes that its converter writes. */
import type { TensorData } from '../../support/call.js';
import { type GraphAttributes, graphOracle } from '../../support/graph_oracle.js';
import { type Cell, readRows } from '../../support/read_table.js';
import { bool, f32, i32, sizeOf, str } from '../../support/values.js';
import { type ModelCase, typeOf } from './graphs.js';
import { type Argument, attributesOf, graph, tensorsOf } from './models.js';

export interface GraphOpCase extends ModelCase {
  op: string;
  tensors: TensorData[];
  attributes: GraphAttributes;
}

/** The types of an op, by TensorFlow's names: of its first input of data, or as written. */
const TYPES: [
  op: RegExp,
  attributes: (inputs: TensorData[]) => Record<string, TensorData | string>,
][] = [
  [/^SparseReorder/, ([, values]) => ({ T: values })],
  [/^Matrix|^Invert|^DynamicPartition|Shift/, ([data]) => ({ T: data })],
  [/Stitch/, (inputs) => ({ T: inputs[inputs.length - 1] })],
  [/^Ragged/, ([, values]) => ({ T: values, Tindex: 'DT_INT32', Tshape: 'DT_INT32' })],
];

export function typesOf(op: string, inputs: TensorData[]): Record<string, TensorData | string> {
  return TYPES.find(([ops]) => ops.test(op))?.[1](inputs) ?? {};
}

const DEFAULTS: [op: RegExp, attributes: (inputs: TensorData[]) => GraphAttributes][] = [
  [/Stitch/, ({ length }) => ({ N: length / 2 })],
  [/^Ragged/, ({ length }) => ({ num_row_partition_tensors: length - 3 })],
];

function caseOf(title: string, given: Argument[], oracle: typeof graphOracle): GraphOpCase {
  const [op] = title.split(/\W/);
  const tensors = tensorsOf(given);
  const defaults = DEFAULTS.find(([ops]) => ops.test(op))?.[1](tensors);
  const attributes = { ...defaults, ...(attributesOf(given) as GraphAttributes) };
  const types = Object.entries(typesOf(op, tensors)).map(
    ([key, type]) => [key, typeof type === 'string' ? { type } : typeOf(type)] as const,
  );
  const expected = oracle(op, tensors, attributes);
  const whole = graph(title, [...tensors, attributes], expected, Object.fromEntries(types));
  return { ...whole, op, tensors, attributes };
}

type Cells = Cell<Argument[]>[];

/** A table of ops' arguments, whose outputs are what plain loops compute. */
const cases = (texts: readonly string[], ...cells: Cells): GraphOpCase[] =>
  readRows(texts, cells).map(({ title, parts: [given] }) => caseOf(title, given, graphOracle));

/** A table of arguments that TensorFlow refuses; titles are messages, which begin with the op. */
const refused = (texts: readonly string[], ...cells: Cells): GraphOpCase[] =>
  readRows(texts, cells).map(({ title, parts: [given] }) => caseOf(title, given, () => []));

const range = (size: number, first = 1) => Array.from({ length: size }, (_, i) => i + first);
const floats = (...shape: number[]) =>
  f32(
    shape,
    range(sizeOf(shape)).map((i) => i / 2),
  );
const ints = (...shape: number[]) => i32(shape, range(sizeOf(shape)));
const bools = (...shape: number[]) =>
  bool(
    shape,
    range(sizeOf(shape)).map((i) => (i % 3 === 0 ? 0 : 1)),
  );
const float = (value: number) => f32([], [value]);

const ALIGNMENTS = ['RIGHT_LEFT', 'LEFT_RIGHT', 'LEFT_LEFT', 'RIGHT_RIGHT'];
const align = 'RIGHT_LEFT';

const large = 2 ** 24 + 1;

const diagonals = [
  ...ALIGNMENTS.flatMap(
    (align) => cases`
      MatrixDiagV3 of a band, ${align}:
        ${[floats(2, 4, 3), [-1, 2], -1, -1, float(-1), { align }]}
      MatrixDiagV3 below, ${align}: ${[floats(3, 3), [-3, -1], -1, 4, float(9), { align }]}
      MatrixDiagPartV3 of a band, ${align}: ${[floats(2, 3, 4), [-2, 1], float(-1), { align }]}
      MatrixDiagPartV3 of all, ${align}: ${[ints(4, 3), [-3, 2], -7, { align }]}
      MatrixSetDiagV3 of a band, ${align}:
        ${[floats(2, 3, 4), floats(2, 4, 3), [-1, 2], { align }]}
      MatrixSetDiagV3 above, ${align}: ${[ints(4, 3), ints(2, 2), [1, 2], { align }]}
    `,
  ),
  ...cases`
    MatrixDiag: ${[floats(2, 3)]}
    MatrixDiag of bool: ${[bools(3)]}
    MatrixDiag of nothing: ${[f32([2, 0], [])]}
    MatrixDiagV2 of nothing, above: ${[f32([2, 0], []), 1, -1, -1, float(5)]}
    MatrixDiagV2 with rows: ${[ints(2, 2), 1, 2, 4, 5]}
    MatrixDiagV2 of a band: ${[floats(3, 3), [-1, 1], 3, 3, float(0)]}
    MatrixDiagV3 of large integers: ${[[large, -large], -1, -1, -1, large]}
    MatrixDiagV3 of one: ${[floats(3), [2, 2], -1, -1, float(0), { align }]}
    MatrixDiagV3 of rank 5: ${[floats(1, 2, 1, 2, 2), [0, 1], 2, 3, float(0)]}
    MatrixDiagPart: ${[floats(2, 3, 2)]}
    MatrixDiagPart of nothing: ${[f32([0, 2, 2], [])]}
    MatrixDiagPartV2: ${[floats(3, 3), [-1, 0], float(7)]}
    MatrixDiagPartV2 of bool: ${[bools(3, 3), [-1, 0], bool([], [1])]}
    MatrixDiagPartV3 of infinities:
      ${[f32([2, 2], ['Infinity', 'NaN', 1, '-Infinity']), [0, 1], f32([], ['-Infinity']), { align }]}
    MatrixDiagPartV3 of large integers:
      ${[i32([2, 2], [large, 1, 2, -large]), [-1, 0], 2 ** 30 + 1, { align }]}
    MatrixSetDiag: ${[floats(2, 2, 3), floats(2, 2)]}
    MatrixSetDiag of bool: ${[bools(3, 3), bool([3], [1, 1, 1])]}
    MatrixSetDiagV2: ${[floats(3, 3), floats(2), 1]}
    MatrixSetDiagV2 of int32: ${[ints(3, 3), [7, 8], -1]}
  `,
];

const partitions = [
  ...cases`
    SparseReorder: ${[i32([5, 2], [1, 2, 0, 1, 1, 0, 0, 1, 0, 0]), floats(5), [2, 3]]}
    SparseReorder of rank 3:
      ${[i32([4, 3], [1, 0, 2, 0, 1, 1, 1, 0, 0, 0, 1, 0]), ints(4), [2, 2, 3]]}
    SparseReorder of bool: ${[i32([2, 1], [1, 0]), bool([2], [1, 0]), [2]]}
    SparseReorder of strings: ${[i32([3, 1], [2, 0, 1]), str([3], ['c', 'a', 'b']), [3]]}
    SparseReorder of nothing: ${[i32([0, 2], []), f32([0], []), [2, 3]]}
    InvertPermutation: ${[[3, 0, 2, 4, 1]]}
    InvertPermutation of nothing: ${[[]]}
    DynamicPartition: ${[floats(5, 2), [2, 0, 2, 2, 0], { num_partitions: 4 }]}
    DynamicPartition by a matrix:
      ${[ints(2, 2, 3), i32([2, 2], [1, 0, 0, 1]), { num_partitions: 2 }]}
    DynamicPartition of bool: ${[bools(3), [1, 0, 1], { num_partitions: 2 }]}
    DynamicPartition of large integers:
      ${[i32([3], [large, 2, -large]), [0, 1, 0], { num_partitions: 2 }]}
    DynamicPartition of strings: ${[str([3], ['a', 'b', 'c']), [1, 0, 1], { num_partitions: 2 }]}
    DynamicStitch of bool: ${[[1, 0], [2], bool([2], [1, 0]), bool([1], [1])]}
    DynamicStitch of strings: ${[[1], [0, 2], str([1], ['b']), str([2], ['a', 'c'])]}
    DynamicStitch of large integers: ${[[0], [1], [large], [2 ** 30 + 1]]}
    DynamicStitch of nothing: ${[[], f32([0, 2], [])]}
  `,
  ...['DynamicStitch', 'ParallelDynamicStitch'].flatMap(
    (op) => cases`
      ${op}:
        ${[2, [4, 1], i32([2, 2], [0, 3, 5, 6]), floats(2), floats(2, 2), floats(2, 2, 2)]}
      ${op}, where the last wins: ${[[0, 1, 0], [2, 1], ints(3), i32([2], [8, 9])]}
    `,
  ),
];

const splits = { row_partition_types: ['ROW_SPLITS'] };
const twoSplits = { row_partition_types: ['ROW_SPLITS', 'ROW_SPLITS'] };
const rowIds = { row_partition_types: ['FIRST_DIM_SIZE', 'VALUE_ROWIDS'] };
const twoRowIds = { row_partition_types: [...rowIds.row_partition_types, 'VALUE_ROWIDS'] };

const ragged = cases`
  RaggedTensorToTensor: ${[-1, floats(5), float(-1), [0, 2, 2, 5], splits]}
  RaggedTensorToTensor of a shape: ${[[4, 2], floats(5), float(-1), [0, 2, 2, 5], splits]}
  RaggedTensorToTensor of fewer rows: ${[[2, -1], ints(5), -1, [0, 2, 2, 5], splits]}
  RaggedTensorToTensor by row ids: ${[[-1, -1], floats(4), float(0), 4, [0, 2, 2, 2], rowIds]}
  RaggedTensorToTensor of rows:
    ${[[-1, -1, 2], floats(3, 2), f32([2], [-1, -2]), [0, 1, 3], splits]}
  RaggedTensorToTensor of broadcast rows:
    ${[[-1, 3, 2, 2], floats(2, 2, 2), f32([1, 2], [-1, -2]), [0, 2], splits]}
  RaggedTensorToTensor of two levels:
    ${[[-1, -1, -1], floats(6), float(0), [0, 2, 2, 3], [0, 1, 4, 6], twoSplits]}
  RaggedTensorToTensor of two levels by row ids:
    ${[[3, 1, 2], ints(6), -1, 3, [0, 0, 2], [0, 1, 1, 1, 2, 2], twoRowIds]}
  RaggedTensorToTensor of bool: ${[-1, bool([3], [1, 1, 0]), bool([], [1]), [0, 1, 3], splits]}
  RaggedTensorToTensor of large integers:
    ${[-1, i32([3], [large, -large, 3]), 2 ** 30 + 1, [0, 1, 3], splits]}
  RaggedTensorToTensor of strings:
    ${[-1, str([3], ['a', 'b', 'c']), str([], ['-']), [0, 1, 3], splits]}
  RaggedTensorToTensor of nothing: ${[-1, f32([0], []), float(0), [0, 0, 0], splits]}
`;

const across = (x: number[]) => [i32([x.length, 1], x), i32([36], range(36, -2))];
const [end, half] = [2 ** 24 - 1, 0x55555500];
/** The most digits, alternating ones, and the ends of float32's 24 bits, which webgl holds. */
const held = [0, 1, -1, 5, -6, end, -end, 2 ** 31 - 2 ** 7, -(2 ** 31), half, 65535, -65536];
const [most, digits, odd] = [2 ** 31 - 1, 0x12345678, 0x55550001];
/** Numbers around what float32 rounds to the next half. */
const full = [most, -most, digits, -digits, 0x5555ffff, -odd, large, -large, 0x0fffffff];

const shifts = ['LeftShift', 'RightShift'].flatMap(
  (op) => cases`
    ${op} of what webgl holds: ${across(held)}
    ${op} of all bits: ${across(full)}
    ${op} of a scalar: ${[-77, [0, 1, 2, 3]]}
    ${op} by a scalar: ${[i32([2, 1, 2, 1, 2], range(8)), 3]}
    ${op} of scalars: ${[12, 2]}
    ${op} of nothing: ${[i32([0, 2], []), [1, 2]]}
  `,
);

const two = { num_partitions: 2 };

export const graphOpErrors = refused`
  InvertPermutation: x is [0, 2, 0], expected each of 0 to 2 once.: ${[[0, 2, 0]]}
  InvertPermutation: x has the value 3 at [1], expected an index in [0, 1]: ${[[0, 3]]}
  SparseReorder: input_values has shape [3], expected [2].: ${[ints(2, 2), floats(3), [9, 9]]}
  DynamicPartition: partitions[1] is 2, expected a number in [0, 1].: ${[floats(2), [0, 2], two]}
  DynamicPartition: partitions[0] is -1: ${[floats(2), [-1, 0], two]}
  DynamicPartition: data has shape [2], expected [3].: ${[floats(2), [0, 1, 1], two]}
  DynamicStitch: indices has the value -1 at [0, 0]: ${[[-1, 2], floats(2)]}
  DynamicStitch: data has shape [3], expected [2].: ${[[1, 0], floats(3)]}
  DynamicStitch: the result is [2000000001, 2], which needs: ${[[2_000_000_000], floats(1, 2)]}
  MatrixDiagV2: diagonal has shape [2], expected [1].: ${[floats(2), 0, 1, -1, float(0)]}
  MatrixDiagV2: diagonal has shape [2], expected [3].: ${[floats(2), 0, 3, 4, float(0)]}
  MatrixDiagV2: k is [1, 0], expected ascending diagonals of:
    ${[floats(2, 2), [1, 0], -1, -1, float(0)]}
  MatrixDiag: the result is [50000, 50000], which needs:
    ${[f32([50_000], Array<number>(50_000).fill(1))]}
  MatrixDiagPartV2: k is [0, 3], expected ascending diagonals of [2, 3].:
    ${[floats(2, 3), [0, 3], float(0)]}
  MatrixDiagPartV2: k is [-2, -2], expected: ${[floats(2, 3), -2, float(0)]}
  MatrixSetDiag: diagonal has shape [3], expected [2].: ${[floats(2, 3), floats(3)]}
  RaggedTensorToTensor: row_partition_types is 'value_rowids', expected:
    ${[-1, floats(2), float(0), [0, 1], { row_partition_types: ['VALUE_ROWIDS'] }]}
  RaggedTensorToTensor: row_partition_tensors is [0, 3], expected rows in [0, 1].:
    ${[-1, floats(2), float(0), 2, [0, 3], rowIds]}
  RaggedTensorToTensor: updates has shape [3]: ${[-1, floats(3), float(0), [0, 2], splits]}
  RaggedTensorToTensor: shape is [2, 3, 4], expected 2 lengths.:
    ${[[2, 3, 4], floats(2), float(0), [0, 2], splits]}
`;

export const graphOpCases = [...diagonals, ...partitions, ...ragged, ...shifts];
