/** Segment ops as literal cases: TensorFlow's examples, and calls that are easy to get wrong. */
import type { JsonNumber, SegmentCall, SegmentOptions } from '../../support/call.js';
import {
  type Cell,
  readCalls,
  rejected,
  type ResultOf,
  resultTable,
} from '../../support/read_table.js';
import { segmentResultShape } from '../../support/segment_oracle.js';
import { bool, bytes, c64, f32, given, type Given, i32, plain, str } from '../../support/values.js';

export type SegmentCase = ResultOf<SegmentCall>;

/** Values alone are a vector: x of float32, ids of int32. */
function use(
  op: string,
  x: Given,
  segmentIds: Given,
  numSegments: number,
  options?: SegmentOptions,
): SegmentCall {
  const inputs = { x: given(x, 'float32'), segmentIds: given(segmentIds, 'int32') };
  const name = `unsortedSegment${op}` as SegmentCall['op'];
  return { kind: 'segment', op: name, inputs, numSegments, options };
}

/** Two examples, each of two rows. */
const twoExamples = f32([2, 2, 2], [1, 2, 3, 4, 5, 6, 7, 8]);

/** The ids of pairs, then of four values. */
const large = i32([8], [0, 0, 1, 1, 2, 2, 2, 2]);

/** Values alone are float32, in the result's shape. */
const cases = resultTable((use: SegmentCall, expected) =>
  given(expected, 'float32', () => segmentResultShape(use)),
);

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);

const documented = i32([3, 4], [1, 2, 3, 4, 5, 6, 7, 8, 4, 3, 2, 1]);
const documentedIds = i32([3], [0, 1, 0]);
const ofDocumented = (op: string, first: number[]) => cases`
  TensorFlow's example of ${op}:
    ${use(op, documented, documentedIds, 2)} => ${i32([2, 4], [...first, 5, 6, 7, 8])}
`;

/** Segment 0 is empty, segment 1 has 1 and 4, segment 2 has 5; 7 is dropped. */
const x = f32([4], [1, 5, 7, 4]);
const ids = i32([4], [1, 2, -1, 1]);
const onX = (op: string, values: (number | string)[]) => cases`
  ${op}, with an empty segment and a dropped value: ${use(op, x, ids, 3)} => ${values}
`;
/** Their mean is rounded. */
const eight = (value: number) => Array<number>(8).fill(value);
const LARGEST = (2 - 2 ** -23) * 2 ** 127;

const nothing: [op: string, value: number | string][] = [
  ['Sum', 0],
  ['Mean', 0],
  ['Prod', 1],
  ['Max', -LARGEST],
  ['Min', LARGEST],
  ['SqrtN', 0],
  ['Std', 0],
  ['LogSumExp', '-Infinity'],
];

/** Of 1 and 5; 7 and 4 are dropped. */
const beyond: [op: string, values: number[]][] = [
  ...['Sum', 'Mean', 'Prod', 'Max', 'Min', 'SqrtN', 'LogSumExp'].map((op): [string, number[]] => [
    op,
    [1, 5],
  ]),
  ['Std', [0, 0]],
  ['Softmax', [1, 1, 0, 0]],
  ['ArgMax', [0, 1]],
];

export const segmentCases = [
  ...ofDocumented('Sum', [5, 5, 5, 5]),
  ...ofDocumented('Prod', [4, 6, 6, 4]),
  ...ofDocumented('Max', [4, 3, 3, 4]),
  ...ofDocumented('Min', [1, 2, 2, 1]),
  ...onX('Sum', [0, 5, 5]),
  ...onX('Mean', [0, 2.5, 5]),
  ...cases`
    Mean is infinite where the sum overflows:
      ${use('Mean', [3e38, 3e38, 1e-30, 3e-30, 3e38, 3e38, -3e38, -3e38], large, 3)}
      => ${['Infinity', 2e-30, 'Infinity']}
    Mean of infinities and NaN:
      ${use('Mean', ['Infinity', 1, 'NaN', 3e38, 3e38], [0, 0, 1, 1, 0], 2)}
      => ${['Infinity', 'NaN']}
    SqrtN is infinite where the sum overflows:
      ${use('SqrtN', [2e38, 2e38, 2], [0, 0, 1], 2)} => ${['Infinity', 2]}
    Std of values whose range overflows:
      ${use('Std', [3e38, -3e38, 1, 3], [0, 0, 1, 1], 2)} => ${[3e38, 1]}
    Mean of int32 is rounded down:
      ${use('Mean', i32([5], [1, 2, -1, -2, 9]), [0, 0, 2, 2, -1], 4)} => ${i32([4], [1, 0, -2, 0])}
    Sum of bool counts:
      ${use('Sum', bool([4], [1, 1, 0, 1]), [0, 0, 1, -1], 3)} => ${i32([3], [2, 0, 0])}
    Sum of bytes counts each as one:
      ${use('Sum', bytes([2, 2], [2, 1, 255, 0]), [0, 0], 1)} => ${i32([1, 2], [2, 1])}
    Sum of a plain array of bools:
      ${use('Sum', plain(bool([2], [1, 1])), [0, 0], 1)} => ${i32([1], [2])}
  `,
  ...onX('Prod', [1, 4, 5]),
  ...onX('Max', [-LARGEST, 4, 5]),
  ...onX('Min', [LARGEST, 1, 5]),
  ...onX('SqrtN', [0, 5 / Math.SQRT2, 5]),
  ...onX('Std', [0, 1.5, 0]),
  ...onX('Softmax', [1 / (1 + Math.exp(3)), 1, 0, 1 / (1 + Math.exp(-3))]),
  ...onX('LogSoftmax', [-Math.log(1 + Math.exp(3)), 0, '-Infinity', -Math.log(1 + Math.exp(-3))]),
  ...onX('LogSumExp', ['-Infinity', 4 + Math.log(1 + Math.exp(-3)), 5]),
  ...cases`
    ArgMax: the first of equal values, NaN, an empty segment and a dropped NaN:
      ${use(
        'ArgMax',
        f32([6, 2], [1, 9, 7, 'NaN', 7, 9, 'NaN', 'NaN', '-Infinity', 2, 'NaN', 'NaN']),
        [0, 0, 0, -1, 2, 3],
        4,
      )}
      => ${i32([4, 2], [1, 1, -1, -1, 4, 4, 5, 5])}
    ArgMin of int32, by ids of rank 2:
      ${use('ArgMin', i32([2, 2], [3, -3, -3, 5]), i32([2, 2], [0, 0, 0, 1]), 2)}
      => ${i32([2], [1, 3])}
  `,
  ...(
    [
      ['Max', 0, [0, 4, 5]],
      ['Max', -Infinity, ['-Infinity', 4, 5]],
      ['Min', NaN, ['NaN', 1, 5]],
    ] as const
  ).flatMap(
    ([op, empty, values]) => cases`
      ${op} that gives ${empty} for an empty segment:
        ${use(op, x, ids, 3, { empty })} => ${[...values]}
      ${op} that gives ${empty} for many empty segments:
        ${use(op, x, ids, 300, { empty })}
        => ${[...values, ...Array<number | string>(297).fill(values[0])]}
    `,
  ),
  ...cases`
    ArgMin with the number of slices for an empty segment:
      ${use('ArgMin', x, ids, 3, { empty: 4 })} => ${i32([3], [4, 0, 1])}
    ArgMax of no rows, with empty set to 7:
      ${use('ArgMax', [], [], 1, { empty: 7 })} => ${i32([1], [7])}
  `,
  ...beyond.flatMap(
    ([op, values]) => cases`
      ${op} that drops an id beyond the segments:
        ${use(op, x, [0, 1, 2, 2 ** 15], 2, { outOfBounds: 'drop' })}
        => ${op.startsWith('Arg') ? i32([2], values) : values}
    `,
  ),
  ...cases`
    ArgMax of no rows: ${use('ArgMax', f32([0, 2], []), [], 1)} => ${i32([1, 2], [-1, -1])}
    ArgMin of empty rows: ${use('ArgMin', f32([2, 0], []), [0, 1], 2)} => ${i32([2, 0], [])}
  `,
  ...nothing.flatMap(
    ([op, value]) => cases`
      ${op} of no rows: ${use(op, f32([0, 2], []), [], 2)} => ${[value, value, value, value]}
      ${op}, all dropped: ${use(op, [1, 2], [-1, -9], 1)} => ${[value]}
      ${op} into no segments: ${use(op, f32([1, 3], [1, 2, 3]), [-1], 0)} => ${[]}
      ${op} of empty rows: ${use(op, f32([2, 0], []), [1, -1], 2)} => ${[]}
    `,
  ),
  ...cases`
    Softmax of no rows: ${use('Softmax', f32([0, 2], []), [], 2)} => ${[]}
    Softmax of empty rows: ${use('Softmax', f32([2, 0], []), [1, -1], 2)} => ${[]}
    ids of rank 2:
      ${use('Sum', f32([2, 2, 2], [1, 2, 3, 4, 5, 6, 7, 8]), i32([2, 2], [0, 1, 1, -1]), 2)}
      => ${[1, 2, 8, 10]}
    a scalar id: ${use('Sum', i32([2], [3, 4]), i32([], [1]), 2)} => ${i32([2, 2], [0, 0, 3, 4])}
    plain arrays: ${use('Mean', plain(f32([2, 1], [1, 2])), plain(i32([2], [0, 0])), 1)} => ${[1.5]}
    long rows:
      ${use('Mean', f32([4, 16], upTo(64)), [0, 1, 0, 0], 2)}
      => ${[...upTo(16).map((i) => (3 * i + 80) / 3), ...upTo(16).map((i) => i + 16)]}
    rank 7: ${use('Std', f32([2, 1, 1, 2, 1, 1, 1], [1, 2, 5, 8]), [0, 0], 1)} => ${[2, 3]}
    equal values whose mean is rounded: ${use('Std', eight(0.1), eight(0), 1)} => ${[0]}
    a large offset: ${use('Std', [1e7, 1e7 + 8], [0, 0], 1)} => ${[4]}
    large values: ${use('Std', [1e30, -1e30], [0, 0], 1)} => ${[1e30]}
    small values: ${use('Std', [2e-30, 0], [0, 0], 1)} => ${[1e-30]}
    NaN: ${use('Std', ['NaN', 1, 3], [0, 0, 1], 2)} => ${['NaN', 0]}
    large values: ${use('Softmax', [1e30, 1e30, -1e30], [0, 0, 0], 1)} => ${[0.5, 0.5, 0]}
    -Infinity: ${use('Softmax', ['-Infinity', 1, 1], [0, 0, 0], 1)} => ${[0, 0.5, 0.5]}
    only -Infinity: ${use('Softmax', ['-Infinity', 1], [0, 1], 2)} => ${['NaN', 1]}
    only -Infinity: ${use('LogSoftmax', ['-Infinity', 1], [0, 1], 2)} => ${['NaN', 0]}
    only -Infinity: ${use('Std', ['-Infinity', '-Infinity', 1], [0, 0, 1], 2)} => ${['NaN', 0]}
    -Infinity, and values too small for float32:
      ${use('LogSoftmax', ['-Infinity', 0, 500], [0, 0, 0], 1)} => ${['-Infinity', -500, 0]}
    large values:
      ${use('LogSumExp', [1e30, -1e30, 1000, 1000], [0, 0, 1, 1], 2)} => ${[1e30, 1000 + Math.LN2]}
    infinities:
      ${use('LogSumExp', ['-Infinity', 'Infinity', '-Infinity', 3], [0, 1, 1, 2], 3)}
      => ${['-Infinity', 'Infinity', 3]}
  `,
  ...cases`
    each example has ids:
      ${use('Sum', twoExamples, i32([2, 2], [0, 0, 1, -1]), 2, { batchDims: 1 })}
      => ${[4, 6, 0, 0, 0, 0, 5, 6]}
    the examples share ids:
      ${use('Sum', twoExamples, [1, 1], 2, { batchDims: 1 })} => ${[0, 0, 4, 6, 0, 0, 12, 14]}
    a batch of two dimensions shares ids:
      ${use('Mean', f32([2, 1, 3], [1, 2, 3, 4, 5, 9]), [0, -1, 0], 1, { batchDims: 2 })}
      => ${[2, 6.5]}
    ids of rank 2 in each example:
      ${use('Max', f32([2, 1, 2], [1, 2, 3, 4]), i32([2, 1, 2], [0, 1, 1, 1]), 2, {
        batchDims: 1,
        empty: 0,
      })}
      => ${[1, 2, 0, 4]}
    ArgMax counts the slices of each example:
      ${use('ArgMax', f32([2, 3], [1, 5, 2, 9, 8, 'NaN']), [0, 0, 1], 2, { batchDims: 1 })}
      => ${i32([2, 2], [1, 2, 0, 2])}
    Softmax of examples that share ids:
      ${use('Softmax', f32([2, 3], [4, 5, 4, 7, 7, 7]), [0, 1, 0], 3, { batchDims: 1 })}
      => ${[0.5, 1, 0.5, 0.5, 1, 0.5]}
    exact int32 of examples that share ids:
      ${use('Sum', i32([2, 2], [16777217, 1, 3, 16777219]), [1, 0], 2, { batchDims: 1 })}
      => ${i32([2, 2], [1, 16777217, 16777219, 3])}
    Sum of bool counts in each example:
      ${use('Sum', bool([2, 3], [1, 1, 0, 1, 1, 1]), [0, 0, 1], 2, { batchDims: 1 })}
      => ${i32([2, 2], [2, 0, 2, 1])}
    no examples: ${use('Sum', f32([0, 2, 1], []), [0, 0], 3, { batchDims: 1 })} => ${[]}
    examples without rows:
      ${use('Max', f32([2, 0, 1], []), [], 1, { batchDims: 1, empty: 7 })} => ${[7, 7]}
    plain arrays: ${use('Sum', plain(twoExamples), plain(i32([2], [0, 0])), 1, { batchDims: 1 })}
      => ${[4, 6, 12, 14]}
  `,
];

const two = i32([2], [0, 1]);
const numbers = f32([2], [1, 2]);
export const segmentErrors = [
  ...rejected`
    x has dtype bool ... 'float32' or 'int32': ${use('Mean', bool([2], [1, 0]), two, 2)}
    x has dtype string ... 'float32', 'int32' or 'bool': ${use('Sum', str([2], ['a', 'b']), two, 2)}
    x has dtype complex64: ${use('Prod', c64([1], [1, 0]), [0], 1)}
  `,
  ...['SqrtN', 'Std', 'Softmax', 'LogSoftmax', 'LogSumExp'].flatMap(
    (op) => rejected`dtype int32 ... 'float32'.: ${use(op, i32([2], [1, 2]), two, 2)}`,
  ),
  ...rejected`
    segmentIds has dtype float32: ${use('Sum', numbers, f32([2], [0, 1]), 2)}
    segmentIds holds 0.5: ${use('Sum', numbers, plain(f32([2], [0, 0.5])), 2)}
    no option 'empty', expected 'batchDims' or 'outOfBounds': ${use('Sum', numbers, two, 2, { empty: 1 })}
    outOfBounds is 'clamp', expected 'error' or 'drop':
      ${use('Max', numbers, two, 2, { outOfBounds: 'clamp' })}
  `,
  ...(
    [
      ['Max', i32([2], [1, 2]), 0.5],
      ['Min', i32([2], [1, 2]), Infinity],
      ['ArgMax', numbers, 0.5],
    ] as const
  ).flatMap(
    ([op, x, empty]) => rejected`
      empty is ${empty}, expected an integer in the range of int32: the result has dtype int32.:
        ${use(op, x, two, 2, { empty })}
    `,
  ),
  ...rejected`
    empty is 1e+39, expected a number in the range of float32:
      ${use('Max', numbers, two, 2, { empty: 1e39 })}
    shape [1] ... [2]: ${use('Max', numbers, [0], 1)}
    shape [2, 1] ... [2]: ${use('Std', numbers, i32([2, 1], [0, 0]), 1)}
    segmentIds has shape [3], expected [2] for the whole batch, or the shape of x's leading dimensions
    (x has shape [2, 2, 2]).:
      ${use('Sum', twoExamples, [0, 0, 0], 1, { batchDims: 1 })}
    segmentIds has shape [2, 1]: ${use('Sum', twoExamples, i32([2, 1], [0, 0]), 1, { batchDims: 1 })}
    segmentIds has shape [2, 2]: ${use('Sum', twoExamples, i32([2, 2], [0, 0, 0, 0]), 1, { batchDims: 2 })}
    segmentIds has shape []: ${use('Softmax', twoExamples, i32([], [0]), 1, { batchDims: 1 })}
    x has shape [2], expected rows ... rank 2 or more:
      ${use('ArgMax', numbers, two, 2, { batchDims: 1 })}
    batchDims is -1, expected a nonnegative integer: ${use('Sum', numbers, two, 2, { batchDims: -1 })}
    batchDims is 0.5: ${use('Std', numbers, two, 2, { batchDims: 0.5 })}
    segmentIds has the value 2 at [1, 0] ... numSegments, 2:
      ${use('Max', twoExamples, i32([2, 2], [0, 0, 2, 0]), 2, { batchDims: 1 })}
    segmentIds has the value 5 at [1] ... numSegments, 2:
      ${use('Mean', twoExamples, [0, 5], 2, { batchDims: 1 })}
    numSegments is 1099511627776 ... shape [2, 1099511627776, 2]:
      ${use('Sum', twoExamples, two, 2 ** 40, { batchDims: 1 })}
  `,
  ...[-1, 1.5].flatMap(
    (count) => rejected`numSegments is ${count}: ${use('Softmax', numbers, two, count)}`,
  ),
  ...['Sum', 'Mean', 'Max', 'Prod', 'SqrtN', 'ArgMax'].flatMap(
    (op) => rejected`
      numSegments is 1099511627776, which needs 3298534883328 values (shape [1099511627776, 3]),
      expected at most 2147483647, the most that int32 offsets can address.:
        ${use(op, f32([2, 3], [1, 2, 3, 4, 5, 6]), two, 2 ** 40)}
    `,
  ),
  ...rejected`
    numSegments is 1099511627776, which needs 1099511627776 values -- rows without values:
      ${use('SqrtN', f32([2, 0], []), two, 2 ** 40)}
  `,
  ...['Sum', 'Softmax', 'Std'].flatMap(
    (op) => rejected`
      segmentIds has the value 2 at [1, 0] ... numSegments, 2:
        ${use(op, f32([2, 2], [1, 2, 3, 4]), i32([2, 2], [0, -1, 2, 7]), 2)}
    `,
  ),
];

type Values = JsonNumber[];

/** dy with the gradient of x, or v with the derivatives of <v, gradient> with respect to dy and x. */
interface Numbers {
  v?: Values;
  dy: Values;
  x: Values;
}

const gradients = (texts: readonly string[], ...cells: Cell<SegmentCall | Numbers>[]) =>
  readCalls<SegmentCall, Numbers>(texts, cells).map(([name, use, ...numbers]) => {
    const [{ dy, x: gradient }, second] = numbers.map(({ v = [], dy, x }) => ({
      v: f32([v.length], v),
      dy: f32(segmentResultShape(use), dy),
      x: f32(use.inputs.x.shape, x),
    }));
    return { name, ...use, dy, gradient, second };
  });

/** Cases with derivatives of 0 instead of NaN, or exact ones at a zero. */
export const segmentGradients = gradients`
  Std is flat at 0:
    ${use('Std', [...eight(0.1), 5], [...eight(0), 1], 3)}
    => ${{ dy: [1, 2, 3], x: [...eight(0), 0] }}
    => ${{ v: [1, 2, 3, 4, 5, 6, 7, 8, 9], dy: [0, 0, 0], x: [...eight(0), 0] }}
  Std where a dropped value is NaN:
    ${use('Std', [1, 3, 'NaN'], [0, 0, -1], 1)}
    => ${{ dy: [1], x: [-0.5, 0.5, 0] }}
    => ${{ v: [1, 2, 3], dy: [0.5], x: [0, 0, 0] }}
  Std of values whose range overflows:
    ${use('Std', [3e38, -3e38, 1, 3], [0, 0, 1, 1], 2)}
    => ${{ dy: [4, 2], x: [2, -2, -1, 1] }}
    => ${{ v: [2, 4, 0, 1], dy: [-1, 0.5], x: [0, 0, 0, 0] }}
  Mean of values whose sum overflows:
    ${use('Mean', [3e38, 3e38, 1], [0, 0, 1], 2)}
    => ${{ dy: [4, 3], x: [2, 2, 3] }}
    => ${{ v: [2, 4, 5], dy: [3, 5], x: [0, 0, 0] }}
  SqrtN of values whose sum overflows:
    ${use('SqrtN', [1e38, 1e38, 1e38, 1e38], [0, 0, 0, 0], 1)}
    => ${{ dy: [4], x: [2, 2, 2, 2] }}
    => ${{ v: [2, 4, 6, 8], dy: [10], x: [0, 0, 0, 0] }}
  Prod with zeros:
    ${use('Prod', [0, 3, 0, 0, 2], [0, 0, 1, 1, 1], 2)}
    => ${{ dy: [1, 1], x: [3, 0, 0, 0, 0] }}
    => ${{ v: [1, 1, 1, 1, 1], dy: [3, 0], x: [1, 1, 2, 2, 0] }}
  Max where NaN stands for an empty segment:
    ${use('Max', [1, 2], [0, 0], 2, { empty: NaN })}
    => ${{ dy: [4, 1], x: [0, 4] }}
    => ${{ v: [1, 3], dy: [3, 0], x: [0, 0] }}
  Max with a tie:
    ${use('Max', [2, 2, 1], [0, 0, 0], 2)}
    => ${{ dy: [4, 1], x: [2, 2, 0] }}
    => ${{ v: [1, 3, 5], dy: [2, 0], x: [0, 0, 0] }}
  Max of examples that share ids:
    ${use('Max', f32([2, 3], [2, 2, 1, 3, 4, 5]), [0, 0, 1], 2, { batchDims: 1 })}
    => ${{ dy: [4, 1, 8, 2], x: [2, 2, 1, 0, 8, 2] }}
    => ${{ v: [1, 3, 5, 1, 2, 3], dy: [2, 5, 2, 3], x: [0, 0, 0, 0, 0, 0] }}
  LogSumExp with some -Infinity, only -Infinity, and nothing:
    ${use('LogSumExp', ['-Infinity', 0, 0, '-Infinity'], [0, 0, 0, 1], 3)}
    => ${{ dy: [2, 1, 1], x: [0, 1, 1, 0] }}
    => ${{ v: [1, 1, 0, 1], dy: [0.5, 0, 0], x: [0, 0.5, -0.5, 0] }}
  Softmax with -Infinity:
    ${use('Softmax', ['-Infinity', 0, 0], [0, 0, 0], 1)}
    => ${{ dy: [1, 2, 0], x: [0, 0.5, -0.5] }}
    => ${{ v: [1, 1, 0], dy: [0, 0.25, -0.25], x: [0, 0, 0] }}
  LogSoftmax with -Infinity, and a dropped Infinity:
    ${use('LogSoftmax', ['-Infinity', 0, 0, 'Infinity'], [0, 0, 0, -1], 1)}
    => ${{ dy: [0, 2, 0, 5], x: [0, 1, -1, 0] }}
    => ${{ v: [0, 1, 0, 1], dy: [-0.5, 0.5, -0.5, 0], x: [0, -0.5, 0.5, 0] }}
`;

export const emptyIntegers: (SegmentCall & { extremum: 'lowest' | 'highest' })[] = [
  { ...use('Max', i32([1], [7]), [1], 2), extremum: 'lowest' },
  { ...use('Min', i32([1], [7]), [1], 2), extremum: 'highest' },
  { ...use('Max', i32([1], [7]), [1], 2, { empty: 2 ** 31 - 1 }), extremum: 'highest' },
];
