/** TensorFlow's ops of graphs, as nodes that its converter writes. */
import type { GraphNode, Model, TensorData } from '../../support/call.js';
import { type GraphAttributes, graphOracle } from '../../support/graph_oracle.js';
import { bool, f32, i32, str } from '../../support/values.js';
import { constant, placeholder, typeOf } from './models.js';

export interface GraphOpCase {
  name: string;
  op: string;
  inputs: TensorData[];
  attributes: GraphAttributes;
  expected: TensorData[];
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

export function typesOf({ op, inputs }: GraphOpCase): Record<string, TensorData | string> {
  return TYPES.find(([ops]) => ops.test(op))?.[1](inputs) ?? {};
}

const DEFAULTS: [op: RegExp, attributes: (inputs: TensorData[]) => GraphAttributes][] = [
  [/Stitch/, ({ length }) => ({ N: length / 2 })],
  [/^Ragged/, ({ length }) => ({ num_row_partition_tensors: length - 3 })],
];

/** A case whose outputs are what plain loops compute. */
function of(title: string, inputs: TensorData[], given: GraphAttributes = {}): GraphOpCase {
  const [op] = title.split(/\W/);
  const defaults = DEFAULTS.find(([ops]) => ops.test(op))?.[1](inputs);
  const attributes = { ...defaults, ...given };
  return { name: title, op, inputs, attributes, expected: graphOracle(op, inputs, attributes) };
}

const refused = (
  name: string,
  inputs: TensorData[],
  attributes: GraphAttributes = {},
): GraphOpCase => ({
  name,
  op: name.split(/\W/)[0],
  inputs,
  attributes,
  expected: [],
});

const range = (size: number, first = 1) => Array.from({ length: size }, (_, i) => i + first);
const floats = (...shape: number[]) =>
  f32(
    shape,
    range(shape.reduce((a, b) => a * b, 1)).map((i) => i / 2),
  );
const ints = (...shape: number[]) => i32(shape, range(shape.reduce((a, b) => a * b, 1)));
const bools = (...shape: number[]) =>
  bool(
    shape,
    range(shape.reduce((a, b) => a * b, 1)).map((i) => (i % 3 === 0 ? 0 : 1)),
  );
const list = (...values: number[]) => i32([values.length], values);
const int = (value: number) => i32([], [value]);
const float = (value: number) => f32([], [value]);

const ALIGNMENTS = ['RIGHT_LEFT', 'LEFT_RIGHT', 'LEFT_LEFT', 'RIGHT_RIGHT'];

const large = 2 ** 24 + 1;

const diagonals: GraphOpCase[] = [
  ...ALIGNMENTS.flatMap((align) => [
    of(
      `MatrixDiagV3 of a band, ${align}`,
      [floats(2, 4, 3), list(-1, 2), int(-1), int(-1), float(-1)],
      { align },
    ),
    of(`MatrixDiagV3 below, ${align}`, [floats(3, 3), list(-3, -1), int(-1), int(4), float(9)], {
      align,
    }),
    of(`MatrixDiagPartV3 of a band, ${align}`, [floats(2, 3, 4), list(-2, 1), float(-1)], {
      align,
    }),
    of(`MatrixDiagPartV3 of all, ${align}`, [ints(4, 3), list(-3, 2), int(-7)], { align }),
    of(`MatrixSetDiagV3 of a band, ${align}`, [floats(2, 3, 4), floats(2, 4, 3), list(-1, 2)], {
      align,
    }),
    of(`MatrixSetDiagV3 above, ${align}`, [ints(4, 3), ints(2, 2), list(1, 2)], { align }),
  ]),
  of('MatrixDiag', [floats(2, 3)]),
  of('MatrixDiag of bool', [bools(3)]),
  of('MatrixDiag of nothing', [f32([2, 0], [])]),
  of('MatrixDiagV2 with rows', [ints(2, 2), int(1), int(2), int(4), int(5)]),
  of('MatrixDiagV2 of a band', [floats(3, 3), list(-1, 1), int(3), int(3), float(0)]),
  of('MatrixDiagV3 of large integers', [
    list(large, -large),
    int(-1),
    int(-1),
    int(-1),
    int(large),
  ]),
  of('MatrixDiagV3 of one', [floats(3), list(2, 2), int(-1), int(-1), float(0)], {
    align: 'RIGHT_LEFT',
  }),
  of('MatrixDiagV3 of rank 5', [floats(1, 2, 1, 2, 2), list(0, 1), int(2), int(3), float(0)]),
  of('MatrixDiagPart', [floats(2, 3, 2)]),
  of('MatrixDiagPart of nothing', [f32([0, 2, 2], [])]),
  of('MatrixDiagPartV2', [bools(3, 3), list(-1, 0), bool([], [1])]),
  of(
    'MatrixDiagPartV3 of infinities',
    [f32([2, 2], ['Infinity', 'NaN', 1, '-Infinity']), list(0, 1), f32([], ['-Infinity'])],
    { align: 'RIGHT_LEFT' },
  ),
  of(
    'MatrixDiagPartV3 of large integers',
    [i32([2, 2], [large, 1, 2, -large]), list(-1, 0), int(2 ** 30 + 1)],
    { align: 'RIGHT_LEFT' },
  ),
  of('MatrixSetDiag', [floats(2, 2, 3), floats(2, 2)]),
  of('MatrixSetDiag of bool', [bools(3, 3), bool([3], [1, 1, 1])]),
  of('MatrixSetDiagV2', [ints(3, 3), list(7, 8), int(-1)]),
];

const partitions: GraphOpCase[] = [
  of('SparseReorder', [i32([5, 2], [1, 2, 0, 1, 1, 0, 0, 1, 0, 0]), floats(5), list(2, 3)]),
  of('SparseReorder of rank 3', [
    i32([4, 3], [1, 0, 2, 0, 1, 1, 1, 0, 0, 0, 1, 0]),
    ints(4),
    list(2, 2, 3),
  ]),
  of('SparseReorder of bool', [i32([2, 1], [1, 0]), bool([2], [1, 0]), list(2)]),
  of('SparseReorder of strings', [i32([3, 1], [2, 0, 1]), str([3], ['c', 'a', 'b']), list(3)]),
  of('SparseReorder of nothing', [i32([0, 2], []), f32([0], []), list(2, 3)]),
  of('InvertPermutation', [list(3, 0, 2, 4, 1)]),
  of('InvertPermutation of nothing', [list()]),
  of('DynamicPartition', [floats(5, 2), list(2, 0, 2, 2, 0)], { num_partitions: 4 }),
  of('DynamicPartition by a matrix', [ints(2, 2, 3), i32([2, 2], [1, 0, 0, 1])], {
    num_partitions: 2,
  }),
  of('DynamicPartition of bool', [bools(3), list(1, 0, 1)], { num_partitions: 2 }),
  of('DynamicPartition of large integers', [list(large, 2, -large), list(0, 1, 0)], {
    num_partitions: 2,
  }),
  of('DynamicPartition of strings', [str([3], ['a', 'b', 'c']), list(1, 0, 1)], {
    num_partitions: 2,
  }),
  ...['DynamicStitch', 'ParallelDynamicStitch'].flatMap((op) => [
    of(op, [
      int(2),
      list(4, 1),
      i32([2, 2], [0, 3, 5, 6]),
      floats(2),
      floats(2, 2),
      floats(2, 2, 2),
    ]),
    of(`${op}, where the last wins`, [list(0, 1, 0), list(2, 1), ints(3), list(8, 9)]),
  ]),
  of('DynamicStitch of bool', [list(1, 0), list(2), bool([2], [1, 0]), bool([1], [1])]),
  of('DynamicStitch of strings', [list(1), list(0, 2), str([1], ['b']), str([2], ['a', 'c'])]),
  of('DynamicStitch of large integers', [list(0), list(1), list(large), list(2 ** 30 + 1)]),
  of('DynamicStitch of nothing', [list(), f32([0, 2], [])]),
];

const splits = { row_partition_types: ['ROW_SPLITS'] };
const rowIds = { row_partition_types: ['FIRST_DIM_SIZE', 'VALUE_ROWIDS'] };

const ragged: GraphOpCase[] = [
  of('RaggedTensorToTensor', [int(-1), floats(5), float(-1), list(0, 2, 2, 5)], splits),
  of(
    'RaggedTensorToTensor of a shape',
    [list(4, 2), floats(5), float(-1), list(0, 2, 2, 5)],
    splits,
  ),
  of(
    'RaggedTensorToTensor of fewer rows',
    [list(2, -1), ints(5), int(-1), list(0, 2, 2, 5)],
    splits,
  ),
  of(
    'RaggedTensorToTensor by row ids',
    [list(-1, -1), floats(4), float(0), int(4), list(0, 2, 2, 2)],
    rowIds,
  ),
  of(
    'RaggedTensorToTensor of rows',
    [list(-1, -1, 2), floats(3, 2), f32([2], [-1, -2]), list(0, 1, 3)],
    splits,
  ),
  of(
    'RaggedTensorToTensor of broadcast rows',
    [list(-1, 3, 2, 2), floats(2, 2, 2), f32([1, 2], [-1, -2]), list(0, 2)],
    splits,
  ),
  of(
    'RaggedTensorToTensor of two levels',
    [list(-1, -1, -1), floats(6), float(0), list(0, 2, 2, 3), list(0, 1, 4, 6)],
    { row_partition_types: ['ROW_SPLITS', 'ROW_SPLITS'] },
  ),
  of(
    'RaggedTensorToTensor of two levels by row ids',
    [list(3, 1, 2), ints(6), int(-1), int(3), list(0, 0, 2), list(0, 1, 1, 1, 2, 2)],
    { row_partition_types: ['FIRST_DIM_SIZE', 'VALUE_ROWIDS', 'VALUE_ROWIDS'] },
  ),
  of(
    'RaggedTensorToTensor of bool',
    [int(-1), bool([3], [1, 1, 0]), bool([], [1]), list(0, 1, 3)],
    splits,
  ),
  of(
    'RaggedTensorToTensor of large integers',
    [int(-1), list(large, -large, 3), int(2 ** 30 + 1), list(0, 1, 3)],
    splits,
  ),
  of(
    'RaggedTensorToTensor of strings',
    [int(-1), str([3], ['a', 'b', 'c']), str([], ['-']), list(0, 1, 3)],
    splits,
  ),
  of('RaggedTensorToTensor of nothing', [int(-1), f32([0], []), float(0), list(0, 0, 0)], splits),
];

const places = range(36, -2);
const across = (x: number[]) => [i32([x.length, 1], x), i32([36], places)];
/** The most digits, alternating ones, and the ends of float32's 24 bits, which webgl holds. */
const held = [
  0,
  1,
  -1,
  5,
  -6,
  2 ** 24 - 1,
  1 - 2 ** 24,
  2 ** 31 - 2 ** 7,
  -(2 ** 31),
  0x55555500,
  65535,
  -65536,
];
/** Numbers around what float32 rounds to the next half. */
const full = [
  2 ** 31 - 1,
  1 - 2 ** 31,
  0x12345678,
  -0x12345678,
  0x5555ffff,
  -0x55550001,
  large,
  -large,
  0x0fff_ffff,
];

const shifts: GraphOpCase[] = ['LeftShift', 'RightShift'].flatMap((op) => [
  of(`${op} of what webgl holds`, across(held)),
  of(`${op} of all bits`, across(full)),
  of(`${op} of a scalar`, [int(-77), list(0, 1, 2, 3)]),
  of(`${op} by a scalar`, [i32([2, 1, 2, 1, 2], range(8)), int(3)]),
  of(`${op} of scalars`, [int(12), int(2)]),
  of(`${op} of nothing`, [i32([0, 2], []), list(1, 2)]),
]);

/** Inputs that TensorFlow refuses, with the message, which begins with the op. */
export const graphOpErrors: GraphOpCase[] = [
  refused('InvertPermutation: x is [0, 2, 0], expected each of 0 to 2 once.', [list(0, 2, 0)]),
  refused('InvertPermutation: indices has the value 3 at [1, 0]', [list(0, 3)]),
  refused('SparseReorder: input_values has shape [3], expected [2].', [
    ints(2, 2),
    floats(3),
    list(9, 9),
  ]),
  refused(
    'DynamicPartition: partitions[1] is 2, expected a number in [0, 1].',
    [floats(2), list(0, 2)],
    { num_partitions: 2 },
  ),
  refused('DynamicPartition: partitions[0] is -1', [floats(2), list(-1, 0)], { num_partitions: 2 }),
  refused('DynamicPartition: data has shape [2], expected [3].', [floats(2), list(0, 1, 1)], {
    num_partitions: 2,
  }),
  refused('DynamicStitch: indices has the value -1 at [0, 0]', [list(-1, 2), floats(2)]),
  refused('DynamicStitch: data has shape [3], expected [2].', [list(1, 0), floats(3)]),
  refused('DynamicStitch: the result is [2000000001, 2], which needs', [
    list(2_000_000_000),
    floats(1, 2),
  ]),
  refused('MatrixDiagV2: diagonal has shape [2], expected [1].', [
    floats(2),
    int(0),
    int(1),
    int(-1),
    float(0),
  ]),
  refused('MatrixDiagV2: diagonal has shape [2], expected [3].', [
    floats(2),
    int(0),
    int(3),
    int(4),
    float(0),
  ]),
  refused('MatrixDiagV2: k is [1, 0], expected ascending diagonals of', [
    floats(2, 2),
    list(1, 0),
    int(-1),
    int(-1),
    float(0),
  ]),
  refused('MatrixDiag: the result is [50000, 50000], which needs', [
    f32([50_000], Array<number>(50_000).fill(1)),
  ]),
  refused('MatrixDiagPartV2: k is [0, 3], expected ascending diagonals of [2, 3].', [
    floats(2, 3),
    list(0, 3),
    float(0),
  ]),
  refused('MatrixDiagPartV2: k is [-2, -2], expected', [floats(2, 3), int(-2), float(0)]),
  refused('MatrixSetDiag: diagonal has shape [3], expected [2].', [floats(2, 3), floats(3)]),
  refused(
    "RaggedTensorToTensor: row_partition_types is 'value_rowids', expected",
    [int(-1), floats(2), float(0), list(0, 1)],
    { row_partition_types: ['VALUE_ROWIDS'] },
  ),
  refused(
    'RaggedTensorToTensor: row_partition_tensors is [0, 3], expected rows in [0, 1].',
    [int(-1), floats(2), float(0), int(2), list(0, 3)],
    rowIds,
  ),
  refused(
    'RaggedTensorToTensor: updates has shape [3]',
    [int(-1), floats(3), float(0), list(0, 2)],
    splits,
  ),
  refused(
    'RaggedTensorToTensor: shape is [2, 3, 4], expected 2 lengths.',
    [list(2, 3, 4), floats(2), float(0), list(0, 2)],
    splits,
  ),
];

export const graphOpCases = [...diagonals, ...partitions, ...ragged, ...shifts];

const encode = (text: string) => btoa(text);

function attributeOf(value: GraphAttributes[string]): object {
  if (typeof value === 'number') return { i: String(value) };
  return Array.isArray(value) ? { list: { s: value.map(encode) } } : { s: encode(value) };
}

/** The node of a case, with types and attributes. */
function nodeOf(each: GraphOpCase, name: string, input: string[]): GraphNode {
  const types = Object.entries(typesOf(each)).map(
    ([key, type]) => [key, typeof type === 'string' ? { type } : typeOf(type)] as const,
  );
  const others = Object.entries(each.attributes).map(
    ([key, value]) => [key, attributeOf(value)] as const,
  );
  return {
    name,
    op: each.op,
    input,
    attr: Object.fromEntries([...types, ...others]),
  };
}

const inputNames = ({ inputs }: GraphOpCase) => inputs.map((_, i) => `input_${i}`);

const record = ({ inputs }: GraphOpCase) =>
  Object.fromEntries(inputs.map((tensor, i) => [`input_${i}`, tensor]));

interface Graph {
  model: Model;
  inputs: Record<string, TensorData>;
  expected: Record<string, TensorData>;
}

const expectedOf = ({ expected }: GraphOpCase) =>
  Object.fromEntries(expected.map((tensor, i) => [i === 0 ? 'y' : `y:${i}`, tensor]));

/** A graph of the op alone, whose inputs come from the host. */
export function fromHost(each: GraphOpCase): Graph {
  const inputs = record(each);
  const node = [
    ...Object.entries(inputs).map(([name, tensor]) => placeholder(name, tensor)),
    nodeOf(each, 'y', inputNames(each)),
  ];
  return { model: { node, weights: {} }, inputs, expected: expectedOf(each) };
}

/** The same, but with inputs that gathers compute, on the GPU if there is one, behind control flow. */
export function computed(each: GraphOpCase): Graph {
  const inputs = record(each);
  const condition = i32([], [1]);
  const zero = i32([], [0]);
  const entries = Object.entries(inputs);
  const vectors = entries.filter(([, { shape }]) => shape.length > 0);
  const weights = {
    zero,
    condition,
    ...Object.fromEntries(
      vectors.map(([name, { shape }]) => [`all_${name}`, i32([shape[0]], range(shape[0], 0))]),
    ),
  };
  const node = [
    ...entries.map(([name, tensor]) => placeholder(name, tensor)),
    ...Object.entries(weights).map(([name, tensor]) => constant(name, tensor)),
    { name: 'gate', op: 'Switch', input: ['zero', 'condition'], attr: { T: typeOf(zero) } },
    ...vectors.map(([name, tensor]) => ({
      name: `computed_${name}`,
      op: 'GatherV2',
      input: [name, `all_${name}`, 'gate:1'],
      attr: { T: typeOf(tensor) },
    })),
    nodeOf(
      each,
      'y',
      entries.map(([name, { shape }]) => (shape.length > 0 ? `computed_${name}` : name)),
    ),
  ];
  return { model: { node, weights }, inputs, expected: expectedOf(each) };
}

const argument = (name: string, tensor: TensorData) => ({ name, ...typeOf(tensor) });

const functionOf = (
  name: string,
  inputs: [string, TensorData][],
  results: [string, string, TensorData][],
  nodeDef: GraphNode[],
) => ({
  signature: {
    name,
    inputArg: inputs.map(([key, tensor]) => argument(key, tensor)),
    outputArg: results.map(([key, , tensor]) => argument(key, tensor)),
  },
  nodeDef,
  ret: Object.fromEntries(results.map(([key, from]) => [key, from])),
});

/** The first output of the op in a branch of If, which another op takes in the other branch. */
export function inIf(each: GraphOpCase): Graph {
  const inputs = record(each);
  const entries = Object.entries(inputs);
  const condition = bool([], [1]);
  const [expected] = each.expected;
  const names = inputNames(each);
  const branch = (name: string, node: GraphNode) =>
    functionOf(name, entries, [['result', `${node.name}:output:0`, expected]], [node]);
  const other = {
    name: 'same',
    op: 'Identity',
    input: [names[0]],
    attr: { T: typeOf(each.inputs[0]) },
  };
  const node = [
    ...entries.map(([name, tensor]) => placeholder(name, tensor)),
    constant('condition', condition),
    {
      name: 'y',
      op: 'StatelessIf',
      input: ['condition', ...names],
      attr: {
        then_branch: { func: { name: 'then_do' } },
        else_branch: { func: { name: 'else_do' } },
      },
    },
  ];
  const library = {
    function: [branch('then_do', nodeOf(each, 'op', names)), branch('else_do', other)],
  };
  return { model: { node, library, weights: { condition } }, inputs, expected: { y: expected } };
}

/** What a loop starts with. */
const NOTHING_YET = i32([], [0]);

/** The first output of the op in the second round of a loop. */
export function inWhile(each: GraphOpCase): Graph {
  const inputs = record(each);
  const [expected] = each.expected;
  const counters = { i: i32([], [0]), end: i32([], [2]), one: i32([], [1]) };
  const carried: [string, TensorData][] = [
    ...Object.entries(counters),
    ['out', expected],
    ...Object.entries(inputs),
  ];
  const weights = { ...counters };
  const int32 = { T: { type: 'DT_INT32' } };
  const condition = functionOf(
    'goes_on',
    carried,
    [['result', 'less:z:0', bool([], [1])]],
    [{ name: 'less', op: 'Less', input: ['i', 'end'], attr: int32 }],
  );
  const body = functionOf(
    'body',
    carried,
    carried.map(([name, tensor]) => {
      const from = name === 'i' ? 'next:z:0' : name === 'out' ? 'op:output:0' : name;
      return [`${name}_out`, from, tensor];
    }),
    [
      { name: 'next', op: 'AddV2', input: ['i', 'one'], attr: int32 },
      nodeOf(each, 'op', inputNames(each)),
    ],
  );
  const node = [
    placeholder('out', NOTHING_YET),
    ...Object.entries(inputs).map(([name, tensor]) => placeholder(name, tensor)),
    ...Object.entries(weights).map(([name, tensor]) => constant(name, tensor)),
    {
      name: 'loop',
      op: 'StatelessWhile',
      input: carried.map(([name]) => name),
      attr: { cond: { func: { name: 'goes_on' } }, body: { func: { name: 'body' } } },
    },
    { name: 'y', op: 'Identity', input: ['loop:3'], attr: { T: typeOf(expected) } },
  ];
  return {
    model: { node, library: { function: [condition, body] }, weights },
    inputs: { out: NOTHING_YET, ...inputs },
    expected: { y: expected },
  };
}
