/** Graphs with results whose size depends on computed values, as TensorFlow writes them. */
import type { TensorData } from '../../support/call.js';
import { bool, f32, i32 } from '../../support/values.js';
import {
  behindControlFlow,
  type ModelCase,
  modelOf,
  nodesOf,
  typeOf,
  type Written,
} from './graphs.js';

/** Placeholders, constants and other nodes by name; `y` is the output. */
interface Graph {
  inputs: Record<string, TensorData>;
  weights?: Record<string, TensorData>;
  nodes: Record<string, Written>;
}

const graph = (
  name: string,
  { inputs, weights = {}, nodes }: Graph,
  expected: TensorData,
): ModelCase => ({
  name,
  model: modelOf(inputs, weights, nodesOf(nodes, expected)),
  inputs,
  expected: [expected],
});

const x = f32([5, 2], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
const ids = i32([5], [0, 0, 1, 1, 2]);
const [zero, one] = [i32([], [0]), i32([], [1])];

/** tf.boolean_mask of x and of ids. */
const masked = {
  places: 'Where keep',
  kept_places: ['Squeeze places', { squeeze_dims: { list: { i: ['1'] } } }],
  kept: 'GatherV2 x kept_places zero',
  kept_ids: 'GatherV2 ids kept_places zero',
} satisfies Graph['nodes'];

const hasWhere = ({ model }: ModelCase): boolean => model.node.some(({ op }) => op === 'Where');

/** The first steps of tf.nn.embedding_lookup_sparse. The first and last rows look up the same ids. */
const lookup: Graph = {
  inputs: {
    indices: i32([5, 2], [0, 0, 0, 1, 1, 0, 3, 0, 3, 1]),
    ids: i32([5], [4, 1, 3, 1, 4]),
    of_ids: f32([5], [1, 2, 3, 4, 5]),
  },
  weights: {
    table: x,
    zero,
    begin: i32([2], [0, 0]),
    end: i32([2], [0, 1]),
    strides: i32([2], [1, 1]),
    column: i32([2], [-1, 1]),
  },
  nodes: {
    rows: [
      'StridedSlice indices begin end strides',
      { begin_mask: { i: '1' }, end_mask: { i: '1' }, shrink_axis_mask: { i: '2' } },
    ],
    unique: ['Unique ids', { out_idx: { type: 'DT_INT32' } }],
    embeddings: 'GatherV2 table unique zero',
  },
};

const lookedUp = (name: string, nodes: Graph['nodes'], expected: TensorData) => {
  const { of_ids, ...inputs } = lookup.inputs;
  const isWeighted = JSON.stringify(nodes).includes('of_ids');
  return graph(
    `embedding_lookup_sparse, ${name}`,
    {
      ...lookup,
      inputs: isWeighted ? { ...inputs, of_ids } : inputs,
      nodes: { ...lookup.nodes, ...nodes },
    },
    expected,
  );
};

const graphs: ModelCase[] = [
  ...(
    [
      ['SegmentSum kept', [1, 2, 12, 14, 9, 10]],
      ['SegmentMax kept', [1, 2, 7, 8, 9, 10]],
      ['SparseSegmentMean x kept_places', [1, 2, 6, 7, 9, 10]],
    ] as const
  ).map(([op, expected]) =>
    graph(
      `boolean_mask, then ${op}`,
      {
        inputs: { x, ids, keep: bool([5], [1, 0, 1, 1, 1]) },
        weights: { zero },
        nodes: { ...masked, y: `${op} kept_ids` },
      },
      f32([3, 2], [...expected]),
    ),
  ),
  ...['UnsortedSegmentSum', 'SegmentSumV2'].map((op) =>
    graph(
      `num_segments = reduce_max(ids) + 1, ${op}`,
      {
        inputs: { x, ids },
        weights: { zero, one },
        nodes: {
          highest: ['Max ids zero', { T: typeOf(ids) }],
          count: ['AddV2 highest one', { T: typeOf(ids) }],
          y: `${op} x ids count`,
        },
      },
      f32([3, 2], [4, 6, 12, 14, 9, 10]),
    ),
  ),
  graph(
    'ScatterNd into a computed shape',
    {
      inputs: { updates: f32([2], [5, 7]), places: i32([2, 1], [2, 0]) },
      weights: { one, axes: i32([2], [0, 1]), single: i32([1], [1]) },
      nodes: {
        highest: ['Max places axes', { T: typeOf(ids) }],
        count: ['AddV2 highest one', { T: typeOf(ids) }],
        shape: ['Reshape count single', { T: typeOf(ids) }],
        y: 'ScatterNd places updates shape',
      },
    },
    f32([3], [7, 0, 5]),
  ),
  ...[
    ['Sum', [12, 14, 7, 8, 0, 0, 12, 14]] as const,
    ['Mean', [6, 7, 7, 8, 0, 0, 6, 7]] as const,
    [
      'SqrtN',
      [12 * Math.SQRT1_2, 14 * Math.SQRT1_2, 7, 8, 0, 0, 12 * Math.SQRT1_2, 14 * Math.SQRT1_2],
    ] as const,
  ].map(([name, expected]) =>
    lookedUp(
      name,
      { y: `SparseSegment${name} embeddings unique:1 rows` },
      f32([4, 2], [...expected]),
    ),
  ),
  lookedUp(
    'weighted',
    {
      repeated: 'GatherV2 embeddings unique:1 zero',
      factors: 'Reshape of_ids column',
      products: 'Mul repeated factors',
      y: 'SegmentSum products rows',
    },
    f32([4, 2], [15, 18, 21, 24, 0, 0, 57, 66]),
  ),
];

/** Ids that a GPU computes but nobody reads, because the number of segments is given. */
export const unreadGraphs: ModelCase[] = [
  ['SegmentSumV2 x computed four', [0, 0, 4, 6, 12, 14, 9, 10]] as const,
  ['SegmentProdV2 x computed four', [1, 1, 3, 8, 35, 48, 9, 10]] as const,
  ['SparseSegmentSumWithNumSegments x ids computed four', [0, 0, 2, 4, 6, 8, 5, 6]] as const,
].map(([y, expected]) =>
  graph(
    `computed ids, ${y.split(' ')[0]}`,
    {
      inputs: { x, ids },
      weights: { one, four: i32([], [4]) },
      nodes: { computed: ['AddV2 ids one', { T: typeOf(ids) }], y },
    },
    f32([4, 2], [...expected]),
  ),
);

/** Graphs that tfjs' execute accepts. */
export const dynamicGraphs = graphs.filter((each) => !hasWhere(each));

/** For executeAsync, which warns about graphs that execute accepts. */
export const asyncDynamicGraphs = graphs.map((each) =>
  hasWhere(each) ? each : { ...each, model: behindControlFlow(each.model) },
);
