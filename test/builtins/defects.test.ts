/**
 * Cases that tfjs' own kernels get wrong or handle differently. With acceleration, results are as
 * tfjs documents them.
 */
import { describeOnEachBackendOnce } from '../support/drivers.js';
import type { Driver } from '../support/driver.js';
import type { TensorData } from '../support/call.js';
import { canHold } from '../support/precision.js';
import { bool, f32, i32, str } from '../support/values.js';
import type { BuiltinCall } from './call.js';

interface Case extends Pick<BuiltinCall, 'op' | 'inputs' | 'options'> {
  title: string;
  /** The backends that it applies to; by default, those where all of these kernels are replaced. */
  on?: Driver['backend'][];
  expected: TensorData | RegExp;
}

const GPUS: Driver['backend'][] = ['webgl', 'webgpu'];
const EVERYWHERE: Driver['backend'][] = ['cpu', 'webgl', 'webgpu', 'wasm'];

const CASES: Case[] = [
  {
    title: 'gatherND: a tuple out of bounds gives zeros',
    op: 'gatherND',
    on: ['wasm', 'webgpu'],
    inputs: { x: f32([2, 3], [1, 2, 3, 4, 5, 6]), indices: i32([4, 2], [0, 5, -1, 0, 1, 2, 2, 0]) },
    options: {},
    expected: f32([4], [0, 0, 6, 0]),
  },
  {
    title: 'gatherND: string',
    op: 'gatherND',
    on: ['wasm'],
    inputs: { x: str([3], ['a', 'b', 'c']), indices: i32([2, 1], [2, 0]) },
    options: {},
    expected: str([2], ['c', 'a']),
  },
  {
    title: 'gather: an index out of bounds is an error',
    op: 'gather',
    on: ['wasm'],
    inputs: { x: f32([2], [1, 2]), indices: i32([1], [-1]) },
    options: {},
    expected:
      /^Error: tf.gather: indices has the value -1 at \[0, 0\], .* expected an index in \[0, 1\]\.$/,
  },
  {
    title: 'tensorScatterUpdate: the last of several updates wins, and the input stays',
    op: 'tensorScatterUpdate',
    on: EVERYWHERE,
    inputs: {
      tensor: f32([3], [1, 2, 3]),
      indices: i32([3, 1], [1, 0, 1]),
      updates: f32([3], [4, 5, 6]),
    },
    options: {},
    expected: f32([3], [5, 6, 3]),
  },
  {
    title: 'tensorScatterUpdate: non-finite values stay where nothing lands',
    op: 'tensorScatterUpdate',
    on: EVERYWHERE,
    inputs: {
      tensor: f32([2, 2], ['Infinity', '-Infinity', 'NaN', 4]),
      indices: i32([1], [1]),
      updates: f32([1, 2], [5, 6]),
    },
    options: {},
    expected: f32([2, 2], ['Infinity', '-Infinity', 5, 6]),
  },
  {
    title: 'tensorScatterUpdate: an index out of bounds is an error on cpu and wasm',
    op: 'tensorScatterUpdate',
    on: ['cpu', 'wasm'],
    inputs: { tensor: f32([2], [1, 2]), indices: i32([1, 1], [-1]), updates: f32([1], [9]) },
    options: {},
    expected:
      /^Error: tf.tensorScatterUpdate: indices has the value -1 at \[0, 0\], .* expected an index in \[0, 1\]\.$/,
  },
  {
    title: 'tensorScatterUpdate: an index out of bounds is ignored on a GPU',
    op: 'tensorScatterUpdate',
    on: ['webgl', 'webgpu'],
    inputs: {
      tensor: f32([2, 3], [1, 2, 3, 4, 5, 6]),
      indices: i32([3, 2], [-1, 0, 0, 5, 2, 0]),
      updates: f32([3], [7, 8, 9]),
    },
    options: {},
    expected: f32([2, 3], [1, 2, 3, 4, 5, 6]),
  },
  {
    title: 'tensorScatterUpdate: bool',
    op: 'tensorScatterUpdate',
    on: EVERYWHERE,
    inputs: { tensor: bool([3], [1, 0, 1]), indices: i32([2], [0, 1]), updates: bool([2], [0, 1]) },
    options: {},
    expected: bool([3], [0, 1, 1]),
  },
  {
    title: 'scatterND: an odd number of updates leaves row 0 alone',
    op: 'scatterND',
    inputs: { indices: i32([3, 1], [1, 2, 1]), updates: f32([3, 2], [1, 2, 3, 4, 5, 6]) },
    options: { shape: [4, 2] },
    expected: f32([4, 2], [0, 0, 6, 8, 3, 4, 0, 0]),
  },
  {
    title: 'scatterND: no updates give zeros',
    op: 'scatterND',
    inputs: { indices: i32([0, 1], []), updates: f32([0, 2], []) },
    options: { shape: [2, 2] },
    expected: f32([2, 2], [0, 0, 0, 0]),
  },
  {
    title: 'scatterND: an empty result has the dtype of the updates',
    op: 'scatterND',
    inputs: { indices: i32([1, 1], [0]), updates: f32([1, 0], []) },
    options: { shape: [2, 0] },
    expected: f32([2, 0], []),
  },
  {
    title: 'scatterND: indices of rank 1 are a column, and out-of-bounds indices are ignored',
    op: 'scatterND',
    inputs: { indices: i32([4], [3, -1, 4, 3]), updates: i32([4], [1, 2, 3, 4]) },
    options: { shape: [4] },
    expected: i32([4], [0, 0, 0, 5]),
  },
  {
    title: 'sparseToDense: repeated indices are summed, without the default value',
    op: 'sparseToDense',
    inputs: {
      sparseIndices: i32([3], [1, 3, 1]),
      sparseValues: f32([3], [4, 5, 6]),
      defaultValue: f32([], ['Infinity']),
    },
    options: { shape: [4] },
    expected: f32([4], ['Infinity', 10, 'Infinity', 5]),
  },
  {
    title: 'sparseToDense: one value for all indices',
    op: 'sparseToDense',
    inputs: {
      sparseIndices: i32([2, 2], [0, 1, 1, 0]),
      sparseValues: i32([], [7]),
      defaultValue: i32([], [-1]),
    },
    options: { shape: [2, 2] },
    expected: i32([2, 2], [-1, 7, 7, -1]),
  },
  {
    title: 'sparseToDense: string',
    op: 'sparseToDense',
    on: ['webgl', 'webgpu'],
    inputs: {
      sparseIndices: i32([2], [0, 2]),
      sparseValues: str([2], ['a', 'b']),
      defaultValue: str([], ['-']),
    },
    options: { shape: [3] },
    expected: str([3], ['a', '-', 'b']),
  },
  {
    title: 'unsortedSegmentSum: int32 stays int32, and ids beyond the segments are ignored',
    op: 'unsortedSegmentSum',
    on: EVERYWHERE,
    inputs: { x: i32([4], [1, 2, 3, 4]), segmentIds: i32([4], [0, -1, 2, 0]) },
    options: { numSegments: 2 },
    expected: i32([2], [5, 0]),
  },
  {
    title: 'unsortedSegmentSum: bool is counted',
    op: 'unsortedSegmentSum',
    on: EVERYWHERE,
    inputs: { x: bool([3], [1, 1, 1]), segmentIds: i32([3], [1, 0, 1]) },
    options: { numSegments: 2 },
    expected: i32([2], [1, 2]),
  },
  {
    title: 'unsortedSegmentSum: non-finite values stay in their segment',
    op: 'unsortedSegmentSum',
    on: EVERYWHERE,
    inputs: { x: f32([3], ['Infinity', 1, 'NaN']), segmentIds: i32([3], [0, 1, 2]) },
    options: { numSegments: 3 },
    expected: f32([3], ['Infinity', 1, 'NaN']),
  },
  {
    title: 'sparseSegmentSum: no rows make no segments',
    op: 'sparseSegmentSum',
    on: GPUS,
    inputs: {
      data: f32([2, 3], [1, 2, 3, 4, 5, 6]),
      indices: i32([0], []),
      segmentIds: i32([0], []),
    },
    options: {},
    expected: f32([0, 3], []),
  },
  {
    title: 'sparseSegmentMean: non-finite values stay in their segment, and a missing id gives 0',
    op: 'sparseSegmentMean',
    on: GPUS,
    inputs: {
      data: f32([3], ['Infinity', 1, 3]),
      indices: i32([3], [0, 2, 1]),
      segmentIds: i32([3], [0, 2, 2]),
    },
    options: {},
    expected: f32([3], ['Infinity', 0, 2]),
  },
  {
    title: 'sparseSegmentMean: means of int32 are rounded towards 0',
    op: 'sparseSegmentMean',
    on: GPUS,
    inputs: { data: i32([2], [-1, -2]), indices: i32([2], [0, 1]), segmentIds: i32([2], [0, 0]) },
    options: {},
    expected: i32([1], [-1]),
  },
  ...[
    { ids: [0, 2, 1], indices: [0, 1, 2], error: 'segment ids are not increasing' },
    { ids: [-2, -1, -1], indices: [0, 1, 2], error: 'segment ids must be >= 0' },
    { ids: [-1, 0, 1], indices: [0, 1, 2], error: 'Segment id -1 out of range [0, 2)' },
    { ids: [0, 0, 1], indices: [0, -1, 2], error: 'Bad: indices[1] == -1 out of range [0, 3)' },
    { ids: [0, 0, 1], indices: [0, 1, 3], error: 'Bad: indices[2] == 3 out of range [0, 3)' },
  ].map(({ ids, indices, error }): Case => ({
    title: `sparseSegmentSum of ids ${String(ids)} and indices ${String(indices)}: ${error}`,
    op: 'sparseSegmentSum',
    on: GPUS,
    inputs: { data: f32([3], [1, 2, 3]), indices: i32([3], indices), segmentIds: i32([3], ids) },
    options: {},
    expected: new RegExp(error.replace(/[[\])]/g, '\\$&')),
  })),
];

function casesFor({ backend, precision }: Driver): Case[] {
  return CASES.filter(
    ({ on = ['webgl', 'webgpu', 'wasm'], inputs }) =>
      on.includes(backend) && Object.values(inputs).every((tensor) => canHold(precision, tensor)),
  );
}

describeOnEachBackendOnce('defects', (driver) => {
  const cases = casesFor(driver).map((each) => [each.title, each] as const);
  test.each(cases)('%s', async (_, { op, inputs, options, expected }) => {
    const outcome = await driver.runBuiltin({ op, inputs, options, accelerated: true });
    if (expected instanceof RegExp) {
      expect(outcome).toEqual({ error: expect.stringMatching(expected) as string });
    } else {
      const outputs = { result: expected };
      expect(outcome).toEqual({ outputs, inputsUnchanged: true, tensorsLeft: 0 });
    }
  });
});
