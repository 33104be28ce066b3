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

/** A graph with a single op `y`; its inputs are placeholders, its weights constants. */
function model(
  op: string,
  input: string[],
  inputs: Record<string, TensorData>,
  weights: Record<string, TensorData> = {},
  attr: GraphNode['attr'] = {},
): { model: Model; inputs: Record<string, TensorData> } {
  const nodes = [
    ...Object.entries(inputs).map(([name, tensor]) => placeholder(name, tensor)),
    ...Object.entries(weights).map(([name, tensor]) => constant(name, tensor)),
  ];
  const data = inputs[input[0]] ?? weights[input[0]];
  const y = {
    name: 'y',
    op,
    input,
    attr: { T: typeOf(data), Tindices: { type: 'DT_INT32' }, ...attr },
  };
  return { model: { node: [...nodes, y], weights }, inputs };
}

function tensorScatter(
  op: string,
  tensor: TensorData,
  indices: TensorData,
  updates: TensorData,
  expected: TensorData,
): ModelCase {
  const input = ['tensor', 'indices', 'updates'];
  return { name: op, ...model(op, input, { tensor, updates }, { indices }), expected };
}

function scatterNd(indices: TensorData, updates: TensorData, expected: TensorData): ModelCase {
  const shape = i32([expected.shape.length], expected.shape);
  const graph = model(
    'ScatterNd',
    ['indices', 'updates', 'shape'],
    { indices, updates },
    { shape },
  );
  return { name: `ScatterNd of ${updates.dtype}`, ...graph, expected };
}

function sparseToDense(
  sparse_indices: TensorData,
  sparse_values: TensorData,
  default_value: TensorData,
  expected: TensorData,
): ModelCase {
  const input = ['sparse_indices', 'output_shape', 'sparse_values', 'default_value'];
  const inputs = { sparse_indices, sparse_values, default_value };
  const output_shape = i32([expected.shape.length], expected.shape);
  const graph = model('SparseToDense', input, inputs, { output_shape });
  return { name: `SparseToDense of ${sparse_values.dtype}`, ...graph, expected };
}

function gather(
  op: 'Gather' | 'GatherNd',
  params: TensorData,
  indices: TensorData,
  expected: TensorData,
): ModelCase {
  return { name: op, ...model(op, ['params', 'indices'], { params, indices }), expected };
}

function gatherV2(
  name: string,
  params: TensorData,
  indices: TensorData,
  expected: TensorData,
  { axis, batch_dims }: { axis: number; batch_dims?: number },
): ModelCase {
  const input = ['params', 'indices', 'axis'];
  const attr: GraphNode['attr'] =
    batch_dims === undefined ? {} : { batch_dims: { i: String(batch_dims) } };
  const graph = model('GatherV2', input, { params, indices }, { axis: i32([], [axis]) }, attr);
  return { name: `GatherV2 ${name}`, ...graph, expected };
}

const SEGMENT_INPUT = ['data', 'segment_ids'];

function unsortedSegment(
  op: string,
  data: TensorData,
  ids: TensorData,
  expected: TensorData,
): ModelCase {
  const weights = { num_segments: i32([], [expected.shape[0]]) };
  const graph = model(op, [...SEGMENT_INPUT, 'num_segments'], { data, segment_ids: ids }, weights, {
    Tnumsegments: { type: 'DT_INT32' },
  });
  return { name: op, ...graph, expected };
}

function segment(op: string, data: TensorData, ids: TensorData, expected: TensorData): ModelCase {
  const inputs = { data, segment_ids: ids };
  return { name: `${op} of ${data.dtype}`, ...model(op, SEGMENT_INPUT, inputs), expected };
}

/** A sparse segment op, with a number of segments if given. */
function sparseSegment(
  op: string,
  data: TensorData,
  indices: TensorData,
  ids: TensorData,
  expected: TensorData,
  numSegments?: number,
): ModelCase {
  const input = ['data', 'indices', 'segment_ids'];
  const inputs = { data, indices, segment_ids: ids };
  if (numSegments === undefined) return { name: op, ...model(op, input, inputs), expected };
  const weights = { num_segments: i32([], [numSegments]) };
  return { name: op, ...model(op, [...input, 'num_segments'], inputs, weights), expected };
}

function sparseMatMul(
  a_indices: TensorData,
  a_values: TensorData,
  a_shape: number[],
  b: TensorData,
  expected: TensorData,
  { adjoint_a = false, adjoint_b = false } = {},
): ModelCase {
  const op = 'SparseTensorDenseMatMul';
  const attr = {
    T: typeOf(b),
    ...(adjoint_a && { adjoint_a: { b: true } }),
    ...(adjoint_b && { adjoint_b: { b: true } }),
  };
  const input = ['a_indices', 'a_values', 'a_shape', 'b'];
  const inputs = { a_indices, a_values, b };
  const graph = model(op, input, inputs, { a_shape: i32([2], a_shape) }, attr);
  const transposed = [...(adjoint_a ? ['a'] : []), ...(adjoint_b ? ['b'] : [])].join(' and ');
  return { name: transposed ? `${op}, ${transposed} transposed` : op, ...graph, expected };
}

/** A variable of a frozen model: its handle, under the name of a weight. */
function resource(
  name: string,
  op: string,
  table: TensorData,
  indices: TensorData,
  expected: TensorData,
  attr: GraphNode['attr'] = {},
): ModelCase {
  const { model: graph, inputs } = model(op, ['table', 'indices'], { indices }, { table }, attr);
  const handle = {
    name: 'table',
    op: 'VarHandleOp',
    attr: { dtype: typeOf(table), ...shapeOf(table) },
  };
  const node = graph.node.map((each) => (each.name === 'table' ? handle : each));
  return { name, model: { ...graph, node }, inputs, expected };
}

/** A variable whose values are inputs. */
function fedResource(table: TensorData, indices: TensorData, expected: TensorData): ModelCase {
  const op = 'ResourceGatherNd';
  const { model: graph, inputs } = model(op, ['table', 'indices'], { table, indices });
  const node = graph.node.map((each) =>
    each.name === 'table' ? { ...each, attr: { dtype: { type: 'DT_RESOURCE' } } } : each,
  );
  return { name: `${op} of an input`, model: { ...graph, node }, inputs, expected };
}

const ones = f32([8], Array<number>(8).fill(1));
const places = i32([4, 1], [4, 3, 1, 7]);
const nineToTwelve = f32([4], [9, 10, 11, 12]);
const zeros = i32([8], Array<number>(8).fill(0));
const extremePlaces = i32([3, 1], [1, 4, 5]);

const unsorted = i32([3, 4], [1, 2, 3, 4, 5, 6, 7, 8, 4, 3, 2, 1]);
const unsortedIds = i32([3], [0, 1, 0]);
const sorted = i32([3, 4], [1, 2, 3, 4, 4, 3, 2, 1, 5, 6, 7, 8]);
const sortedIds = i32([3], [0, 0, 1]);
const after = (first: number[]) => i32([2, 4], [...first, 5, 6, 7, 8]);

const gap = f32([3, 2], [1, -2, 3, -4, 5, 6]);
const gapIds = i32([3], [0, 0, 2]);
const acrossGap = (op: string, ...values: number[]) =>
  segment(op, gap, gapIds, f32([3, 2], values));

/** With a number of segments: ids beyond it are ignored, and empty segments are as in unsorted ops. */
const ofNumber = (op: string, ...values: number[]) =>
  unsortedSegment(op, gap, gapIds, f32([values.length / 2, 2], values));
const LARGEST = (2 - 2 ** -23) * 2 ** 127;

const table = f32([3, 2], [1, 2, 3, 4, 5, 6]);

/** c in TensorFlow's documentation of tf.sparse.segment_sum. */
const rowsOfC = f32([3, 4], [1, 2, 3, 4, -1, -2, -3, -4, 5, 6, 7, 8]);
const firstTwo = i32([2], [0, 1]);
const twoEach = i32([4], [0, 0, 2, 2]);
const ofC = (indices: TensorData, ids: TensorData, values: number[], numSegments?: number) =>
  [rowsOfC, indices, ids, f32([values.length / 4, 4], values), numSegments] as const;

/** [[0, 1, 0], [2, 0, 3]], unsorted, with its last value in two parts. */
const sparse = [i32([4, 2], [1, 2, 0, 1, 1, 0, 1, 2]), f32([4], [1, 1, 2, 2])] as const;
const batched = f32([2, 3], [1, 2, 3, 4, 5, 6]);

export const modelCases: ModelCase[] = [
  tensorScatter(
    'TensorScatterAdd',
    ones,
    places,
    nineToTwelve,
    f32([8], [1, 12, 1, 11, 10, 1, 1, 13]),
  ),
  tensorScatter(
    'TensorScatterSub',
    ones,
    places,
    nineToTwelve,
    f32([8], [1, -10, 1, -9, -8, 1, 1, -11]),
  ),
  tensorScatter(
    'TensorScatterMax',
    zeros,
    extremePlaces,
    i32([3], [1, -1, 1]),
    i32([8], [0, 1, 0, 0, 0, 1, 0, 0]),
  ),
  tensorScatter(
    'TensorScatterMin',
    zeros,
    extremePlaces,
    i32([3], [1, -1, 1]),
    i32([8], [0, 0, 0, 0, -1, 0, 0, 0]),
  ),
  unsortedSegment('UnsortedSegmentSum', unsorted, unsortedIds, after([5, 5, 5, 5])),
  unsortedSegment('UnsortedSegmentMax', unsorted, unsortedIds, after([4, 3, 3, 4])),
  unsortedSegment('UnsortedSegmentMin', unsorted, unsortedIds, after([1, 2, 2, 1])),
  unsortedSegment('UnsortedSegmentProd', unsorted, unsortedIds, after([4, 6, 6, 4])),
  segment('SegmentSum', sorted, sortedIds, after([5, 5, 5, 5])),
  segment('SegmentProd', sorted, sortedIds, after([4, 6, 6, 4])),
  segment(
    'SegmentMean',
    i32([5], [1, 2, 4, -1, -2]),
    i32([5], [0, 0, 1, 3, 3]),
    i32([4], [1, 4, 0, -1]),
  ),
  segment('SegmentMax', sorted, sortedIds, after([4, 3, 3, 4])),
  segment('SegmentMin', sorted, sortedIds, after([1, 2, 2, 1])),
  acrossGap('SegmentSum', 4, -6, 0, 0, 5, 6),
  acrossGap('SegmentMean', 2, -3, 0, 0, 5, 6),
  acrossGap('SegmentProd', 3, 8, 1, 1, 5, 6),
  acrossGap('SegmentMax', 3, -2, 0, 0, 5, 6),
  acrossGap('SegmentMin', 1, -4, 0, 0, 5, 6),
  tensorScatter(
    'ScatterNdNonAliasingAdd',
    ones,
    places,
    nineToTwelve,
    f32([8], [1, 12, 1, 11, 10, 1, 1, 13]),
  ),
  ofNumber('SegmentSumV2', 4, -6, 0, 0, 5, 6, 0, 0),
  ofNumber('SegmentSumV2', 4, -6, 0, 0),
  ofNumber('SegmentProdV2', 3, 8, 1, 1, 5, 6),
  ofNumber('SegmentMaxV2', 3, -2, -LARGEST, -LARGEST, 5, 6),
  ofNumber('SegmentMinV2', 1, -4),
  sparseSegment(
    'SparseSegmentSumWithNumSegments',
    ...ofC(firstTwo, i32([2], [0, 0]), [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 3),
  ),
  sparseSegment(
    'SparseSegmentSumWithNumSegments',
    ...ofC(firstTwo, i32([2], [0, 2]), [1, 2, 3, 4, 0, 0, 0, 0, -1, -2, -3, -4, 0, 0, 0, 0], 4),
  ),
  sparseSegment(
    'SparseSegmentSumWithNumSegments',
    i32([2], [2 ** 24 + 1, 2]),
    i32([3], [0, 1, 0]),
    i32([3], [0, 0, 1]),
    i32([2], [2 ** 24 + 3, 2 ** 24 + 1]),
    2,
  ),
  sparseSegment(
    'SparseSegmentMeanWithNumSegments',
    ...ofC(i32([4], [0, 2, 1, 1]), twoEach, [3, 4, 5, 6, 0, 0, 0, 0, -1, -2, -3, -4], 3),
  ),
  sparseSegment(
    'SparseSegmentSqrtNWithNumSegments',
    f32([2, 1], [1, 3]),
    i32([5], [0, 1, 1, 1, 1]),
    i32([5], [0, 0, 0, 0, 2]),
    f32([4, 1], [5, 0, 3, 0]),
    4,
  ),
  sparseSegment(
    'SparseSegmentSqrtN',
    f32([2, 1], [1, 3]),
    i32([5], [0, 1, 1, 1, 1]),
    i32([5], [0, 0, 0, 0, 2]),
    f32([3, 1], [5, 0, 3]),
  ),
  sparseSegment('SparseSegmentSqrtN', table, i32([0], []), i32([0], []), f32([0, 2], [])),
  sparseMatMul(
    ...sparse,
    [2, 3],
    f32([3, 2], [1, 10, 2, 20, 3, 30]),
    f32([2, 2], [2, 20, 11, 110]),
  ),
  sparseMatMul(...sparse, [2, 3], f32([2, 2], [1, 10, 2, 20]), f32([3, 2], [4, 40, 1, 10, 6, 60]), {
    adjoint_a: true,
  }),
  sparseMatMul(...sparse, [2, 3], f32([1, 3], [1, 2, 3]), f32([2, 1], [2, 11]), {
    adjoint_b: true,
  }),
  sparseMatMul(...sparse, [2, 3], f32([1, 2], [1, 2]), f32([3, 1], [4, 1, 6]), {
    adjoint_a: true,
    adjoint_b: true,
  }),
  resource(
    'ResourceGather',
    'ResourceGather',
    table,
    i32([2, 1], [2, 0]),
    f32([2, 1, 2], [5, 6, 1, 2]),
  ),
  resource(
    'ResourceGather in batches',
    'ResourceGather',
    batched,
    i32([2, 2], [2, 0, 1, 1]),
    f32([2, 2], [3, 1, 5, 5]),
    // 64-bit integers are strings in JSON.
    { batch_dims: { i: '1' }, validate_indices: { b: true } },
  ),
  resource(
    'ResourceGatherNd',
    'ResourceGatherNd',
    table,
    i32([2, 2], [2, 0, 0, 1]),
    f32([2], [5, 2]),
  ),
  fedResource(table, i32([1, 1], [2]), f32([1, 2], [5, 6])),
  tensorScatter(
    'TensorScatterUpdate',
    f32([4], [1, 'Infinity', 3, 4]),
    i32([3, 1], [3, 0, 3]),
    f32([3], [5, 6, 7]),
    f32([4], [6, 'Infinity', 3, 7]),
  ),
  tensorScatter(
    'TensorScatterUpdate',
    table,
    i32([1], [1]),
    f32([1, 2], [7, 8]),
    f32([3, 2], [1, 2, 7, 8, 5, 6]),
  ),
  scatterNd(
    i32([3, 1], [1, 2, 1]),
    f32([3, 2], [1, 2, 3, 4, 5, 6]),
    f32([4, 2], [0, 0, 6, 8, 3, 4, 0, 0]),
  ),
  scatterNd(i32([2, 1], [1, 1]), i32([2], [2 ** 24 + 1, 2]), i32([3], [0, 2 ** 24 + 3, 0])),
  scatterNd(i32([1, 1], [1]), str([1], ['a']), str([2], ['', 'a'])),
  sparseToDense(
    i32([3], [1, 3, 1]),
    f32([3], [4, 5, 6]),
    f32([], ['Infinity']),
    f32([4], ['Infinity', 6, 'Infinity', 5]),
  ),
  sparseToDense(
    i32([2, 2], [0, 1, 1, 0]),
    i32([], [7]),
    i32([], [-1]),
    i32([2, 2], [-1, 7, 7, -1]),
  ),
  sparseToDense(i32([2], [0, 2]), str([2], ['a', 'b']), str([], ['-']), str([3], ['a', '-', 'b'])),
  gather('GatherNd', table, i32([2, 2], [2, 0, 0, 1]), f32([2], [5, 2])),
  gather('Gather', table, i32([2, 1], [2, 0]), f32([2, 1, 2], [5, 6, 1, 2])),
  gatherV2('of one row', table, i32([], [2]), f32([2], [5, 6]), { axis: 0 }),
  gatherV2(
    'of large integers',
    i32([2], [1, 2 ** 30 + 1]),
    i32([1], [1]),
    i32([1], [2 ** 30 + 1]),
    {
      axis: 0,
    },
  ),
  gatherV2('by floats', table, f32([2], [2, 0]), f32([2, 2], [5, 6, 1, 2]), { axis: 0 }),
  gatherV2('in batches', table, i32([3, 1], [0, 1, 0]), f32([3, 1], [1, 4, 5]), {
    axis: -1,
    batch_dims: 1,
  }),
  gatherV2(
    'after a batch and another dimension',
    f32([2, 2, 2], [1, 2, 3, 4, 5, 6, 7, 8]),
    i32([2, 1], [0, 1]),
    f32([2, 2, 1], [1, 3, 6, 8]),
    { axis: 2, batch_dims: -1 },
  ),
  gatherV2(
    'of strings along another axis',
    str([2, 2], ['a', 'b', 'c', 'd']),
    i32([3], [1, 0, 1]),
    str([2, 3], ['b', 'a', 'b', 'd', 'c', 'd']),
    { axis: 1 },
  ),
];

function rejected(name: string, { model, inputs }: ModelCase, error: string): ModelErrorCase {
  return { name, model, inputs, error };
}

export const modelErrors: ModelErrorCase[] = [
  rejected(
    'ids that are not sorted',
    segment('SegmentMax', f32([3], [1, 2, 3]), i32([3], [0, 2, 1]), f32([3], [1, 3, 2])),
    'SegmentMax: segment_ids has the value 1 at [2], expected sorted ids of 0 or more, here at least 2.',
  ),
  rejected(
    'a negative id',
    segment('SegmentSum', f32([2], [1, 2]), i32([2], [-1, 0]), f32([1], [2])),
    'SegmentSum: segment_ids has the value -1 at [0]',
  ),
  rejected(
    'ids of rank 2',
    segment('SegmentMean', f32([1, 1], [1]), i32([1, 1], [0]), f32([1], [1])),
    'SegmentMean: segment_ids has shape [1, 1], expected rank 1.',
  ),
  rejected(
    'a dtype that a mean does not support',
    segment('SegmentMean', bool([1], [1]), i32([1], [0]), bool([1], [1])),
    "SegmentMean: x has dtype bool, expected 'float32' or 'int32'.",
  ),
  rejected(
    'ids that are not sorted, where the number of segments is given',
    unsortedSegment('SegmentSumV2', f32([2], [1, 2]), i32([2], [1, 0]), f32([2], [2, 1])),
    'SegmentSumV2: segment_ids has the value 0 at [1], expected sorted ids',
  ),
  ...['ResourceScatterAdd', 'ResourceScatterNdUpdate'].map((op) =>
    rejected(
      op,
      tensorScatter(op, ones, places, nineToTwelve, ones),
      `${op}: the op is not supported: it changes a variable, and a frozen graph has none`,
    ),
  ),
  rejected(
    'UnsortedSegmentJoin',
    unsortedSegment('UnsortedSegmentJoin', f32([2], [1, 2]), i32([2], [0, 1]), f32([2], [1, 2])),
    'UnsortedSegmentJoin: the op is not supported: it joins strings',
  ),
  rejected(
    'an id without a segment',
    unsortedSegment('UnsortedSegmentSum', f32([2], [1, 2]), i32([2], [0, 2]), f32([2], [1, 0])),
    'segmentIds has the value 2 at [1]',
  ),
  rejected(
    'an index out of bounds',
    tensorScatter('TensorScatterAdd', ones, i32([1, 1], [8]), f32([1], [1]), ones),
    'TensorScatterAdd: indices has the value 8 at [0, 0]',
  ),
  rejected(
    'a negative index',
    tensorScatter('TensorScatterUpdate', ones, i32([1, 1], [-1]), f32([1], [1]), ones),
    'TensorScatterUpdate: indices has the value -1 at [0, 0]',
  ),
  rejected(
    'an index that is out of bounds only on its own axis',
    gather('GatherNd', table, i32([1, 2], [0, 2]), f32([1], [3])),
    'GatherNd: indices has the value 2 at [0, 1]',
  ),
  rejected(
    'a negative index of a lookup',
    gatherV2('', table, i32([1], [-1]), f32([1, 2], [5, 6]), { axis: 0 }),
    'GatherV2: indices has the value -1 at [0, 0]',
  ),
  rejected(
    'a negative index of a sparse segment',
    sparseSegment('SparseSegmentSqrtN', table, i32([2], [0, -1]), firstTwo, table),
    'SparseSegmentSqrtN: indices has the value -1 at [1], expected an index in [0, 2]',
  ),
  rejected(
    'sparse segments that are not sorted',
    sparseSegment('SparseSegmentSqrtN', table, firstTwo, i32([2], [1, 0]), table),
    'SparseSegmentSqrtN: segment_ids has the value 0 at [1], expected sorted ids',
  ),
  rejected(
    'sparse segments that are not sorted, where their number is given',
    sparseSegment('SparseSegmentSumWithNumSegments', table, firstTwo, i32([2], [1, 0]), table, 3),
    'SparseSegmentSumWithNumSegments: segment_ids has the value 0 at [1], expected sorted ids',
  ),
  rejected(
    'sparse segments beyond their number',
    sparseSegment('SparseSegmentSumWithNumSegments', table, firstTwo, i32([2], [0, 3]), table, 3),
    'segment_ids has the value 3 at [1], expected ids less than numSegments, 3',
  ),
  rejected(
    'a sparse matrix with a pair out of bounds',
    sparseMatMul(i32([1, 2], [0, -1]), f32([1], [1]), [2, 3], table, table),
    'indices of a has the value -1 at [0, 1]',
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
const argumentsOf = Object.entries(carried).map(([name, tensor]) => ({
  name,
  type: typeOf(tensor).type,
}));
const loopWeights = Object.fromEntries(Object.entries(carried).filter(([name]) => name !== 'sums'));

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
        name: 'loop',
        op: 'StatelessWhile',
        input: names,
        attr: { cond: { func: { name: 'goes_on' } }, body: { func: { name: 'body' } } },
      },
      { name: 'y', op: 'Identity', input: ['loop:1'], attr: { T: typeOf(sums) } },
    ],
    library: {
      function: [
        {
          signature: {
            name: 'goes_on',
            inputArg: argumentsOf,
            outputArg: [{ name: 'result', type: 'DT_BOOL' }],
          },
          nodeDef: [{ name: 'less', op: 'Less', input: ['i', 'end'], attr: {} }],
          ret: { result: 'less:z:0' },
        },
        {
          signature: {
            name: 'body',
            inputArg: argumentsOf,
            outputArg: argumentsOf.map(({ name, type }) => ({ name: `${name}_out`, type })),
          },
          nodeDef: [
            { name: 'next', op: 'AddV2', input: ['i', 'step'], attr: {} },
            {
              name: 'segments',
              op: 'UnsortedSegmentSum',
              input: ['values', 'ids', 'num_segments'],
              attr: {},
            },
            {
              name: 'scattered',
              op: 'TensorScatterAdd',
              input: ['sums', 'places', 'segments:output:0'],
              attr: {},
            },
          ],
          ret: {
            ...Object.fromEntries(names.map((name) => [`${name}_out`, name])),
            i_out: 'next:z:0',
            sums_out: 'scattered:output:0',
          },
        },
      ],
    },
  },
};

/** A graph that reads the input of an update again: x + TensorScatterUpdate(x, indices, updates). */
export const readAgain: ModelCase = (() => {
  const indices = i32([1, 1], [0]);
  const { model, inputs } = tensorScatter(
    'TensorScatterUpdate',
    f32([2], [1, 3.5]),
    indices,
    f32([1], [2]),
    f32([2], [2, 3.5]),
  );
  const [y, ...rest] = [...model.node].reverse();
  const sum = { name: 'y', op: 'AddV2', input: ['tensor', 'updated'], attr: y.attr };
  const node = [...rest, { ...y, name: 'updated' }, sum];
  return {
    name: 'an update whose input is read again',
    model: { ...model, node },
    inputs,
    expected: f32([2], [3, 7]),
  };
})();

/** Graphs that only executeAsync can run. */
export const asyncModelCases: ModelCase[] = [
  ...modelCases.map((each) => ({ ...each, model: behindControlFlow(each.model) })),
  loop,
];
