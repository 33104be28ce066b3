/** Losses with integer labels as literal cases: calls that are easy to get wrong. */
import type { LossUse } from '../../support/call.js';
import { rejected, resultTable } from '../../support/read_table.js';
import { bool, f32, given, type Given, i32, plain } from '../../support/values.js';

type Options = NonNullable<LossUse['options']> & { classWeights?: Given };

/** A call; without `none` it returns a scalar. */
function loss(logits: Given, labels: Given, options: Options = {}): LossUse & { kind: 'loss' } {
  const { classWeights, ...others } = options;
  const weights = classWeights && { classWeights: given(classWeights, 'float32') };
  return {
    kind: 'loss',
    op: 'sparseSoftmaxCrossEntropy',
    inputs: { logits: given(logits, 'float32'), labels: given(labels, 'int32'), ...weights },
    options: others,
  };
}

const readCases = resultTable((use: LossUse, expected) =>
  given(expected, 'float32', (size) =>
    use.options?.reduction === 'none' ? use.inputs.labels.shape : size === 1 ? [] : [size],
  ),
);

const none = { reduction: 'none' } as const;
const pair = f32([2, 2], [0, 0, 1, 3]);
const three = f32([2, 3], [1, 2, 3, 0, 0, 0]);
const inf = 'Infinity';
const minus = '-Infinity';

export const lossCases = readCases`
  the sum: ${loss(three, [2, 0], { reduction: 'sum' })} => ${[1.5062182]}
  smoothing of 1: ${loss(three, [2, 0], { labelSmoothing: 1, ...none })} => ${[1.407606, 1.0986123]}
  ignored by default: ${loss(pair, [-100, 1], none)} => ${[0, 0.126928]}
  the mean leaves out ignored labels: ${loss(pair, [-100, 1])} => ${[0.126928]}
  all ignored: ${loss(pair, [-100, -100])} => ${['NaN']}
  the sum of ignored labels: ${loss(pair, [-100, -100], { reduction: 'sum' })} => ${[0]}
  weights of 0: ${loss(pair, [0, 0], { classWeights: [0, 1] })} => ${['NaN']}
  a single row: ${loss([0, 0], i32([], [1]))} => ${[0.6931472]}
  rank 7: ${loss(f32([2, 1, 1, 1, 1, 1, 2], [0, 0, 1, 3]), i32([2, 1, 1, 1, 1, 1], [0, 1]))} => ${[0.4100376]}
  plain arrays: ${loss(plain(pair), plain(i32([2], [0, 1])), { classWeights: plain(f32([2], [1, 3])) })} => ${[0.2684828]}
  labels of float32: ${loss(pair, f32([2], [0, 1]))} => ${[0.4100376]}
  one class: ${loss(f32([2, 1], [5, -7]), [0, 0], none)} => ${[0, 0]}
  no labels: ${loss(f32([0, 3], []), i32([0], []))} => ${['NaN']}
  the sum of no labels: ${loss(f32([0, 3], []), i32([0], []), { reduction: 'sum' })} => ${[0]}
  no labels, without a reduction: ${loss(f32([2, 3, 0], []), i32([2, 0], []), { axis: 1, ...none })} => ${[]}
  large logits: ${loss(f32([2, 2], [1e30, -1e30, 1000, 1001]), [0, 0], none)} => ${[0, 1.3132617]}
  -- Infinity: ${loss(f32([3, 2], [inf, 0, minus, 0, minus, 0]), [0, 0, 1], none)} => ${['NaN', inf, 0]}
  nothing but -Infinity: ${loss(f32([1, 2], [minus, minus]), [0])} => ${['NaN']}
  NaN in a row: ${loss(f32([2, 2], ['NaN', 0, 0, 0]), [1, 1], none)} => ${['NaN', 0.6931472]}
  NaN and Infinity at ignored labels:
    ${loss(f32([3, 2], ['NaN', 0, inf, 0, 0, 0]), [-100, -100, 1])} => ${[0.6931472]}
`;

const labels = i32([2], [0, 1]);

export const lossErrors = rejected`
  logits has dtype int32, expected float32 ... labels, logits) of TensorFlow; sparseSoftmaxCrossEntropy expects (logits, labels).:
    ${loss(labels, pair)}
  labels holds 0.5 ... The arguments look like the (labels, logits):
    ${loss(plain(i32([2], [0, 1])), plain(f32([2, 2], [0, 0.5, 1, 3])))}
  labels has shape [2, 2], expected []: logits [2] without the classes. The arguments look like:
    ${loss(f32([2], [0, 1]), i32([2, 2], [0, 0, 1, 3]))}
  labels has shape [2, 1], expected [2]: logits [2, 2] without the classes: ${loss(pair, i32([2, 1], [0, 1]))}
  labels has shape [1], expected [2]: logits [2, 2] without the classes.: ${loss(pair, [0])}
  labels has shape [2, 2], expected [2]: ${loss(pair, i32([2, 2], [0, 1, 0, 1]))}
  labels has the value 0.5 at [1], expected integers: ${loss(pair, f32([2], [0, 0.5]))}
  labels holds 0.5, expected integers: ${loss(pair, plain(f32([2], [0, 0.5])))}
  labels has dtype bool, expected int32: ${loss(pair, bool([2], [0, 1]))}
  labels has the value 2 at [1], expected a class in [0, 1], or ignoreIndex, -100.: ${loss(pair, [0, 2])}
  labels has the value -1 at [1]: ${loss(f32([3, 2], [0, 0, 0, 0, 0, 0]), [-100, -1, 0])}
  labels has the value -100 at [0] ... ignoreIndex, 5.: ${loss(pair, [-100, 5], { ignoreIndex: 5 })}
  logits has shape [2, 0], expected at least one class on axis 1.: ${loss(f32([2, 0], []), labels)}
  logits has shape [], expected at least one class on axis 0.: ${loss(f32([], [1]), i32([], [0]))}
  axis is 2, expected an integer in [-2, 1]: ${loss(pair, labels, { axis: 2 })}
  classWeights has shape [3], expected [2], a weight for each class.: ${loss(pair, labels, { classWeights: [1, 2, 3] })}
  classWeights has dtype int32, expected float32: ${loss(pair, labels, { classWeights: i32([2], [1, 2]) })}
  labelSmoothing is 1.5, expected a number in [0, 1].: ${loss(pair, labels, { labelSmoothing: 1.5 })}
  labelSmoothing is NaN, expected a number: ${loss(pair, labels, { labelSmoothing: NaN })}
  ignoreIndex is 0.5, expected an integer.: ${loss(pair, labels, { ignoreIndex: 0.5 })}
  reduction is 'batchmean', expected 'mean', 'sum' or 'none'.: ${loss(pair, labels, { reduction: 'batchmean' })}
  there is no option 'weight', expected 'axis', 'reduction', 'ignoreIndex', 'labelSmoothing' or 'classWeights'.:
    ${loss(pair, labels, { weight: [1, 2] } as never)}
  options is 1, expected a plain object such as {axis: 1}: ${{ ...loss(pair, labels), options: 1 as never }}
`;
