/** Every reduction, with duplicates and untouched places, with and without data as a factor. */
import type { DType, OpUse, ScatterName, TensorData } from '../../support/call.js';
import { canonicalReduction, combines, REDUCTION_NAMES } from '../../support/oracle_words.js';
import { f32, i32 } from '../../support/values.js';
import {
  results,
  use,
  scatterElements,
  scatterND,
  scatterNDUpdate,
  type ResultCase,
} from './op_case.js';

type Row = [reduction: string, withSelf: number[], withoutSelf: number[]];

/** data [2, 4, 6, 9]; 6 and 5 land on the second place, 7 on the fourth. */
const rows: Row[] = [
  ['none', [2, 5, 6, 7], [2, 5, 6, 7]],
  ['add', [2, 15, 6, 16], [2, 11, 6, 7]],
  ['sub', [2, -7, 6, 2], [2, -11, 6, -7]],
  ['mul', [2, 120, 6, 63], [2, 30, 6, 7]],
  ['max', [2, 6, 6, 9], [2, 6, 6, 7]],
  ['min', [2, 4, 6, 7], [2, 5, 6, 7]],
  ['mean', [2, 5, 6, 8], [2, 5.5, 6, 7]],
];

function make(dtype: DType, values: number[]): TensorData {
  return dtype === 'int32'
    ? i32([values.length], values.map(Math.floor))
    : f32([values.length], values);
}

function uses(dtype: DType, reduction: string, includeSelf: boolean): [string, OpUse][] {
  const [data, updates] = [make(dtype, [2, 4, 6, 9]), make(dtype, [6, 5, 7])];
  const [sites, tuples] = [i32([3], [1, -3, 3]), i32([3, 1], [1, -3, 3])];
  const names = REDUCTION_NAMES.filter((name) => canonicalReduction(name) === reduction);
  return names.flatMap((name): [string, OpUse][] => {
    const options = { reduction: name, includeSelf };
    return [
      [`scatterElements ${name}`, scatterElements(data, sites, updates, options)],
      [`scatterND ${name}`, scatterND(data, tuples, updates, options)],
      [`scatterNDUpdate ${name}`, scatterNDUpdate(data, tuples, updates, options)],
    ];
  });
}

export const everyReduction: ResultCase[] = (['float32', 'int32'] as const).flatMap((dtype) =>
  rows
    .filter(([reduction]) => combines(reduction, dtype))
    .flatMap(([reduction, withSelf, withoutSelf]) =>
      [true, false].flatMap((includeSelf) =>
        results(
          uses(dtype, reduction, includeSelf).map(([title, use]) => [
            `${title} ${dtype}, includeSelf ${includeSelf}`,
            use,
            make(dtype, includeSelf ? withSelf : withoutSelf),
          ]),
        ),
      ),
    ),
);

type BatchRow = [reduction: string, expected: number[]];

/** data [[1, 2, 3], [4, 5, 6]]; 2 and 3 land on the 1; 4 lands on the 6, -1 on the 5. */
const batchRows: BatchRow[] = [
  ['none', [3, 2, 3, 4, -1, 4]],
  ['add', [6, 2, 3, 4, 4, 10]],
  ['sub', [-4, 2, 3, 4, 6, 2]],
  ['mul', [6, 2, 3, 4, -5, 24]],
  ['max', [3, 2, 3, 4, 5, 6]],
  ['min', [1, 2, 3, 4, -1, 4]],
  ['mean', [2, 2, 3, 4, 2, 5]],
];

const batchedOps: ScatterName[] = ['scatterND', 'scatterNDUpdate'];

export const batchedReductions: ResultCase[] = batchRows.flatMap(([reduction, expected]) =>
  results(
    [[2], [1, 2]].flatMap((batch): [string, OpUse, TensorData][] =>
      batchedOps.map((op) => [
        `${op} ${reduction}, batchDims ${batch.length}`,
        use(
          op,
          f32([...batch, 3], [1, 2, 3, 4, 5, 6]),
          i32([...batch, 2, 1], [0, 0, 2, -2]),
          f32([...batch, 2], [2, 3, 4, -1]),
          { reduction, batchDims: batch.length },
        ),
        f32([...batch, 3], expected),
      ]),
    ),
  ),
);

/** TensorFlow's names: 6 and 5 land on the second place, 7 on the fourth; 1 lands on 2 and 6. */
export const tensorScatters: ResultCase[] = (
  [
    ['tensorScatterAdd', [2, 15, 6, 16], [3, 5, 4, 7]],
    ['tensorScatterSub', [2, -7, 6, 2], [1, 5, 4, 5]],
    ['tensorScatterMax', [2, 6, 6, 9], [2, 5, 4, 6]],
    ['tensorScatterMin', [2, 4, 6, 7], [1, 5, 4, 1]],
  ] as const
).flatMap(([op, expected, batched]) => {
  const tuples = i32([3, 1], [1, -3, 3]);
  return results({
    [`${op}, with duplicates`]: [use(op, [2, 4, 6, 9], tuples, f32([3], [6, 5, 7])), [...expected]],
    [`${op} of a scalar, in batches`]: [
      use(op, f32([2, 2], [2, 5, 4, 6]), i32([2, 1, 1], [0, 1]), f32([], [1]), { batchDims: 1 }),
      [...batched],
    ],
  });
});
