/** Graphs with one op each, in TensorFlow's format, with TensorFlow's documented examples. */
import type { GraphNode, TensorData } from '../../support/call.js';
import { type Cell, readRows } from '../../support/read_table.js';
import { bool, f32, i32, str } from '../../support/values.js';
import {
  behindControlFlow,
  loopOf,
  type ModelCase,
  modelOf,
  nodesOf,
  placeholder,
  shapeOf,
  typeOf,
  yOf,
} from './graphs.js';

export interface ModelErrorCase extends Omit<ModelCase, 'expected'> {
  error: string;
}

/** Ops that tfjs' converter also has, but that some backend computes wrongly. */
export const TFJS_OPS: readonly string[] = [
  'TensorScatterUpdate',
  'ScatterNd',
  'SparseToDense',
  'GatherNd',
  'Gather',
  'GatherV2',
  'SparseSegmentSum',
  'SparseSegmentMean',
  'Unique',
  'UniqueV2',
];

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
  [/^UniqueV2/, 'x axis*'],
  [/^Unique/, 'x'],
  [/^SparseTensorDenseMatMul/, 'a_indices a_values a_shape* b'],
];

/** Attributes of an op, among its arguments. */
type Attributes = Record<string, number | boolean | string | string[]>;

/** A tensor, or the integers of a scalar or vector. */
export type Argument = TensorData | number | number[] | Attributes;

const isAttributes = (argument: Argument): argument is Attributes =>
  typeof argument === 'object' && !Array.isArray(argument) && !('dtype' in argument);

function tensorOf(argument: Exclude<Argument, Attributes>): TensorData {
  if (typeof argument === 'number') return i32([], [argument]);
  return Array.isArray(argument) ? i32([argument.length], argument) : argument;
}

export const tensorsOf = (given: Argument[]): TensorData[] =>
  given.flatMap((argument) => (isAttributes(argument) ? [] : [tensorOf(argument)]));

export const attributesOf = (given: Argument[]): Attributes =>
  Object.assign({}, ...given.filter(isAttributes)) as Attributes;

/** An attribute in JSON, where integers and strings are encoded. */
function attributeOf(value: Attributes[string]): object {
  if (typeof value === 'boolean') return { b: value };
  if (typeof value === 'number') return { i: String(value) };
  return Array.isArray(value)
    ? { list: { s: value.map((each) => btoa(each)) } }
    : { s: btoa(value) };
}

/** A graph with a single op `y`, whose name the title begins with. */
export function graph(
  title: string,
  given: Argument[],
  expected: TensorData[],
  types: Record<string, object> = { T: typeOf(expected[0]), Tindices: { type: 'DT_INT32' } },
): ModelCase {
  const [op] = title.split(/\W/);
  const tensors = tensorsOf(given);
  const marked =
    INPUTS.find(([ops]) => ops.test(op))?.[1].split(' ') ?? tensors.map((_, i) => `input_${i}`);
  const input = marked.map((name) => name.replace('*', ''));
  const named = (isConstant: boolean) =>
    Object.fromEntries(
      input.flatMap((name, i) =>
        marked[i].endsWith('*') === isConstant ? [[name, tensors[i]]] : [],
      ),
    );
  const [inputs, weights] = [named(false), named(true)];
  const attributes = Object.entries(attributesOf(given));
  const attr = {
    ...types,
    ...Object.fromEntries(attributes.map(([name, value]) => [name, attributeOf(value)])),
  };
  const { node } = modelOf(inputs, weights, [{ name: 'y', op, input, attr }]);
  const isVariable = ({ op: other }: GraphNode) =>
    other === 'Const' && op.startsWith('ResourceGather');
  const nodes = node.map((each) =>
    isVariable(each) ? handle(each.name, weights[each.name]) : each,
  );
  return { name: title, model: { node: nodes, weights }, inputs, expected };
}

/** A table of graphs: the arguments of an op, and its result. */
const graphs = (texts: readonly string[], ...cells: Cell<Argument[] | TensorData>[]): ModelCase[] =>
  readRows(texts, cells).map(({ title, parts: [given, expected] }) => {
    if (Array.isArray(given) && !Array.isArray(expected)) return graph(title, given, [expected]);
    throw new Error(`The row '${title}' is not a list of arguments, => and a result.`);
  });

/** A variable whose values are inputs. */
function fedResource(
  op: string,
  table: TensorData,
  indices: TensorData,
  expected: TensorData,
): ModelCase {
  const { model, ...rest } = graph(`${op} of an input`, [table, indices], [expected]);
  const [indexNode, , y] = model.node;
  const tableNode = { ...placeholder('table', table), attr: { dtype: { type: 'DT_RESOURCE' } } };
  const inputs = { table, indices };
  return { ...rest, model: { node: [tableNode, indexNode, y], weights: {} }, inputs };
}

const ones = f32([8], Array<number>(8).fill(1));
const places = i32([4, 1], [4, 3, 1, 7]);
const nineToTwelve = f32([4], [9, 10, 11, 12]);

const sorted = [i32([3, 4], [1, 2, 3, 4, 4, 3, 2, 1, 5, 6, 7, 8]), [0, 0, 1]];
const after = (...first: number[]) => i32([2, 4], [...first, 5, 6, 7, 8]);

const acrossGap = [f32([3, 2], [1, -2, 3, -4, 5, 6]), [0, 0, 2]];
const pairs = (...values: number[]) => f32([values.length / 2, 2], values);
const LARGEST = (2 - 2 ** -23) * 2 ** 127;

const table = f32([3, 2], [1, 2, 3, 4, 5, 6]);

/** c in TensorFlow's documentation of tf.sparse.segment_sum. */
const rowsOfC = f32([3, 4], [1, 2, 3, 4, -1, -2, -3, -4, 5, 6, 7, 8]);
const byRoots = [f32([2, 1], [1, 3]), [0, 1, 1, 1, 1], [0, 0, 0, 0, 2]];

/** [[0, 1, 0], [2, 0, 3]], unsorted, with its last value in two parts. */
const sparse = [i32([4, 2], [1, 2, 0, 1, 1, 0, 1, 2]), f32([4], [1, 1, 2, 2]), [2, 3]];
const [a, b] = [{ adjoint_a: true }, { adjoint_b: true }];

const numbers = [i32, f32].flatMap((tensor) => {
  const unsorted = [tensor([3, 4], [1, 2, 3, 4, 5, 6, 7, 8, 4, 3, 2, 1]), [0, 1, 0], 2];
  const after = (...first: number[]) => tensor([2, 4], [...first, 5, 6, 7, 8]);
  return graphs`
    UnsortedSegmentSum: ${unsorted} => ${after(5, 5, 5, 5)}
    UnsortedSegmentMax: ${unsorted} => ${after(4, 3, 3, 4)}
    UnsortedSegmentMin: ${unsorted} => ${after(1, 2, 2, 1)}
    UnsortedSegmentProd: ${unsorted} => ${after(4, 6, 6, 4)}
    TensorScatterMax: ${[tensor([3], [3, -1, 2]), i32([2, 1], [1, 2]), tensor([2], [0, 1])]}
      => ${tensor([3], [3, 0, 2])}
    TensorScatterMin: ${[tensor([3], [3, -1, 2]), i32([2, 1], [1, 2]), tensor([2], [0, 1])]}
      => ${tensor([3], [3, -1, 1])}
    SparseToDense: ${[[1, 3, 1], [4], tensor([3], [4, 5, 6]), tensor([], [7])]} => ${tensor([4], [7, 6, 7, 5])}
  `;
});

/** With a number of segments, ids beyond it are ignored, and empty segments are as in unsorted ops. */
const segmentGraphs = graphs`
  SegmentSum: ${sorted} => ${after(5, 5, 5, 5)}
  SegmentProd: ${sorted} => ${after(4, 6, 6, 4)}
  SegmentMax: ${sorted} => ${after(4, 3, 3, 4)}
  SegmentMin: ${sorted} => ${after(1, 2, 2, 1)}
  SegmentMean: ${[
    [1, 2, 4, -1, -2],
    [0, 0, 1, 3, 3],
  ]} => ${i32([4], [1, 4, 0, -1])}
  SegmentSum with a gap: ${acrossGap} => ${pairs(4, -6, 0, 0, 5, 6)}
  SegmentMean with a gap: ${acrossGap} => ${pairs(2, -3, 0, 0, 5, 6)}
  SegmentProd with a gap: ${acrossGap} => ${pairs(3, 8, 1, 1, 5, 6)}
  SegmentMax with a gap: ${acrossGap} => ${pairs(3, -2, 0, 0, 5, 6)}
  SegmentMin with a gap: ${acrossGap} => ${pairs(1, -4, 0, 0, 5, 6)}
  SegmentSumV2: ${[...acrossGap, 4]} => ${pairs(4, -6, 0, 0, 5, 6, 0, 0)}
  SegmentSumV2: ${[...acrossGap, 2]} => ${pairs(4, -6, 0, 0)}
  SegmentProdV2: ${[...acrossGap, 3]} => ${pairs(3, 8, 1, 1, 5, 6)}
  SegmentMaxV2: ${[...acrossGap, 3]} => ${pairs(3, -2, -LARGEST, -LARGEST, 5, 6)}
  SegmentMinV2: ${[...acrossGap, 1]} => ${pairs(1, -4)}
  SparseSegmentSum: ${[rowsOfC, [0, 2, 1], [0, 0, 1]]}
    => ${f32([2, 4], [6, 8, 10, 12, -1, -2, -3, -4])}
  SparseSegmentSum with a gap: ${[
    [2 ** 24 + 1, 2],
    [0, 1, 0],
    [0, 0, 2],
  ]}
    => ${i32([3], [2 ** 24 + 3, 0, 2 ** 24 + 1])}
  SparseSegmentSum of nothing: ${[table, [], []]} => ${f32([0, 2], [])}
  SparseSegmentMean with a gap: ${[rowsOfC, [0, 2, 1, 1], [0, 0, 2, 2]]}
    => ${f32([3, 4], [3, 4, 5, 6, 0, 0, 0, 0, -1, -2, -3, -4])}
  SparseSegmentSumWithNumSegments:
    ${[rowsOfC, [0, 1], [0, 0], 3]} => ${f32([3, 4], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])}
  SparseSegmentSumWithNumSegments:
    ${[rowsOfC, [0, 1], [0, 2], 4]}
    => ${f32([4, 4], [1, 2, 3, 4, 0, 0, 0, 0, -1, -2, -3, -4, 0, 0, 0, 0])}
  SparseSegmentMeanWithNumSegments:
    ${[rowsOfC, [0, 2, 1, 1], [0, 0, 2, 2], 3]}
    => ${f32([3, 4], [3, 4, 5, 6, 0, 0, 0, 0, -1, -2, -3, -4])}
  SparseSegmentSumWithNumSegments:
    ${[[2 ** 24 + 1, 2], [0, 1, 0], [0, 0, 1], 2]} => ${i32([2], [2 ** 24 + 3, 2 ** 24 + 1])}
  SparseSegmentSqrtNWithNumSegments: ${[...byRoots, 4]} => ${f32([4, 1], [5, 0, 3, 0])}
  SparseSegmentSqrtN: ${byRoots} => ${f32([3, 1], [5, 0, 3])}
  SparseSegmentSqrtN of nothing: ${[table, [], []]} => ${f32([0, 2], [])}
  SparseTensorDenseMatMul: ${[...sparse, pairs(1, 10, 2, 20, 3, 30)]} => ${pairs(2, 20, 11, 110)}
  SparseTensorDenseMatMul, a transposed:
    ${[...sparse, pairs(1, 10, 2, 20), a]} => ${pairs(4, 40, 1, 10, 6, 60)}
  SparseTensorDenseMatMul, b transposed:
    ${[...sparse, f32([1, 3], [1, 2, 3]), b]} => ${f32([2, 1], [2, 11])}
  SparseTensorDenseMatMul, a transposed, b transposed:
    ${[...sparse, pairs(1, 2), a, b]} => ${f32([3, 1], [4, 1, 6])}
`;

export const modelCases = [
  ...numbers,
  ...segmentGraphs,
  fedResource('ResourceGatherNd', table, i32([1, 1], [2]), pairs(5, 6)),
  ...graphs`
    TensorScatterAdd: ${[ones, places, nineToTwelve]} => ${f32([8], [1, 12, 1, 11, 10, 1, 1, 13])}
    ScatterNdNonAliasingAdd:
      ${[ones, places, nineToTwelve]} => ${f32([8], [1, 12, 1, 11, 10, 1, 1, 13])}
    TensorScatterSub: ${[ones, places, nineToTwelve]} => ${f32([8], [1, -10, 1, -9, -8, 1, 1, -11])}
    ResourceGather: ${[table, i32([2, 1], [2, 0])]} => ${f32([2, 1, 2], [5, 6, 1, 2])}
    ResourceGather in batches:
      ${[
        f32([2, 3], [1, 2, 3, 4, 5, 6]),
        i32([2, 2], [2, 0, 1, 1]),
        { batch_dims: 1, validate_indices: true },
      ]}
      => ${f32([2, 2], [3, 1, 5, 5])}
    ResourceGatherNd: ${[table, i32([2, 2], [2, 0, 0, 1])]} => ${f32([2], [5, 2])}
    TensorScatterUpdate:
      ${[f32([4], [1, 'Infinity', 3, 4]), i32([3, 1], [3, 0, 3]), f32([3], [5, 6, 7])]}
      => ${f32([4], [6, 'Infinity', 3, 7])}
    TensorScatterUpdate: ${[table, [1], pairs(7, 8)]} => ${pairs(1, 2, 7, 8, 5, 6)}
    ScatterNd: ${[i32([3, 1], [1, 2, 1]), table, [4, 2]]} => ${pairs(0, 0, 6, 8, 3, 4, 0, 0)}
    ScatterNd of int32:
      ${[i32([2, 1], [1, 1]), [2 ** 24 + 1, 2], [3]]} => ${i32([3], [0, 2 ** 24 + 3, 0])}
    ScatterNd of strings: ${[i32([1, 1], [1]), str([1], ['a']), [2]]} => ${str([2], ['', 'a'])}
    SparseToDense:
      ${[[1, 3, 1], [4], f32([3], [4, 5, 6]), f32([], ['Infinity'])]}
      => ${f32([4], ['Infinity', 6, 'Infinity', 5])}
    SparseToDense of a matrix:
      ${[i32([2, 2], [0, 1, 1, 0]), [2, 2], 7, -1]} => ${i32([2, 2], [-1, 7, 7, -1])}
    SparseToDense of strings:
      ${[[0, 2], [3], str([2], ['a', 'b']), str([], ['-'])]} => ${str([3], ['a', '-', 'b'])}
    GatherNd: ${[table, i32([2, 2], [2, 0, 0, 1])]} => ${f32([2], [5, 2])}
    Gather: ${[table, i32([2, 1], [2, 0])]} => ${f32([2, 1, 2], [5, 6, 1, 2])}
    GatherV2 of one row: ${[table, 2, 0]} => ${f32([2], [5, 6])}
    GatherV2 of large integers: ${[[1, 2 ** 30 + 1], [1], 0]} => ${i32([1], [2 ** 30 + 1])}
    GatherV2 by floats: ${[table, f32([2], [2, 0]), 0]} => ${pairs(5, 6, 1, 2)}
    GatherV2 in batches:
      ${[table, i32([3, 1], [0, 1, 0]), -1, { batch_dims: 1 }]} => ${f32([3, 1], [1, 4, 5])}
    GatherV2 after a batch and another dimension:
      ${[f32([2, 2, 2], [1, 2, 3, 4, 5, 6, 7, 8]), i32([2, 1], [0, 1]), 2, { batch_dims: -1 }]}
      => ${f32([2, 2, 1], [1, 3, 6, 8])}
    Unique: ${[[3, 1, 3, 2 ** 24 + 1, 1]]} => ${i32([3], [3, 1, 2 ** 24 + 1])}
    Unique of floats: ${[f32([4], [0.5, 'NaN', 'NaN', 0.5])]} => ${f32([2], [0.5, 'NaN'])}
    Unique of strings: ${[str([3], ['b', 'a', 'b'])]} => ${str([2], ['b', 'a'])}
    Unique of nothing: ${[i32([0], [])]} => ${i32([0], [])}
    UniqueV2: ${[[2, 2, 1], i32([0], [])]} => ${i32([2], [2, 1])}
    UniqueV2 of rows: ${[i32([3, 2], [1, 23, 12, 3, 1, 23]), [0]]} => ${i32([2, 2], [1, 23, 12, 3])}
    UniqueV2 of columns:
      ${[f32([2, 3], [1, 1, 1, 2, 3, 2]), [-1]]} => ${f32([2, 2], [1, 1, 2, 3])}
    GatherV2 of strings along another axis:
      ${[str([2, 2], ['a', 'b', 'c', 'd']), [1, 0, 1], 1]}
      => ${str([2, 3], ['b', 'a', 'b', 'd', 'c', 'd'])}
  `,
];

/** A table of ops' arguments that are rejected; titles are messages, which begin with the op. */
const rejectedGraphs = (texts: readonly string[], ...cells: Cell<Argument[]>[]): ModelErrorCase[] =>
  readRows(texts, cells).map(({ title, parts: [given] }) => {
    const { name, model, inputs } = graph(title, given, [table]);
    return { name, model, inputs, error: title };
  });

const oneTwo = f32([2], [1, 2]);

export const modelErrors = [
  ...rejectedGraphs`
    SegmentMax: segment_ids has the value 1 at [2], expected sorted ids of 0 or more, here at
    least 2.:
      ${[f32([3], [1, 2, 3]), [0, 2, 1]]}
    SegmentSum: segment_ids has the value -1 at [0]: ${[oneTwo, [-1, 0]]}
    SegmentMean: segment_ids has shape [1, 1], expected rank 1.:
      ${[f32([1, 1], [1]), i32([1, 1], [0])]}
    SegmentMean: x has dtype bool, expected 'float32' or 'int32'.: ${[bool([1], [1]), [0]]}
    SegmentSumV2: segment_ids has the value 0 at [1], expected sorted ids: ${[oneTwo, [1, 0], 2]}
    UnsortedSegmentJoin: the op is not supported: it joins strings: ${[oneTwo, [0, 1], 2]}
    SegmentSum: the last of segment_ids plus one is 1500000000, which needs 3000000000 values:
      ${[table, [0, 1, 1_499_999_999]]}
    UnsortedSegmentSum: num_segments is 2000000000, which needs 4000000000 values:
      ${[table, [0, 1, 2], 2_000_000_000]}
    SparseSegmentSqrtNWithNumSegments: num_segments is 2000000000, which needs 4000000000 values:
      ${[table, [0, 1], [0, 3], 2_000_000_000]}
    ScatterNd: shape is [2000000000, 2], which needs 4000000000 values (shape [2000000000, 2]):
      ${[i32([3, 1], [1, 2, 1]), table, [2_000_000_000, 2]]}
    SparseToDense: output_shape is [50000, 50000], which needs 2500000000 values:
      ${[i32([1, 2], [0, 1]), [50_000, 50_000], 7, -1]}
    UnsortedSegmentSum: segmentIds has the value 2 at [1]: ${[oneTwo, [0, 2], 2]}
    TensorScatterAdd: indices has the value 8 at [0, 0]: ${[ones, i32([1, 1], [8]), f32([1], [1])]}
    TensorScatterUpdate: indices has the value -1 at [0, 0]:
      ${[ones, i32([1, 1], [-1]), f32([1], [1])]}
    GatherNd: indices has the value 2 at [0, 1]: ${[table, i32([1, 2], [0, 2])]}
    GatherV2: indices has the value -1 at [0, 0]: ${[table, [-1], 0]}
    SparseSegmentSqrtN: indices has the value -1 at [1], expected an index in [0, 2]:
      ${[table, [0, -1], [0, 1]]}
    Unique: x has shape [], expected rank 1 or more: ${[1]}
    SparseSegmentSqrtN: segment_ids has the value 0 at [1], expected sorted ids:
      ${[table, [0, 1], [1, 0]]}
    SparseSegmentSumWithNumSegments: segment_ids has the value 0 at [1], expected sorted ids:
      ${[table, [0, 1], [1, 0], 3]}
    SparseSegmentSumWithNumSegments: segment_ids has the value 3 at [1], expected ids less than
    numSegments, 3:
      ${[table, [0, 1], [0, 3], 3]}
  `,
  ...['ResourceScatterAdd', 'ResourceScatterNdUpdate'].flatMap(
    (op) => rejectedGraphs`
      ${op}: the op is not supported: it changes a variable, and a frozen graph has none:
        ${[ones, places, nineToTwelve]}
    `,
  ),
  ...rejectedGraphs`
    SparseTensorDenseMatMul: ${[i32([1, 2], [0, -1]), f32([1], [1]), [2, 3], table]}
  `.map((graph) => ({
    ...graph,
    error: 'SparseTensorDenseMatMul: indices of a has the value -1 at [0, 1]',
  })),
];

const sums = f32([2], [0, 0]);

const ofLoop = {
  places: i32([2, 1], [0, 1]),
  values: f32([3], [1, 1, 1]),
  ids: i32([3], [0, 1, 0]),
  num_segments: i32([], [2]),
};

/** Adds the sums of segments in each round, so that intermediate results come and go. */
const body = nodesOf(
  {
    segments: 'UnsortedSegmentSum values ids num_segments',
    scattered: 'TensorScatterAdd sums places segments:output:0',
  },
  sums,
);

const loop: ModelCase = {
  name: 'a loop',
  inputs: { sums },
  expected: [f32([2], [12, 6])],
  model: loopOf({ inputs: { sums }, constants: ofLoop }, 6, body, [
    'sums',
    'scattered:output:0',
    sums,
  ]),
};

/** A graph that reads the input of an update again: x + TensorScatterUpdate(x, indices, updates). */
export const readAgain: ModelCase = (() => {
  const given = [f32([2], [1, 3.5]), i32([1, 1], [0]), f32([1], [2])];
  const { model, ...rest } = graph('TensorScatterUpdate, read again', given, [f32([2], [3, 7])]);
  const y = yOf(model);
  const sum = { ...y, op: 'AddV2', input: ['tensor', 'updated'] };
  return {
    ...rest,
    model: { ...model, node: [...model.node.slice(0, -1), { ...y, name: 'updated' }, sum] },
  };
})();

/** Graphs that only executeAsync can run. */
export const asyncModelCases: ModelCase[] = [
  ...modelCases.map((each) => ({ ...each, model: behindControlFlow(each.model) })),
  loop,
];
