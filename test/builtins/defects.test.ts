/**
 * Cases that tfjs' own kernels get wrong or handle differently. With acceleration, results are as
 * tfjs documents them.
 */
import { describeOnEachBackendOnce } from '../support/drivers.js';
import type { Driver } from '../support/driver.js';
import type { TensorData } from '../support/call.js';
import { canHold } from '../support/precision.js';
import { titled } from '../support/rows.js';
import { bool, f32, i32, str } from '../support/values.js';
import type { AcceleratedName, BuiltinCall } from './call.js';

const GPUS: Driver['backend'][] = ['webgl', 'webgpu'];
const EVERYWHERE: Driver['backend'][] = ['cpu', 'webgl', 'webgpu', 'wasm'];
/** Backends that lack kernels, which the package supplies. */
const OTHERS: Driver['backend'][] = ['tensorflow', 'other'];

/** The backends where each op's own kernel is replaced, and the names of its tensors. */
const OPS: Record<AcceleratedName, { on: Driver['backend'][]; names: string[] }> = {
  gatherND: { on: ['cpu', 'wasm', 'webgpu'], names: ['x', 'indices'] },
  gather: { on: ['cpu', 'wasm'], names: ['x', 'indices'] },
  tensorScatterUpdate: { on: EVERYWHERE, names: ['tensor', 'indices', 'updates'] },
  scatterND: { on: EVERYWHERE, names: ['indices', 'updates'] },
  sparseToDense: {
    on: [...GPUS, 'wasm'],
    names: ['sparseIndices', 'sparseValues', 'defaultValue'],
  },
  unsortedSegmentSum: { on: EVERYWHERE, names: ['x', 'segmentIds'] },
  sparseSegmentSum: { on: [...GPUS, ...OTHERS], names: ['data', 'indices', 'segmentIds'] },
  sparseSegmentMean: { on: [...GPUS, ...OTHERS], names: ['data', 'indices', 'segmentIds'] },
};

/** The op's tensors, what it gives, its options, and where; by default, where its kernel is replaced. */
type Case = [
  tensors: TensorData[],
  expected: TensorData | RegExp,
  options?: BuiltinCall['options'],
  on?: Driver['backend'][],
];

/** By their titles, which begin with the op. */
const CASES: Record<string, Case> = {
  'gatherND: a tuple out of bounds gives zeros': [
    [f32([2, 3], [1, 2, 3, 4, 5, 6]), i32([4, 2], [0, 5, -1, 0, 1, 2, 2, 0])],
    f32([4], [0, 0, 6, 0]),
    {},
    ['wasm', 'webgpu'],
  ],
  "gatherND: an index out of bounds is an error on cpu, in tfjs' words": [
    [f32([2, 3], [1, 2, 3, 4, 5, 6]), i32([1, 2], [2, 0])],
    /^Invalid indices: 2,0 does not index into 2,3$/,
    {},
    ['cpu'],
  ],
  'gatherND: an index out of bounds on its own axis only is an error on cpu': [
    [f32([2, 3], [1, 2, 3, 4, 5, 6]), i32([1, 2], [0, 5])],
    /^tf.gatherND: indices has the value 5 at \[0, 1\], .* expected an index in \[0, 2\]\.$/,
    {},
    ['cpu'],
  ],
  'gatherND: so it is among many values': [
    [f32([2, 24], Array<number>(48).fill(1)), i32([1, 1], [2])],
    /^Invalid indices: 2 does not index into 2,24$/,
    {},
    ['cpu'],
  ],
  'gatherND: string': [
    [str([3], ['a', 'b', 'c']), i32([2, 1], [2, 0])],
    str([2], ['c', 'a']),
    {},
    ['wasm', 'webgpu'],
  ],
  "gather: an index out of bounds is an error, in tfjs' words": [
    [f32([2], [1, 2]), i32([1], [-1])],
    /^GatherV2: the index value -1 is not in \[0, 1\]$/,
  ],
  'gather: so it is among many values': [
    [f32([2, 128], Array<number>(256).fill(1)), i32([1], [2])],
    /^GatherV2: the index value 2 is not in \[0, 1\]$/,
  ],
  'tensorScatterUpdate: the last of several updates wins, and the input stays': [
    [f32([3], [1, 2, 3]), i32([3, 1], [1, 0, 1]), f32([3], [4, 5, 6])],
    f32([3], [5, 6, 3]),
  ],
  'tensorScatterUpdate: non-finite values stay where nothing lands': [
    [f32([2, 2], ['Infinity', '-Infinity', 'NaN', 4]), i32([1], [1]), f32([1, 2], [5, 6])],
    f32([2, 2], ['Infinity', '-Infinity', 5, 6]),
  ],
  'tensorScatterUpdate: an index out of bounds is an error on cpu and wasm': [
    [f32([2], [1, 2]), i32([1, 1], [-1]), f32([1], [9])],
    /^tf.tensorScatterUpdate: indices has the value -1 at \[0, 0\], .* expected an index in \[0, 1\]\.$/,
    {},
    ['cpu', 'wasm'],
  ],
  'tensorScatterUpdate: an index out of bounds is ignored on a GPU': [
    [f32([2, 3], [1, 2, 3, 4, 5, 6]), i32([3, 2], [-1, 0, 0, 5, 2, 0]), f32([3], [7, 8, 9])],
    f32([2, 3], [1, 2, 3, 4, 5, 6]),
    {},
    GPUS,
  ],
  'tensorScatterUpdate: bool': [
    [bool([3], [1, 0, 1]), i32([2], [0, 1]), bool([2], [0, 1])],
    bool([3], [0, 1, 1]),
  ],
  'scatterND: an odd number of updates leaves row 0 alone': [
    [i32([3, 1], [1, 2, 1]), f32([3, 2], [1, 2, 3, 4, 5, 6])],
    f32([4, 2], [0, 0, 6, 8, 3, 4, 0, 0]),
    { shape: [4, 2] },
  ],
  'scatterND: no updates give zeros': [
    [i32([0, 1], []), f32([0, 2], [])],
    f32([2, 2], [0, 0, 0, 0]),
    { shape: [2, 2] },
  ],
  'scatterND: an empty result has the dtype of the updates': [
    [i32([1, 1], [0]), f32([1, 0], [])],
    f32([2, 0], []),
    { shape: [2, 0] },
  ],
  'scatterND: indices of rank 1 are a column, and out-of-bounds indices are ignored': [
    [i32([4], [3, -1, 4, 3]), i32([4], [1, 2, 3, 4])],
    i32([4], [0, 0, 0, 5]),
    { shape: [4] },
    [...GPUS, 'wasm'],
  ],
  "scatterND: an index out of bounds is an error on cpu, in tfjs' words": [
    [i32([4], [3, -1, 4, 3]), i32([4], [1, 2, 3, 4])],
    /^Invalid indices: -1 does not index into 4$/,
    { shape: [4] },
    ['cpu'],
  ],
  'scatterND: an index out of bounds on its own axis only is an error on cpu': [
    [i32([1, 2], [0, 2]), f32([1], [5])],
    /^tf.scatterND: indices has the value 2 at \[0, 1\], .* expected an index in \[0, 1\]\.$/,
    { shape: [2, 2] },
    ['cpu'],
  ],
  'scatterND: many sums': [
    [i32([300, 1], Array<number>(300).fill(1)), f32([300], Array<number>(300).fill(2))],
    f32([2], [0, 600]),
    { shape: [2] },
  ],
  'sparseToDense: repeated indices are summed, without the default value': [
    [i32([3], [1, 3, 1]), f32([3], [4, 5, 6]), f32([], ['Infinity'])],
    f32([4], ['Infinity', 10, 'Infinity', 5]),
    { shape: [4] },
  ],
  'sparseToDense: one value for all indices': [
    [i32([2, 2], [0, 1, 1, 0]), i32([], [7]), i32([], [-1])],
    i32([2, 2], [-1, 7, 7, -1]),
    { shape: [2, 2] },
  ],
  'sparseToDense: string': [
    [i32([2], [0, 2]), str([2], ['a', 'b']), str([], ['-'])],
    str([3], ['a', '-', 'b']),
    { shape: [3] },
    GPUS,
  ],
  'unsortedSegmentSum: int32 stays int32, and ids beyond the segments are ignored': [
    [i32([4], [1, 2, 3, 4]), i32([4], [0, -1, 2, 0])],
    i32([2], [5, 0]),
    { numSegments: 2 },
  ],
  'unsortedSegmentSum: bool is counted': [
    [bool([3], [1, 1, 1]), i32([3], [1, 0, 1])],
    i32([2], [1, 2]),
    { numSegments: 2 },
  ],
  'unsortedSegmentSum: non-finite values stay in their segment': [
    [f32([3], ['Infinity', 1, 'NaN']), i32([3], [0, 1, 2])],
    f32([3], ['Infinity', 1, 'NaN']),
    { numSegments: 3 },
  ],
  'sparseSegmentSum: no rows make no segments': [
    [f32([2, 3], [1, 2, 3, 4, 5, 6]), i32([0], []), i32([0], [])],
    f32([0, 3], []),
  ],
  'sparseSegmentMean: non-finite values stay in their segment, and a missing id gives 0': [
    [f32([3], ['Infinity', 1, 3]), i32([3], [0, 2, 1]), i32([3], [0, 2, 2])],
    f32([3], ['Infinity', 0, 2]),
  ],
  'sparseSegmentMean: means of int32 are rounded towards 0': [
    [i32([2], [-1, -2]), i32([2], [0, 1]), i32([2], [0, 0])],
    i32([1], [-1]),
    {},
    GPUS,
  ],
  ...Object.fromEntries(
    [
      { ids: [0, 2, 1], indices: [0, 1, 2], error: 'segment ids are not increasing' },
      { ids: [-2, -1, -1], indices: [0, 1, 2], error: 'segment ids must be >= 0' },
      { ids: [-1, 0, 1], indices: [0, 1, 2], error: 'Segment id -1 out of range [0, 2)' },
      { ids: [0, 0, 1], indices: [0, -1, 2], error: 'Bad: indices[1] == -1 out of range [0, 3)' },
      { ids: [0, 0, 1], indices: [0, 1, 3], error: 'Bad: indices[2] == 3 out of range [0, 3)' },
    ].map(({ ids, indices, error }): [string, Case] => [
      `sparseSegmentSum: ids ${String(ids)} and indices ${String(indices)}: ${error}`,
      [
        [f32([3], [1, 2, 3]), i32([3], indices), i32([3], ids)],
        new RegExp(error.replace(/[[\])]/g, '\\$&')),
      ],
    ]),
  ),
};

const opOf = (title: string) => title.split(':')[0] as AcceleratedName;

describeOnEachBackendOnce('defects', ({ backend, precision, run }) => {
  const cases = titled(CASES).filter(
    ([title, tensors, , , on = OPS[opOf(title)].on]) =>
      on.includes(backend) && tensors.every((tensor) => canHold(precision, tensor)),
  );
  test.each(cases)('%s', async (title, tensors, expected, options = {}) => {
    const op = opOf(title);
    const inputs = Object.fromEntries(OPS[op].names.map((name, i) => [name, tensors[i]]));
    const outcome = await run({ kind: 'builtin', op, inputs, options, accelerated: true });
    if (expected instanceof RegExp) {
      expect(outcome).toMatchObject({ error: expect.stringMatching(expected) as string });
    } else {
      const outputs = { result: expected };
      expect(outcome).toMatchObject({ outputs, inputsUnchanged: true, tensorsLeft: 0 });
    }
  });
});
