/** Fused products as literal cases: examples of other libraries, and calls that are easy to get wrong. */
import type { InputData, JsonNumber, SparseCall } from '../../support/call.js';
import {
  type Cell,
  readCalls,
  rejected,
  type ResultOf,
  resultTable,
} from '../../support/read_table.js';
import { f32, given, type Given, i32 } from '../../support/values.js';

export type SparseCase = ResultOf<SparseCall>;

type Options = SparseCall['options'];

/** Values alone are a vector: of floats, or of int32 indices. */
const segment = (
  op: string,
  x: Given,
  sources: Given,
  targets: Given,
  numSegments: number,
  { weights, ...options }: Options & { weights?: Given } = {},
): SparseCall => ({
  kind: 'sparse',
  op: `gatherSegment${op}` as SparseCall['op'],
  inputs: {
    x: given(x, 'float32'),
    sources: given(sources, 'int32'),
    targets: given(targets, 'int32'),
    ...(weights && { weights: given(weights, 'float32') }),
  },
  numSegments,
  options,
});

const pairs = (indices: Given) => given(indices, 'int32', (size) => [size / 2, 2]);

const matMul = (
  indices: Given,
  values: Given,
  denseShape: number[],
  b: InputData,
  options?: Options,
): SparseCall => ({
  kind: 'sparse',
  op: 'sparseDenseMatMul',
  inputs: { indices: pairs(indices), values: given(values, 'float32'), b },
  denseShape,
  options,
});

const sampled = (indices: Given, a: InputData, b: InputData, options?: Options): SparseCall => ({
  kind: 'sparse',
  op: 'sampledDenseMatMul',
  inputs: { indices: pairs(indices), a, b },
  options,
});

/** Values alone are the result of a segment op, of the dtype of x. */
const cases = resultTable(({ inputs: { x }, numSegments = 0 }: SparseCall, expected) =>
  given(expected, x?.dtype ?? 'float32', () => [numSegments, ...(x?.shape.slice(1) ?? [])]),
);

/** The example in scipy.sparse.csr_array: [[1, 0, 2], [0, 0, 3], [4, 5, 6]]. */
const csr = [
  i32([6, 2], [0, 0, 0, 2, 1, 2, 2, 0, 2, 1, 2, 2]),
  f32([6], [1, 2, 3, 4, 5, 6]),
] as const;

/** Node 0 has two edges, node 1 one, node 2 none; the last edge is dropped. */
const x = f32([3, 2], [1, 2, 3, 4, 5, 6]);
const sources = i32([4], [0, -1, 1, 0]);
const targets = i32([4], [0, 0, 1, -1]);
const weights = f32([4], [2, 10, 1, 7]);
const LOWEST = -(2 - 2 ** -23) * 2 ** 127;
const none = i32([0], []);

/** Two examples, of three nodes with one value, and their edges. */
const nodes = f32([2, 3, 1], [1, 2, 6, 10, 20, 60]);
const [from, to] = [i32([2, 3], [0, 2, 1, 0, -1, 1]), i32([2, 3], [1, 0, 1, 0, 0, -1])];
const batched = { batchDims: 1 };
/** The edges of the first example, for both. */
const shared: [Given, Given] = [
  [0, 2, 1],
  [1, 0, 1],
];
/** For two examples, two rows each; and one row. */
const [rowPairs, oneRow] = [
  f32([2, 2, 2], [1, 2, 3, 4, 5, 6, 7, 8]),
  f32([2, 1, 2], [1, 1, 10, 100]),
];

export const sparseCases = cases`
  sums: ${segment('Sum', x, sources, targets, 3)} => ${[6, 8, 3, 4, 0, 0]}
  weighted sums: ${segment('Sum', x, sources, targets, 3, { weights })} => ${[52, 64, 3, 4, 0, 0]}
  means divide by the number of edges, not the sum of weights:
    ${segment('Mean', x, sources, targets, 3, { weights })} => ${[26, 32, 3, 4, 0, 0]}
  by roots: ${segment('SqrtN', x, [0, 0, 1, 1], [1, 1, 1, 1], 2)} => ${[0, 0, 4, 6]}
  maxima: ${segment('Max', x, sources, targets, 3)} => ${[5, 6, 3, 4, LOWEST, LOWEST]}
  minima: ${segment('Min', x, sources, targets, 3, { empty: 0 })} => ${[1, 2, 3, 4, 0, 0]}
  NaN wins: ${segment('Max', [1, 'NaN'], [0, 1], [0, 0], 1)} => ${['NaN']}
  integers:
    ${segment('Sum', i32([2, 1], [16777217, 3]), [0, 1, 1], [1, 0, 0], 2)} => ${[6, 16777217]}
  means of integers are rounded down:
    ${segment('Mean', i32([2], [-1, -2]), [0, 1], [0, 0], 1)} => ${[-2]}
  heads:
    ${segment('Sum', f32([2, 2, 2], [1, 2, 3, 4, 5, 6, 7, 8]), [0, 1], [0, 0], 1, {
      weights: f32([2, 2], [1, 10, 100, 1000]),
    })}
    => ${[501, 602, 7030, 8040]}
  rows of one value, and of several dimensions:
    ${segment('Sum', f32([2, 1, 3], [1, 2, 3, 4, 5, 6]), [1], [0], 1)} => ${[4, 5, 6]}
  a weight of 0 turns Infinity into NaN:
    ${segment('Sum', ['Infinity'], [0], [0], 1, { weights: f32([1], [0]) })} => ${['NaN']}
  no edges: ${segment('Sum', x, none, none, 2)} => ${[0, 0, 0, 0]}
  no segments: ${segment('Sum', x, [0], [-1], 0)} => ${[]}
  no rows: ${segment('Sum', f32([0, 2], []), [3], [0], 1, { outOfBounds: 'drop' })} => ${[0, 0]}
  no features: ${segment('Mean', f32([2, 0], []), [0], [0], 2)} => ${[]}
  a source out of bounds reads zeros, a target drops its edge:
    ${segment('Max', x, [3, -4, 0], [0, 1, 9], 2, { outOfBounds: 'drop' })} => ${[0, 0, 0, 0]}
  negative sources as padding:
    ${segment('Sum', x, [-1, 0, 1], [0, 0, 1], 2, { outOfBounds: 'drop', wrapNegatives: false })}
    => ${[1, 2, 3, 4]}
  TensorFlow's example of sparse_segment_sum, the same row twice:
    ${segment(
      'Sum',
      i32([3, 4], [1, 2, 3, 4, -1, -2, -3, -4, 5, 6, 7, 8]),
      [0, 1, 2],
      [0, 0, 1],
      2,
    )}
    => ${[0, 0, 0, 0, 5, 6, 7, 8]}
  SciPy's example of a product with a vector:
    ${matMul([0, 0, 0, 1, 1, 2, 2, 0, 2, 2], [1, 2, 3, 4, 5], [3, 3], f32([3, 1], [1, 0, -1]))}
    => ${f32([3, 1], [1, -3, -1])}
  a product with a vector:
    ${matMul([0, 0, 0, 1, 1, 2, 2, 0, 2, 2], [1, 2, 3, 4, 5], [3, 3], f32([3], [1, 0, -1]))}
    => ${f32([3], [1, -3, -1])}
  the transpose times a vector: ${matMul(...csr, [3, 3], f32([3], [1, 10, 100]), { adjointA: true })}
    => ${f32([3], [401, 500, 632])}
  SciPy's csr_array:
    ${matMul(...csr, [3, 3], f32([3, 2], [1, 10, 2, 20, 3, 30]))}
    => ${f32([3, 2], [7, 70, 9, 90, 32, 320])}
  transposed:
    ${matMul(...csr, [3, 3], f32([2, 3], [1, 2, 3, 10, 20, 30]), {
      adjointA: true,
      adjointB: true,
    })}
    => ${f32([3, 2], [13, 130, 15, 150, 26, 260])}
  duplicates in any order add up:
    ${matMul([1, 0, 0, 1, 1, 0], [2, 3, 5], [2, 2], f32([2, 1], [1, 10]))}
    => ${f32([2, 1], [30, 7])}
  an empty matrix: ${matMul([], [], [2, 3], f32([3, 1], [1, 2, 3]))} => ${f32([2, 1], [0, 0])}
  dots:
    ${sampled([0, 1, 1, 1, 0, 0], f32([2, 2], [1, 2, 3, 4]), f32([2, 2], [5, 6, 7, 8]))}
    => ${f32([3], [23, 53, 17])}
  dot products of five and six features:
    ${sampled([0, 0], f32([1, 6], [1, 2, 3, 4, 5, 6]), f32([1, 6], [6, 5, 4, 3, 2, 1]))}
    => ${f32([1], [56])}
  dots of heads:
    ${sampled(
      [0, 0, 0, 1],
      f32([1, 2, 2], [1, 2, 3, 4]),
      f32([2, 2, 2], [1, 1, 1, 1, 10, 20, 30, 40]),
    )}
    => ${f32([2, 2], [3, 7, 50, 250])}
  dot products without features:
    ${sampled([0, 0, 0, 0], f32([1, 0], []), f32([1, 0], []))} => ${f32([2], [0, 0])}
  each example has edges:
    ${segment('Sum', nodes, from, to, 2, batched)} => ${f32([2, 2, 1], [6, 3, 70, 0])}
  weights of each edge:
    ${segment('Sum', nodes, from, to, 2, { ...batched, weights: f32([2, 3], [10, 1, 2, 3, 0.5, 7]) })}
    => ${f32([2, 2, 1], [6, 14, 60, 0])}
  the examples have edges but share weights:
    ${segment('Sum', nodes, from, to, 2, { ...batched, weights: f32([3], [10, 1, 2]) })}
    => ${f32([2, 2, 1], [6, 14, 160, 0])}
  the examples share edges and weights:
    ${segment('Sum', nodes, ...shared, 2, { ...batched, weights: f32([3], [10, 1, 2]) })}
    => ${f32([2, 2, 1], [6, 14, 60, 140])}
  the examples share edges, not weights:
    ${segment('Mean', nodes, ...shared, 3, { ...batched, weights: f32([2, 3], [10, 1, 2, 1, 2, 3]) })}
    => ${f32([2, 3, 1], [6, 7, 0, 120, 35, 0])}
  heads of examples that share edges:
    ${segment('Sum', f32([2, 1, 2, 2], [1, 2, 3, 4, 5, 6, 7, 8]), [0, 0], [0, 0], 1, {
      ...batched,
      weights: f32([2, 2, 2], [1, 10, 1, 100, 2, 20, 3, 30]),
    })}
    => ${f32([2, 1, 2, 2], [2, 4, 330, 440, 25, 30, 350, 400])}
  maxima of a batch of two dimensions:
    ${segment('Max', f32([2, 1, 3], [1, 2, 6, 10, 20, 60]), ...shared, 3, { batchDims: 2, empty: 0 })}
    => ${f32([2, 1, 3], [6, 2, 0, 60, 20, 0])}
  exact int32 of examples that share edges:
    ${segment('Sum', i32([2, 2], [16777217, 1, 3, 16777219]), [0, 1], [1, 0], 2, batched)}
    => ${i32([2, 2], [1, 16777217, 16777219, 3])}
  sources out of bounds in a batch:
    ${segment('Sum', nodes, [3, 0, -4], [0, 0, 1], 2, { ...batched, outOfBounds: 'drop' })}
    => ${f32([2, 2, 1], [1, 0, 10, 0])}
  no examples: ${segment('Sum', f32([0, 2, 3], []), [0], [0], 1, batched)} => ${f32([0, 1, 3], [])}
  no examples with weights:
    ${segment('Sum', f32([0, 2, 3], []), [0], [0], 1, { ...batched, weights: f32([0, 1], []) })}
    => ${f32([0, 1, 3], [])}
  examples without nodes: ${segment('Mean', f32([2, 0, 3], []), none, none, 1, batched)}
    => ${f32([2, 1, 3], [0, 0, 0, 0, 0, 0])}
  dots of examples:
    ${sampled(i32([2, 2, 2], [0, 0, 1, 0, 1, 0, 0, 0]), rowPairs, oneRow, batched)}
    => ${f32([2, 2], [3, 7, 870, 650])}
  dots of examples that share pairs:
    ${sampled([0, 0, 1, 0], rowPairs, oneRow, batched)} => ${f32([2, 2], [3, 7, 650, 870])}
  dots of heads, of examples that share pairs:
    ${sampled(
      [1, 0],
      f32([2, 2, 2, 1], [1, 2, 3, 4, 5, 6, 7, 8]),
      f32([2, 1, 2, 1], [1, 1, 10, 100]),
      batched,
    )}
    => ${f32([2, 1, 2], [3, 4, 70, 800])}
  dots of no examples:
    ${sampled([0, 0], f32([0, 1, 2], []), f32([0, 1, 2], []), batched)} => ${f32([0, 1], [])}
  no dots: ${sampled([], f32([1, 1], [1]), f32([1, 1], [1]))} => ${[]}
`;

type Values = JsonNumber[];

/** dy with the gradients, or directions v with the derivatives of <v, gradients>. Values are flat. */
interface Numbers {
  v?: Omit<Numbers, 'dy'>;
  dy: Values;
  x: Values;
  weights?: Values;
}

const gradients = (texts: readonly string[], ...cells: Cell<SparseCall | Numbers>[]) =>
  readCalls<SparseCall, Numbers>(texts, cells).map(([name, use, first, second]) => {
    const { x, weights } = use.inputs;
    const [ofX, ofWeights] = [x?.shape ?? [], weights?.shape ?? []];
    const both = (numbers?: Omit<Numbers, 'dy'>) => ({
      data: f32(ofX, numbers?.x ?? []),
      ...(numbers?.weights && { updates: f32(ofWeights, numbers.weights) }),
    });
    const ofResult = (values: Values) => f32([use.numSegments ?? 0, ...ofX.slice(1)], values);
    return {
      name,
      use,
      dy: ofResult(first.dy),
      gradients: both(first),
      directions: both(second.v),
      derivatives: { dy: ofResult(second.dy), ...both(second) },
    };
  });

/**
 * Edges 3 and 4 have no segment, edge 5 reads no row, edge 6 has neither. Only edge 4 reads the last row. Segment 0
 * has one edge, 1 has two, 2 has one.
 */
const padded = (
  op: string,
  ofEdges: Values | null = [1, 2, 3, 'Infinity', 'NaN', '-Infinity', 'NaN'],
) =>
  segment(
    op,
    f32([4, 2], [1, 2, 3, 4, 5, 6, 'NaN', 'Infinity']),
    [0, 1, 2, 0, 3, 9, -9],
    [1, 2, 1, -1, 7, 0, -9],
    3,
    { outOfBounds: 'drop', ...(ofEdges && { weights: f32([7], ofEdges) }) },
  );

/** The same edges for two heads, of one value each. */
const paddedHeads: SparseCall = (() => {
  const { inputs, ...call } = padded('Sum');
  const { x = f32([0], []), weights = f32([0], []) } = inputs;
  const twice = weights.values.flatMap((weight) => [weight, weight]) as Values;
  const heads = { x: { ...x, shape: [4, 2, 1] }, weights: f32([7, 2], twice) };
  return { ...call, inputs: { ...inputs, ...heads } };
})();

const noGradient: Values = [0, 0, 0, 0];
/** No result depends on segment 0. */
const spoilt: Values = ['Infinity', 'NaN'];
const { SQRT2, SQRT1_2 } = Math;
const ofRows: Values = [1, 1, 20, 40, 3, 3, 0, 0];
const ofWeights: Values = [3, 110, 11, ...noGradient];
const v = {
  x: [1, 0, 0, 1, 1, 1, 'NaN', 'NaN'],
  weights: [1, 2, 1, 'Infinity', 'NaN', '-Infinity', 'NaN'],
};
const again = { x: [1, 1, 20, 40, 1, 1, 0, 0], weights: [1, 20, 2, ...noGradient] };

export const droppedEdges = cases`
  Sum: ${padded('Sum')} => ${[0, 0, 16, 20, 6, 8]}
  Mean: ${padded('Mean')} => ${[0, 0, 8, 10, 6, 8]}
  SqrtN: ${padded('SqrtN')} => ${[0, 0, 16 * SQRT1_2, 20 * SQRT1_2, 6, 8]}
  Max: ${padded('Max', null)} => ${[0, 0, 5, 6, 3, 4]}
  Min: ${padded('Min', null)} => ${[0, 0, 1, 2, 3, 4]}
  Sum of heads: ${paddedHeads} => ${[0, 0, 16, 20, 6, 8]}
  Mean counts an edge without a row:
    ${segment('Mean', [4], [0, 9], [0, 0], 1, {
      outOfBounds: 'drop',
      weights: f32([2], [1, 'Infinity']),
    })}
    => ${[2]}
`;

export const droppedEdgeGradients = gradients`
  Sum: ${padded('Sum')}
    => ${{ dy: [...spoilt, 1, 1, 10, 20], x: ofRows, weights: ofWeights }}
    => ${{ v, dy: [0, 0, 10, 11, 6, 10], ...again }}
  Mean: ${padded('Mean')}
    => ${{ dy: [...spoilt, 2, 2, 10, 20], x: ofRows, weights: ofWeights }}
    => ${{ v, dy: [0, 0, 5, 5.5, 6, 10], ...again }}
  Mean of rows without features: ${segment('Mean', f32([2, 0], []), [0, 1], [0, 0], 2)}
    => ${{ dy: [], x: [] }}
    => ${{ v: { x: [] }, dy: [], x: [] }}
  SqrtN: ${padded('SqrtN')}
    => ${{ dy: [...spoilt, SQRT2, SQRT2, 10, 20], x: ofRows, weights: ofWeights }}
    => ${{ v, dy: [0, 0, 10 * SQRT1_2, 11 * SQRT1_2, 6, 10], ...again }}
  Max: ${padded('Max', null)}
    => ${{ dy: [...spoilt, 1, 2, 10, 20], x: [0, 0, 10, 20, 1, 2, 0, 0] }}
    => ${{ v: { x: [1, 2, 3, 4, 5, 6, 'NaN', 7] }, dy: [0, 0, 5, 6, 3, 4], x: noGradient.concat(noGradient) }}
  Min: ${padded('Min', null)}
    => ${{ dy: [...spoilt, 1, 2, 10, 20], x: [1, 2, 10, 20, 0, 0, 0, 0] }}
    => ${{ v: { x: [1, 2, 3, 4, 5, 6, 'NaN', 7] }, dy: [0, 0, 1, 2, 3, 4], x: noGradient.concat(noGradient) }}
  Sum of heads: ${paddedHeads}
    => ${{
      dy: [...spoilt, 1, 1, 10, 20],
      x: ofRows,
      weights: [1, 2, 30, 80, 5, 6, ...noGradient, ...noGradient],
    }}
    => ${{
      v: { x: v.x, weights: v.weights.flatMap((each) => [each, each]) },
      dy: [0, 0, 10, 11, 6, 10],
      x: again.x,
      weights: [1, 0, 0, 20, 1, 1, ...noGradient, ...noGradient],
    }}
`;

const one = i32([1], [0]);
const pair = i32([1, 2], [0, 0]);
const value = f32([1], [1]);
const square = f32([1, 1], [1]);

export const sparseErrors = rejected`
  sources has shape [2, 2, 1] ... for each edge, [2, 'edges'], or ['edges'] for the whole batch:
    ${segment('Sum', f32([2, 3], [1, 2, 3, 4, 5, 6]), i32([2, 2, 1], [0, 0, 0, 0]), one, 1, batched)}
  sources has shape [3, 1] ... one index for each edge, [2, 'edges']:
    ${segment('Sum', nodes, i32([3, 1], [0, 0, 0]), one, 1, batched)}
  targets has shape [2, 3], expected [3], the shape of sources:
    ${segment('Sum', nodes, [0, 0, 0], to, 1, batched)}
  weights has shape [3, 3], expected [3] or [2, 3] or [2, 3, 1]:
    ${segment('Sum', nodes, from, to, 2, { ...batched, weights: f32([3, 3], [1, 1, 1, 1, 1, 1, 1, 1, 1]) })}
  x has shape [3], expected rows ... rank 2 or more:
    ${segment('Max', f32([3], [1, 2, 3]), one, one, 1, batched)}
  batchDims is NaN, expected a nonnegative integer:
    ${segment('Sum', nodes, one, one, 1, { batchDims: NaN })}
  sources has the value 3 at [1, 0] ... [-3, 2] ... x has 3 rows:
    ${segment('Sum', nodes, i32([2, 1], [0, 3]), i32([2, 1], [0, 0]), 1, batched)}
  a has shape [1, 1], expected [...batch, rows, features] or [...batch, rows, heads, features]:
    ${sampled(pair, square, square, batched)}
  b has shape [1, 1, 2], expected [2, 'rows', 2]: ${sampled(pair, rowPairs, f32([1, 1, 2], [1, 2]), batched)}
  indices has shape [1, 1, 2], expected pairs ... [2, 'nnz', 2], or [nnz, 2]:
    ${sampled(i32([1, 1, 2], [0, 0]), rowPairs, oneRow, batched)}
  indices has the value 2 at [1, 0, 0] ... a has 2 rows:
    ${sampled(i32([2, 1, 2], [0, 0, 2, 0]), rowPairs, oneRow, batched)}
  there is no option 'outOfBounds', expected 'batchDims':
    ${sampled(pair, square, square, { outOfBounds: 'drop' })}
  x has shape [] ... rank 1 or more: ${segment('Sum', f32([], [1]), one, one, 1)}
  x has dtype bool ... 'float32' or 'int32':
    ${segment('Sum', { dtype: 'bool', shape: [1], values: [true] }, one, one, 1)}
  x has dtype int32: ${segment('SqrtN', i32([1], [1]), one, one, 1)}
  sources has shape [1, 1] ... one index for each edge:
    ${segment('Sum', x, i32([1, 1], [0]), one, 1)}
  sources has dtype float32, expected int32: ${segment('Sum', x, value, one, 1)}
  targets has dtype float32, expected int32: ${segment('Sum', x, one, value, 1)}
  targets has shape [2] ... expected [1]: ${segment('Sum', x, one, [0, 0], 1)}
  sources has the value 3 at [1] ... [-3, 2] ... x has 3 rows:
    ${segment('Sum', x, [0, 3], [0, 0], 1)}
  targets has the value 2 at [0] ... numSegments, 2: ${segment('Sum', x, one, [2], 2)}
  weights has shape [2] ... expected [1] or [1, 2]:
    ${segment('Sum', x, one, one, 1, { weights: f32([2], [1, 1]) })}
  weights has dtype int32, expected float32: ${segment('Sum', x, one, one, 1, { weights: one })}
  weights has shape [1, 1] ... expected [1]::
    ${segment('Sum', value, one, one, 1, { weights: square })}
  x has dtype int32 ... weights: ${segment('Sum', i32([1], [1]), one, one, 1, { weights: value })}
  no option 'weights' ... 'empty', 'batchDims', 'wrapNegatives' or 'outOfBounds':
    ${segment('Max', x, one, one, 1, { weights: value })}
  numSegments is -1: ${segment('Sum', x, one, one, -1)}
  numSegments is 1099511627776, which needs 2199023255552 values (shape [1099511627776, 2]):
    ${segment('Sum', f32([1, 2], [1, 2]), one, one, 2 ** 40)}
  denseShape of a is [1099511627776, 1], which needs 1099511627776 values:
    ${matMul(pair, value, [2 ** 40, 1], square)}
  indices of a has shape [2] ... pairs: ${matMul(i32([2], [0, 0]), value, [1, 1], square)}
  values of a has shape [2] ... expected [1]: ${matMul(pair, [1, 1], [1, 1], square)}
  values of a has dtype int32: ${matMul(pair, one, [1, 1], square)}
  denseShape of a is [1, 1, 1]: ${matMul(pair, value, [1, 1, 1], square)}
  b has shape [1, 1, 1] ... rank 2 or 1: ${matMul(pair, value, [1, 1], f32([1, 1, 1], [1]))}
  b has shape [1] ... expected 2 values ... [1, 2]: ${matMul(pair, value, [1, 2], value)}
  adjointB is true, expected false ... vector: ${matMul(pair, value, [1, 1], value, { adjointB: true })}
  b has shape [1, 1] ... expected 2 rows ... [1, 2]: ${matMul(pair, value, [1, 2], square)}
  indices of a has the value 1 at [0, 0] ... a has 1 rows: ${matMul([1, 0], value, [1, 1], square)}
  indices of a has the value -1 at [0, 1] ... columns: ${matMul([0, -1], value, [1, 1], square)}
  adjointA is 1 ... true or false: ${matMul(pair, value, [1, 1], square, { adjointA: 1 as never })}
  a has shape [1]: ${sampled(pair, value, value)}
  b has shape [1, 2]: ${sampled(pair, square, f32([1, 2], [1, 2]))}
  indices has the value 1 at [0, 1] ... b has 1 rows: ${sampled([0, 1], square, square)}
`;
