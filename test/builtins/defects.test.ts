/**
 * Cases that tfjs' own kernels get wrong or handle differently. With acceleration, results are as
 * tfjs documents them.
 */
import { describeWhereAccelerated } from '../support/drivers.js';
import type { Driver } from '../support/driver.js';
import type { TensorData } from '../support/call.js';
import { canHold } from '../support/precision.js';
import { type Cell, readRows } from '../support/read_table.js';
import { bool, f32, i32, str } from '../support/values.js';
import type { AcceleratedName, BuiltinCall } from './call.js';

type Options = BuiltinCall['options'];

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

interface Case {
  op: AcceleratedName;
  title: string;
  tensors: TensorData[];
  options: Options;
  expected: TensorData | RegExp;
  on: Driver['backend'][];
}

/** The op's tensors, perhaps with options, and what it gives. */
type Part = (TensorData | Options)[] | TensorData | RegExp;

/** A table for some backends; by default, those where an op's kernel is replaced. Titles begin with the op. */
const casesOn =
  (...on: Driver['backend'][]) =>
  (texts: readonly string[], ...cells: Cell<Part>[]): Case[] =>
    readRows<Part>(texts, cells).map(({ title, parts: [given, expected] }) => {
      const op = title.split(':')[0] as AcceleratedName;
      if (!Array.isArray(given) || Array.isArray(expected)) throw new Error(`no case: ${title}`);
      const isTensor = (each: TensorData | Options): each is TensorData => 'dtype' in each;
      return {
        op,
        title,
        tensors: given.filter(isTensor),
        options: Object.assign({}, ...given.filter((each) => !isTensor(each))) as Options,
        expected,
        on: on.length > 0 ? on : OPS[op].on,
      };
    });

const cases = casesOn();
const grid = f32([2, 3], [1, 2, 3, 4, 5, 6]);
const ones = (...shape: [number, number]) => f32(shape, Array<number>(shape[0] * shape[1]).fill(1));
const column = i32([4], [3, -1, 4, 3]);
const oneToFour = i32([4], [1, 2, 3, 4]);

const CASES = [
  ...casesOn('wasm', 'webgpu')`
    gatherND: a tuple out of bounds gives zeros:
      ${[grid, i32([4, 2], [0, 5, -1, 0, 1, 2, 2, 0])]} => ${f32([4], [0, 0, 6, 0])}
  `,
  ...casesOn('cpu')`
    gatherND: an index out of bounds is an error on cpu, in tfjs' words:
      ${[grid, i32([1, 2], [2, 0])]} => ${/^Invalid indices: 2,0 does not index into 2,3$/}
    gatherND: an index out of bounds on its own axis only is an error on cpu:
      ${[grid, i32([1, 2], [0, 5])]}
      => ${/^tf.gatherND: indices has the value 5 at \[0, 1\], .* expected an index in \[0, 2\]\.$/}
    gatherND: so it is among many values:
      ${[ones(2, 24), i32([1, 1], [2])]} => ${/^Invalid indices: 2 does not index into 2,24$/}
    scatterND: an index out of bounds is an error on cpu, in tfjs' words:
      ${[column, oneToFour, { shape: [4] }]} => ${/^Invalid indices: -1 does not index into 4$/}
    scatterND: an index out of bounds on its own axis only is an error on cpu:
      ${[i32([1, 2], [0, 2]), f32([1], [5]), { shape: [2, 2] }]}
      => ${/^tf.scatterND: indices has the value 2 at \[0, 1\], .* expected an index in \[0, 1\]\.$/}
  `,
  ...casesOn('wasm', 'webgpu')`
    gatherND: string: ${[str([3], ['a', 'b', 'c']), i32([2, 1], [2, 0])]} => ${str([2], ['c', 'a'])}
  `,
  ...casesOn('cpu', 'wasm')`
    tensorScatterUpdate: an index out of bounds is an error on cpu and wasm:
      ${[f32([2], [1, 2]), i32([1, 1], [-1]), f32([1], [9])]}
      => ${/^tf.tensorScatterUpdate: indices has the value -1 at \[0, 0\], .* expected an index in \[0, 1\]\.$/}
  `,
  ...casesOn(...GPUS)`
    tensorScatterUpdate: an index out of bounds is ignored on a GPU:
      ${[grid, i32([3, 2], [-1, 0, 0, 5, 2, 0]), f32([3], [7, 8, 9])]} => ${grid}
    sparseToDense: string:
      ${[i32([2], [0, 2]), str([2], ['a', 'b']), str([], ['-']), { shape: [3] }]}
      => ${str([3], ['a', '-', 'b'])}
    sparseSegmentMean: means of int32 are rounded towards 0:
      ${[i32([2], [-1, -2]), i32([2], [0, 1]), i32([2], [0, 0])]} => ${i32([1], [-1])}
  `,
  ...casesOn(...GPUS, 'wasm')`
    scatterND: indices of rank 1 are a column, and out-of-bounds indices are ignored:
      ${[column, oneToFour, { shape: [4] }]} => ${i32([4], [0, 0, 0, 5])}
  `,
  ...cases`
    gather: an index out of bounds is an error, in tfjs' words:
      ${[f32([2], [1, 2]), i32([1], [-1])]} => ${/^GatherV2: the index value -1 is not in \[0, 1\]$/}
    gather: so it is among many values:
      ${[ones(2, 128), i32([1], [2])]} => ${/^GatherV2: the index value 2 is not in \[0, 1\]$/}
    tensorScatterUpdate: the last of several updates wins, and the input stays:
      ${[f32([3], [1, 2, 3]), i32([3, 1], [1, 0, 1]), f32([3], [4, 5, 6])]} => ${f32([3], [5, 6, 3])}
    tensorScatterUpdate: non-finite values stay where nothing lands:
      ${[f32([2, 2], ['Infinity', '-Infinity', 'NaN', 4]), i32([1], [1]), f32([1, 2], [5, 6])]}
      => ${f32([2, 2], ['Infinity', '-Infinity', 5, 6])}
    tensorScatterUpdate: bool:
      ${[bool([3], [1, 0, 1]), i32([2], [0, 1]), bool([2], [0, 1])]} => ${bool([3], [0, 1, 1])}
    scatterND: an odd number of updates leaves row 0 alone:
      ${[i32([3, 1], [1, 2, 1]), f32([3, 2], [1, 2, 3, 4, 5, 6]), { shape: [4, 2] }]}
      => ${f32([4, 2], [0, 0, 6, 8, 3, 4, 0, 0])}
    scatterND: no updates give zeros:
      ${[i32([0, 1], []), f32([0, 2], []), { shape: [2, 2] }]} => ${f32([2, 2], [0, 0, 0, 0])}
    scatterND: an empty result has the dtype of the updates:
      ${[i32([1, 1], [0]), f32([1, 0], []), { shape: [2, 0] }]} => ${f32([2, 0], [])}
    scatterND: many sums:
      ${[i32([300, 1], ones(300, 1).values as number[]), ones(300, 1), { shape: [2, 1] }]}
      => ${f32([2, 1], [0, 300])}
    sparseToDense: repeated indices are summed, without the default value:
      ${[i32([3], [1, 3, 1]), f32([3], [4, 5, 6]), f32([], ['Infinity']), { shape: [4] }]}
      => ${f32([4], ['Infinity', 10, 'Infinity', 5])}
    sparseToDense: one value for all indices:
      ${[i32([2, 2], [0, 1, 1, 0]), i32([], [7]), i32([], [-1]), { shape: [2, 2] }]}
      => ${i32([2, 2], [-1, 7, 7, -1])}
    unsortedSegmentSum: int32 stays int32, and ids beyond the segments are ignored:
      ${[oneToFour, i32([4], [0, -1, 2, 0]), { numSegments: 2 }]} => ${i32([2], [5, 0])}
    unsortedSegmentSum: bool is counted:
      ${[bool([3], [1, 1, 1]), i32([3], [1, 0, 1]), { numSegments: 2 }]} => ${i32([2], [1, 2])}
    unsortedSegmentSum: non-finite values stay in their segment:
      ${[f32([3], ['Infinity', 1, 'NaN']), i32([3], [0, 1, 2]), { numSegments: 3 }]}
      => ${f32([3], ['Infinity', 1, 'NaN'])}
    sparseSegmentSum: no rows make no segments:
      ${[grid, i32([0], []), i32([0], [])]} => ${f32([0, 3], [])}
    sparseSegmentMean: non-finite values stay in their segment, and a missing id gives 0:
      ${[f32([3], ['Infinity', 1, 3]), i32([3], [0, 2, 1]), i32([3], [0, 2, 2])]}
      => ${f32([3], ['Infinity', 0, 2])}
  `,
  ...[
    { ids: [0, 2, 1], indices: [0, 1, 2], error: 'segment ids are not increasing' },
    { ids: [1, 5, 0], indices: [0, 1, 2], error: 'Segment id 1 out of range [0, 1)' },
    { ids: [0, 5, 6, 1], indices: [0, 1, 2, 0], error: 'Segment id 5 out of range [0, 2)' },
    { ids: [-1, 5, 2], indices: [0, 1, 2], error: 'Segment id -1 out of range [0, 3)' },
    { ids: [5, -3, 2], indices: [0, 1, 2], error: 'segment ids are not increasing' },
    { ids: [0, 2, 1], indices: [-1, 1, 2], error: 'Bad: indices[0] == -1 out of range [0, 3)' },
    { ids: [0, 1, 1], indices: [0, 5, -1], error: 'Bad: indices[1] == 5 out of range [0, 3)' },
    { ids: [-2, -1, -1], indices: [0, 1, 2], error: 'segment ids must be >= 0' },
    { ids: [-1, 0, 1], indices: [0, 1, 2], error: 'Segment id -1 out of range [0, 2)' },
    { ids: [0, 0, 1], indices: [0, -1, 2], error: 'Bad: indices[1] == -1 out of range [0, 3)' },
    { ids: [0, 0, 1], indices: [0, 1, 3], error: 'Bad: indices[2] == 3 out of range [0, 3)' },
  ].flatMap(
    ({ ids, indices, error }) => cases`
      sparseSegmentSum: ids ${String(ids)} and indices ${String(indices)}: ${error}:
        ${[f32([3], [1, 2, 3]), i32([ids.length], indices), i32([ids.length], ids)]}
        => ${new RegExp(error.replace(/[[\])]/g, '\\$&'))}
    `,
  ),
];

describeWhereAccelerated('defects', ({ backend, precision, run }) => {
  const held = CASES.filter(
    ({ tensors, on }) =>
      on.includes(backend) && tensors.every((tensor) => canHold(precision, tensor)),
  );
  test.each(held)('$title', async ({ op, tensors, options, expected }) => {
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
