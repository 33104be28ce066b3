/** Graphs with one op each, in TensorFlow's format, with TensorFlow's documented examples. */
import type { GraphNode, InputData, Model, TensorData } from '../../support/call.js';
import { bool, f32, i32, str } from '../../support/values.js';

export interface ModelCase {
  name: string;
  model: Model;
  inputs: Record<string, InputData>;
  expected: TensorData;
}

export interface ModelErrorCase extends Omit<ModelCase, 'expected'> {
  error: string;
}

const TYPES: Partial<Record<string, string>> = {
  float32: 'DT_FLOAT',
  int32: 'DT_INT32',
  string: 'DT_STRING',
};

/** Ops that tfjs' converter also has, but that some backend computes wrongly. */
export const TFJS_OPS: readonly string[] = [
  'TensorScatterUpdate',
  'ScatterNd',
  'SparseToDense',
  'GatherNd',
  'Gather',
  'GatherV2',
];

const typeOf = ({ dtype }: TensorData) => ({ type: TYPES[dtype] });

const shapeOf = ({ shape }: TensorData) => ({
  shape: { dim: shape.map((size) => ({ size: String(size) })) },
});

function placeholder(name: string, tensor: TensorData): GraphNode {
  return { name, op: 'Placeholder', attr: { dtype: typeOf(tensor), shape: shapeOf(tensor) } };
}

function constant(name: string, tensor: TensorData): GraphNode {
  const value = { tensor: { dtype: typeOf(tensor).type, tensorShape: shapeOf(tensor).shape } };
  return { name, op: 'Const', attr: { dtype: typeOf(tensor), value } };
}

/** A variable of a frozen model: its handle, under the name of a weight. */
function handle(name: string, tensor: TensorData): GraphNode {
  return { name, op: 'VarHandleOp', attr: { dtype: typeOf(tensor), ...shapeOf(tensor) } };
}

/** The inputs of ops, in TensorFlow's order. Those with a * are constants, the others placeholders. */
const INPUTS: [ops: RegExp, names: string][] = [
  [/^\w+Scatter|^ScatterNdNon/, 'tensor indices* updates'],
  [/^ScatterNd/, 'indices updates shape*'],
  [/^SparseToDense/, 'sparse_indices output_shape* sparse_values default_value'],
  [/^GatherV2/, 'params indices axis*'],
  [/^Gather/, 'params indices'],
  [/^ResourceGather/, 'table* indices'],
  [/^SparseSegment\w+WithNumSegments/, 'data indices segment_ids num_segments*'],
  [/^SparseSegment/, 'data indices segment_ids'],
  [/^Unsorted|^Segment\w+V2/, 'data segment_ids num_segments*'],
  [/^Segment/, 'data segment_ids'],
  [/^SparseTensorDenseMatMul/, 'a_indices a_values a_shape* b'],
];

/** A tensor, or the integers of a scalar or vector. */
type Argument = TensorData | number | number[];

function tensorOf(argument: Argument): TensorData {
  if (typeof argument === 'number') return i32([], [argument]);
  return Array.isArray(argument) ? i32([argument.length], argument) : argument;
}

// 64-bit integers are strings in JSON.
const attributeOf = (value: number | boolean) =>
  typeof value === 'number' ? { i: String(value) } : { b: value };

/** A graph with a single op `y`. */
function graph(
  op: string,
  given: Argument[],
  expected: TensorData,
  title = '',
  attributes: Record<string, number | boolean> = {},
): ModelCase {
  const marked = INPUTS.find(([ops]) => ops.test(op))?.[1].split(' ') ?? [];
  const input = marked.map((name) => name.replace('*', ''));
  const tensors = given.map(tensorOf);
  const named = (isConstant: boolean) =>
    Object.fromEntries(
      input.flatMap((name, i) =>
        marked[i].endsWith('*') === isConstant ? [[name, tensors[i]]] : [],
      ),
    );
  const [inputs, weights] = [named(false), named(true)];
  const attr = {
    T: typeOf(expected),
    Tindices: { type: 'DT_INT32' },
    ...Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [name, attributeOf(value)]),
    ),
  };
  const constantOf = op.startsWith('ResourceGather') ? handle : constant;
  const node = [
    ...Object.entries(inputs).map(([name, tensor]) => placeholder(name, tensor)),
    ...Object.entries(weights).map(([name, tensor]) => constantOf(name, tensor)),
    { name: 'y', op, input, attr },
  ];
  return { name: `${op}${title}`, model: { node, weights }, inputs, expected };
}

/** A variable whose values are inputs. */
function fedResource(
  op: string,
  table: TensorData,
  indices: TensorData,
  expected: TensorData,
): ModelCase {
  const { model, ...rest } = graph(op, [table, indices], expected, ' of an input');
  const [indexNode, , y] = model.node;
  const tableNode = { ...placeholder('table', table), attr: { dtype: { type: 'DT_RESOURCE' } } };
  const inputs = { table, indices };
  return { ...rest, model: { node: [tableNode, indexNode, y], weights: {} }, inputs };
}

const ones = f32([8], Array<number>(8).fill(1));
const places = i32([4, 1], [4, 3, 1, 7]);
const nineToTwelve = f32([4], [9, 10, 11, 12]);
const extremes = [Array<number>(8).fill(0), i32([3, 1], [1, 4, 5]), [1, -1, 1]];

const unsorted = i32([3, 4], [1, 2, 3, 4, 5, 6, 7, 8, 4, 3, 2, 1]);
const sorted = i32([3, 4], [1, 2, 3, 4, 4, 3, 2, 1, 5, 6, 7, 8]);
const after = (first: number[]) => i32([2, 4], [...first, 5, 6, 7, 8]);

const gap = f32([3, 2], [1, -2, 3, -4, 5, 6]);
const acrossGap = (op: string, ...values: number[]) =>
  graph(op, [gap, [0, 0, 2]], f32([3, 2], values), ' with a gap');

/** With a number of segments: ids beyond it are ignored, and empty segments are as in unsorted ops. */
const ofNumber = (op: string, ...values: number[]) =>
  graph(op, [gap, [0, 0, 2], values.length / 2], f32([values.length / 2, 2], values));
const LARGEST = (2 - 2 ** -23) * 2 ** 127;

const table = f32([3, 2], [1, 2, 3, 4, 5, 6]);

/** c in TensorFlow's documentation of tf.sparse.segment_sum. */
const rowsOfC = f32([3, 4], [1, 2, 3, 4, -1, -2, -3, -4, 5, 6, 7, 8]);
const ofC = (op: string, indices: number[], ids: number[], count: number, values: number[]) =>
  graph(`${op}WithNumSegments`, [rowsOfC, indices, ids, count], f32([count, 4], values));
const byRoots = [f32([2, 1], [1, 3]), [0, 1, 1, 1, 1], [0, 0, 0, 0, 2]];

/** [[0, 1, 0], [2, 0, 3]], unsorted, with its last value in two parts. */
const sparse = [i32([4, 2], [1, 2, 0, 1, 1, 0, 1, 2]), f32([4], [1, 1, 2, 2]), [2, 3]];
const sparseProduct = (b: TensorData, expected: TensorData, ...transposed: ('a' | 'b')[]) =>
  graph(
    'SparseTensorDenseMatMul',
    [...sparse, b],
    expected,
    transposed.map((name) => `, ${name} transposed`).join(''),
    Object.fromEntries(transposed.map((name) => [`adjoint_${name}`, true])),
  );

const ofStrings = ' of strings';

export const modelCases: ModelCase[] = [
  ...['TensorScatterAdd', 'ScatterNdNonAliasingAdd'].map((op) =>
    graph(op, [ones, places, nineToTwelve], f32([8], [1, 12, 1, 11, 10, 1, 1, 13])),
  ),
  graph('TensorScatterSub', [ones, places, nineToTwelve], f32([8], [1, -10, 1, -9, -8, 1, 1, -11])),
  graph('TensorScatterMax', extremes, i32([8], [0, 1, 0, 0, 0, 1, 0, 0])),
  graph('TensorScatterMin', extremes, i32([8], [0, 0, 0, 0, -1, 0, 0, 0])),
  graph('UnsortedSegmentSum', [unsorted, [0, 1, 0], 2], after([5, 5, 5, 5])),
  graph('UnsortedSegmentMax', [unsorted, [0, 1, 0], 2], after([4, 3, 3, 4])),
  graph('UnsortedSegmentMin', [unsorted, [0, 1, 0], 2], after([1, 2, 2, 1])),
  graph('UnsortedSegmentProd', [unsorted, [0, 1, 0], 2], after([4, 6, 6, 4])),
  graph('SegmentSum', [sorted, [0, 0, 1]], after([5, 5, 5, 5])),
  graph('SegmentProd', [sorted, [0, 0, 1]], after([4, 6, 6, 4])),
  graph('SegmentMax', [sorted, [0, 0, 1]], after([4, 3, 3, 4])),
  graph('SegmentMin', [sorted, [0, 0, 1]], after([1, 2, 2, 1])),
  graph(
    'SegmentMean',
    [
      [1, 2, 4, -1, -2],
      [0, 0, 1, 3, 3],
    ],
    i32([4], [1, 4, 0, -1]),
  ),
  acrossGap('SegmentSum', 4, -6, 0, 0, 5, 6),
  acrossGap('SegmentMean', 2, -3, 0, 0, 5, 6),
  acrossGap('SegmentProd', 3, 8, 1, 1, 5, 6),
  acrossGap('SegmentMax', 3, -2, 0, 0, 5, 6),
  acrossGap('SegmentMin', 1, -4, 0, 0, 5, 6),
  ofNumber('SegmentSumV2', 4, -6, 0, 0, 5, 6, 0, 0),
  ofNumber('SegmentSumV2', 4, -6, 0, 0),
  ofNumber('SegmentProdV2', 3, 8, 1, 1, 5, 6),
  ofNumber('SegmentMaxV2', 3, -2, -LARGEST, -LARGEST, 5, 6),
  ofNumber('SegmentMinV2', 1, -4),
  ofC('SparseSegmentSum', [0, 1], [0, 0], 3, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
  ofC('SparseSegmentSum', [0, 1], [0, 2], 4, [1, 2, 3, 4, 0, 0, 0, 0, -1, -2, -3, -4, 0, 0, 0, 0]),
  ofC('SparseSegmentMean', [0, 2, 1, 1], [0, 0, 2, 2], 3, [3, 4, 5, 6, 0, 0, 0, 0, -1, -2, -3, -4]),
  graph(
    'SparseSegmentSumWithNumSegments',
    [[2 ** 24 + 1, 2], [0, 1, 0], [0, 0, 1], 2],
    i32([2], [2 ** 24 + 3, 2 ** 24 + 1]),
  ),
  graph('SparseSegmentSqrtNWithNumSegments', [...byRoots, 4], f32([4, 1], [5, 0, 3, 0])),
  graph('SparseSegmentSqrtN', byRoots, f32([3, 1], [5, 0, 3])),
  graph('SparseSegmentSqrtN', [table, [], []], f32([0, 2], []), ' of nothing'),
  sparseProduct(f32([3, 2], [1, 10, 2, 20, 3, 30]), f32([2, 2], [2, 20, 11, 110])),
  sparseProduct(f32([2, 2], [1, 10, 2, 20]), f32([3, 2], [4, 40, 1, 10, 6, 60]), 'a'),
  sparseProduct(f32([1, 3], [1, 2, 3]), f32([2, 1], [2, 11]), 'b'),
  sparseProduct(f32([1, 2], [1, 2]), f32([3, 1], [4, 1, 6]), 'a', 'b'),
  graph('ResourceGather', [table, i32([2, 1], [2, 0])], f32([2, 1, 2], [5, 6, 1, 2])),
  graph(
    'ResourceGather',
    [f32([2, 3], [1, 2, 3, 4, 5, 6]), i32([2, 2], [2, 0, 1, 1])],
    f32([2, 2], [3, 1, 5, 5]),
    ' in batches',
    { batch_dims: 1, validate_indices: true },
  ),
  graph('ResourceGatherNd', [table, i32([2, 2], [2, 0, 0, 1])], f32([2], [5, 2])),
  fedResource('ResourceGatherNd', table, i32([1, 1], [2]), f32([1, 2], [5, 6])),
  graph(
    'TensorScatterUpdate',
    [f32([4], [1, 'Infinity', 3, 4]), i32([3, 1], [3, 0, 3]), f32([3], [5, 6, 7])],
    f32([4], [6, 'Infinity', 3, 7]),
  ),
  graph('TensorScatterUpdate', [table, [1], f32([1, 2], [7, 8])], f32([3, 2], [1, 2, 7, 8, 5, 6])),
  graph(
    'ScatterNd',
    [i32([3, 1], [1, 2, 1]), f32([3, 2], [1, 2, 3, 4, 5, 6]), [4, 2]],
    f32([4, 2], [0, 0, 6, 8, 3, 4, 0, 0]),
  ),
  graph(
    'ScatterNd',
    [i32([2, 1], [1, 1]), [2 ** 24 + 1, 2], [3]],
    i32([3], [0, 2 ** 24 + 3, 0]),
    ' of int32',
  ),
  graph('ScatterNd', [i32([1, 1], [1]), str([1], ['a']), [2]], str([2], ['', 'a']), ofStrings),
  graph(
    'SparseToDense',
    [[1, 3, 1], [4], f32([3], [4, 5, 6]), f32([], ['Infinity'])],
    f32([4], ['Infinity', 6, 'Infinity', 5]),
  ),
  graph(
    'SparseToDense',
    [i32([2, 2], [0, 1, 1, 0]), [2, 2], 7, -1],
    i32([2, 2], [-1, 7, 7, -1]),
    ' of int32',
  ),
  graph(
    'SparseToDense',
    [[0, 2], [3], str([2], ['a', 'b']), str([], ['-'])],
    str([3], ['a', '-', 'b']),
    ofStrings,
  ),
  graph('GatherNd', [table, i32([2, 2], [2, 0, 0, 1])], f32([2], [5, 2])),
  graph('Gather', [table, i32([2, 1], [2, 0])], f32([2, 1, 2], [5, 6, 1, 2])),
  graph('GatherV2', [table, 2, 0], f32([2], [5, 6]), ' of one row'),
  graph('GatherV2', [[1, 2 ** 30 + 1], [1], 0], i32([1], [2 ** 30 + 1]), ' of large integers'),
  graph('GatherV2', [table, f32([2], [2, 0]), 0], f32([2, 2], [5, 6, 1, 2]), ' by floats'),
  graph('GatherV2', [table, i32([3, 1], [0, 1, 0]), -1], f32([3, 1], [1, 4, 5]), ' in batches', {
    batch_dims: 1,
  }),
  graph(
    'GatherV2',
    [f32([2, 2, 2], [1, 2, 3, 4, 5, 6, 7, 8]), i32([2, 1], [0, 1]), 2],
    f32([2, 2, 1], [1, 3, 6, 8]),
    ' after a batch and another dimension',
    { batch_dims: -1 },
  ),
  graph(
    'GatherV2',
    [str([2, 2], ['a', 'b', 'c', 'd']), [1, 0, 1], 1],
    str([2, 3], ['b', 'a', 'b', 'd', 'c', 'd']),
    ' of strings along another axis',
  ),
];

function rejected(op: string, given: Argument[], message: string, by = op): ModelErrorCase {
  const { model, inputs } = graph(op, given, table);
  const error = `${by}: ${message}`;
  return { name: error, model, inputs, error };
}

const oneTwo = f32([2], [1, 2]);

export const modelErrors: ModelErrorCase[] = [
  rejected(
    'SegmentMax',
    [f32([3], [1, 2, 3]), [0, 2, 1]],
    'segment_ids has the value 1 at [2], expected sorted ids of 0 or more, here at least 2.',
  ),
  rejected('SegmentSum', [oneTwo, [-1, 0]], 'segment_ids has the value -1 at [0]'),
  rejected(
    'SegmentMean',
    [f32([1, 1], [1]), i32([1, 1], [0])],
    'segment_ids has shape [1, 1], expected rank 1.',
  ),
  rejected(
    'SegmentMean',
    [bool([1], [1]), [0]],
    "x has dtype bool, expected 'float32' or 'int32'.",
  ),
  rejected(
    'SegmentSumV2',
    [oneTwo, [1, 0], 2],
    'segment_ids has the value 0 at [1], expected sorted ids',
  ),
  ...['ResourceScatterAdd', 'ResourceScatterNdUpdate'].map((op) =>
    rejected(
      op,
      [ones, places, nineToTwelve],
      'the op is not supported: it changes a variable, and a frozen graph has none',
    ),
  ),
  rejected('UnsortedSegmentJoin', [oneTwo, [0, 1], 2], 'the op is not supported: it joins strings'),
  rejected('UnsortedSegmentSum', [oneTwo, [0, 2], 2], 'segmentIds has the value 2 at [1]'),
  rejected(
    'TensorScatterAdd',
    [ones, i32([1, 1], [8]), f32([1], [1])],
    'indices has the value 8 at [0, 0]',
  ),
  rejected(
    'TensorScatterUpdate',
    [ones, i32([1, 1], [-1]), f32([1], [1])],
    'indices has the value -1 at [0, 0]',
  ),
  rejected('GatherNd', [table, i32([1, 2], [0, 2])], 'indices has the value 2 at [0, 1]'),
  rejected('GatherV2', [table, [-1], 0], 'indices has the value -1 at [0, 0]'),
  rejected(
    'SparseSegmentSqrtN',
    [table, [0, -1], [0, 1]],
    'indices has the value -1 at [1], expected an index in [0, 2]',
  ),
  rejected(
    'SparseSegmentSqrtN',
    [table, [0, 1], [1, 0]],
    'segment_ids has the value 0 at [1], expected sorted ids',
  ),
  rejected(
    'SparseSegmentSumWithNumSegments',
    [table, [0, 1], [1, 0], 3],
    'segment_ids has the value 0 at [1], expected sorted ids',
  ),
  rejected(
    'SparseSegmentSumWithNumSegments',
    [table, [0, 1], [0, 3], 3],
    'segment_ids has the value 3 at [1], expected ids less than numSegments, 3',
  ),
  rejected(
    'SparseTensorDenseMatMul',
    [i32([1, 2], [0, -1]), f32([1], [1]), [2, 3], table],
    'indices of a has the value -1 at [0, 1]',
    'sparseDenseMatMul',
  ),
];

/** `y` of a case behind control flow, which only executeAsync supports. */
function behindControlFlow({ node, weights }: Model): Model {
  const y = node[node.length - 1];
  const [first, ...rest] = y.input ?? [];
  const condition = i32([], [1]);
  const gate: GraphNode[] = [
    { name: 'condition', op: 'Const', attr: { dtype: typeOf(condition) } },
    { name: 'gate', op: 'Switch', input: [first, 'condition'], attr: y.attr },
    { ...y, input: ['gate:1', ...rest] },
  ];
  return { node: [...node.slice(0, -1), ...gate], weights: { ...weights, condition } };
}

const sums = f32([2], [0, 0]);

const carried = {
  i: i32([], [0]),
  sums,
  end: i32([], [6]),
  step: i32([], [1]),
  places: i32([2, 1], [0, 1]),
  values: f32([3], [1, 1, 1]),
  ids: i32([3], [0, 1, 0]),
  num_segments: i32([], [2]),
};
const names = Object.keys(carried);
const argumentsOf = (suffix = '') =>
  Object.entries(carried).map(([name, tensor]) => ({ name: name + suffix, ...typeOf(tensor) }));
const loopWeights = Object.fromEntries(Object.entries(carried).filter(([name]) => name !== 'sums'));
const nodeOf = (name: string, op: string, ...input: string[]) => ({ name, op, input, attr: {} });

const condition = {
  signature: {
    name: 'goes_on',
    inputArg: argumentsOf(),
    outputArg: [{ name: 'result', type: 'DT_BOOL' }],
  },
  nodeDef: [nodeOf('less', 'Less', 'i', 'end')],
  ret: { result: 'less:z:0' },
};

const body = {
  signature: { name: 'body', inputArg: argumentsOf(), outputArg: argumentsOf('_out') },
  nodeDef: [
    nodeOf('next', 'AddV2', 'i', 'step'),
    nodeOf('segments', 'UnsortedSegmentSum', 'values', 'ids', 'num_segments'),
    nodeOf('scattered', 'TensorScatterAdd', 'sums', 'places', 'segments:output:0'),
  ],
  ret: {
    ...Object.fromEntries(names.map((name) => [`${name}_out`, name])),
    i_out: 'next:z:0',
    sums_out: 'scattered:output:0',
  },
};

/**
 * while (i < end) { sums = TensorScatterAdd(sums, places, UnsortedSegmentSum(values, ids)); i +=
 * step; }, so that intermediate results come and go.
 */
const loop: ModelCase = {
  name: 'a loop',
  inputs: { sums },
  expected: f32([2], [12, 6]),
  model: {
    weights: loopWeights,
    node: [
      placeholder('sums', sums),
      ...Object.entries(loopWeights).map(([name, tensor]) => constant(name, tensor)),
      {
        ...nodeOf('loop', 'StatelessWhile', ...names),
        attr: { cond: { func: { name: 'goes_on' } }, body: { func: { name: 'body' } } },
      },
      { ...nodeOf('y', 'Identity', 'loop:1'), attr: { T: typeOf(sums) } },
    ],
    library: { function: [condition, body] },
  },
};

/** A graph that reads the input of an update again: x + TensorScatterUpdate(x, indices, updates). */
export const readAgain: ModelCase = (() => {
  const given = [f32([2], [1, 3.5]), i32([1, 1], [0]), f32([1], [2])];
  const { model, ...rest } = graph('TensorScatterUpdate', given, f32([2], [3, 7]), ', read again');
  const [y, ...others] = [...model.node].reverse();
  const sum = { ...y, op: 'AddV2', input: ['tensor', 'updated'] };
  return { ...rest, model: { ...model, node: [...others, { ...y, name: 'updated' }, sum] } };
})();

/** Graphs that only executeAsync can run. */
export const asyncModelCases: ModelCase[] = [
  ...modelCases.map((each) => ({ ...each, model: behindControlFlow(each.model) })),
  loop,
];
