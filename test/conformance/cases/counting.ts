/** Counting functions as literal cases: TensorFlow's examples, and calls that are easy to get wrong. */
import type { CountingCall } from '../../support/call.js';
import { rejected, resultTable } from '../../support/read_table.js';
import { bool, f32, given, type Given, i32, plain } from '../../support/values.js';

function bincount(size: number, ofIds: Given, weights?: Given): CountingCall {
  const ids = given(ofIds, 'int32');
  const inputs = weights ? { ids, weights: given(weights, 'float32') } : { ids };
  return { kind: 'counting', op: 'bincount', inputs, size };
}

const histogram = (values: Given, range: [number, number], bins?: number): CountingCall => ({
  kind: 'counting',
  op: 'histogramFixedWidth',
  inputs: { values: given(values, 'float32') },
  range,
  bins,
});

/** Tenths, which floats store slightly too low or too high, and the results of dividing them by 0.1. */
const tenths = f32([9], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]);

const readCases = resultTable((use: CountingCall, expected) =>
  given(expected, use.inputs.weights ? 'float32' : 'int32'),
);

export const countingCases = readCases`
  TensorFlow's example of bincount: ${bincount(6, [1, 1, 2, 3, 5])} => ${[0, 2, 1, 1, 0, 1]}
  TensorFlow's example of weights:
    ${bincount(6, [1, 1, 2, 3, 5], [1, 5, 0, 1, 0])} => ${[0, 6, 0, 1, 0, 0]}
  ids below 0, and size or more:
    ${bincount(3, i32([2, 3], [2, -1, 0, 3, 2, 2048]), f32([2, 3], [1, 2, 4, 8, 16, 32]))}
    => ${[4, 0, 17]}
  a scalar: ${bincount(2, plain(i32([], [1])))} => ${[0, 1]}
  rank 7: ${bincount(2, i32([2, 1, 1, 1, 1, 1, 1], [1, 1]))} => ${[0, 2]}
  plain arrays: ${bincount(2, plain(i32([2], [0, 0])), plain(f32([2], [1, 0.5])))} => ${[1.5, 0]}
  no ids: ${bincount(2, [])} => ${[0, 0]}
  no ids, with weights: ${bincount(2, [], [])} => ${[0, 0]}
  no size: ${bincount(0, [0, 1])} => ${[]}
  TensorFlow's example of histogram_fixed_width:
    ${histogram([-1, 0, 1.5, 2, 5, 15], [0, 5], 5)} => ${[2, 1, 1, 0, 2]}
  edges that are rounded: ${histogram(tenths, [0, 1], 10)} => ${[0, ...Array<number>(9).fill(1)]}
  NaN, infinities and both ends:
    ${histogram(f32([2, 3], ['NaN', 'Infinity', '-Infinity', 0, 1, 'NaN']), [0, 1], 2)} => ${[2, 2]}
  a range that overflows: ${histogram([-3e38, -1, 0, 1, 3e38], [-3e38, 3e38], 2)} => ${[2, 3]}
  a narrow range far from 0:
    ${histogram([2 ** 20, 2 ** 20 + 0.25, 2 ** 20 + 0.5, 2 ** 20 + 1], [2 ** 20, 2 ** 20 + 1], 4)}
    => ${[1, 1, 1, 1]}
  int32: ${histogram(i32([4], [-5, 0, 1, 2]), [0, 2], 2)} => ${[2, 2]}
  one bin: ${histogram(['NaN', -7, 7], [0, 1], 1)} => ${[2]}
  no values: ${histogram([], [0, 1], 2)} => ${[0, 0]}
  a hundred bins:
    ${histogram(plain(f32([1], [0.995])), [0, 1])} => ${[...Array<number>(99).fill(0), 1]}
`;

const two = i32([2], [0, 1]);

/** The order of tfjs' arguments. */
const weightsFirst = { ...bincount(2, two), size: [2] as never };

export const countingErrors = rejected`
  size is undefined, expected a nonnegative integer: ${{ ...bincount(1, two), size: undefined }}
  size is -1, expected a nonnegative integer: ${bincount(-1, two)}
  size is [2], expected a nonnegative integer: ${weightsFirst}
  range is 2, expected two numbers ... the order is (values, [low, high], bins).:
    ${histogram([1], 2 as never)}
  size is 1099511627776, which needs 1099511627776 values: ${bincount(2 ** 40, two)}
  bins is 1099511627776, which needs 1099511627777 values: ${histogram([1], [0, 1], 2 ** 40)}
  ids has dtype float32, expected int32: ${bincount(2, f32([2], [0, 1]))}
  ids holds 0.5: ${bincount(2, plain(f32([1], [0.5])))}
  weights has dtype int32, expected float32: ${bincount(2, two, two)}
  weights has shape [1], expected [2], the shape of ids: ${bincount(2, two, [1])}
  expected 'float32' or 'int32': ${histogram(bool([1], [1]), [0, 1], 1)}
  bins is 0, expected a positive integer: ${histogram([1], [0, 1], 0)}
  range is [1, 1], expected two numbers: ${histogram([1], [1, 1])}
  range is [0, Infinity]: ${histogram([1], [0, Infinity])}
`;
