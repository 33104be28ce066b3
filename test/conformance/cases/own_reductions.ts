/** Every reduction, with duplicates and untouched places, with and without data as a factor. */
import type { TensorScatterName } from '../../support/call.js';
import { canonicalReduction, combines, REDUCTION_NAMES } from '../../support/oracle_words.js';
import { f32, given, i32 } from '../../support/values.js';
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

function casesOf(dtype: 'float32' | 'int32', [reduction, ...expected]: Row): ResultCase[] {
  const names = REDUCTION_NAMES.filter((name) => canonicalReduction(name) === reduction);
  const data = given([2, 4, 6, 9], dtype);
  return [true, false].flatMap((includeSelf, i) => {
    const result = dtype === 'int32' ? expected[i].map(Math.floor) : expected[i];
    return names.flatMap((name) => {
      const [title, options] = [
        `${dtype}, includeSelf ${includeSelf}`,
        { reduction: name, includeSelf },
      ];
      return results`
        scatterElements ${name} ${title}:
          ${scatterElements(data, [1, -3, 3], [6, 5, 7], options)} => ${result}
        scatterND ${name} ${title}: ${scatterND(data, [1, -3, 3], [6, 5, 7], options)} => ${result}
        scatterNDUpdate ${name} ${title}:
          ${scatterNDUpdate(data, [1, -3, 3], [6, 5, 7], options)} => ${result}
      `;
    });
  });
}

export const everyReduction = (['float32', 'int32'] as const).flatMap((dtype) =>
  rows.filter(([reduction]) => combines(reduction, dtype)).flatMap((row) => casesOf(dtype, row)),
);

/** TensorFlow's names: 6 and 5 land on the second place, 7 on the fourth; 1 lands on 2 and 6. */
export const tensorScatters = (
  [
    ['tensorScatterAdd', [2, 15, 6, 16], [3, 5, 4, 7]],
    ['tensorScatterSub', [2, -7, 6, 2], [1, 5, 4, 5]],
    ['tensorScatterMax', [2, 6, 6, 9], [2, 5, 4, 6]],
    ['tensorScatterMin', [2, 4, 6, 7], [1, 5, 4, 1]],
  ] as [op: TensorScatterName, expected: number[], batched: number[]][]
).flatMap(([op, expected, batched]) => {
  const grid = f32([2, 2], [2, 5, 4, 6]);
  return results`
    ${op}, with duplicates: ${use(op, [2, 4, 6, 9], [1, -3, 3], [6, 5, 7])} => ${expected}
    ${op} of a scalar, in batches:
      ${use(op, grid, i32([2, 1, 1], [0, 1]), f32([], [1]), { batchDims: 1 })} => ${batched}
  `;
});
