/** Random gradients of the ops whose kernels or gradients the package replaces on wasm. */
import * as tf from '@tensorflow/tfjs';
import type { TensorData } from '../support/call.js';
import { broadcast, commonShape } from '../support/oracle_targets.js';
import { chance, int, pick, shuffled } from '../support/random_values.js';
import type { Draw } from '../support/seed.js';
import { numbersOf } from '../support/values.js';
import { type Exact, mapped, plus, product, reducedTo } from './float_oracle.js';
import { finiteFloats, type OptionCall, randomFactors, randomRanks } from './option_calls.js';

const exactly = ({ shape, values }: TensorData): Exact => ({
  shape,
  y: numbersOf({ dtype: 'float32', shape, values }),
  slack: values.map(() => 0),
});

/** The gradients of a function by its inputs for `dy`, which comes last. */
const gradientsOf =
  (f: (...inputs: tf.Tensor[]) => tf.Tensor): OptionCall['run'] =>
  (tensors) => {
    const { dy, ...inputs } = tensors;
    return tf.grads(f)(Object.values(inputs), dy);
  };

function randomBroadcast(draw: Draw): number[][] {
  const batch = Array.from({ length: int(draw, 0, 3) }, () => int(draw, 1, 3));
  const narrow = () => batch.map((length) => (chance(draw, 3) ? 1 : length));
  return [narrow(), narrow().slice(chance(draw, 3) ? 1 : 0)];
}

function productGradients(
  { a, b, transposeA, transposeB }: ReturnType<typeof randomFactors>,
  dy: TensorData,
) {
  const ofA = transposeA
    ? product(b, dy, [transposeB, true])
    : product(dy, b, [false, !transposeB]);
  const ofB = transposeB
    ? product(dy, a, [true, transposeA])
    : product(a, dy, [!transposeA, false]);
  return [reducedTo(ofA, a.shape), reducedTo(ofB, b.shape)];
}

/** Of a product, or of one fused with a bias: tfjs makes one stack of each operand's matrices then. */
function randomProductGradient(draw: Draw): OptionCall {
  const isFused = chance(draw, 2);
  const drawn = randomBroadcast(draw);
  const stacks = isFused ? [drawn[0], drawn[0]] : drawn;
  const sizes = Array.from({ length: 3 }, () => pick(draw, [1, 2, 3, 5, 9]));
  const factors = randomFactors(draw, stacks, sizes, finiteFloats);
  const { a, b, transposeA, transposeB } = factors;
  const dy = finiteFloats(draw, [...commonShape(stacks), sizes[0], sizes[2]]);
  const gradients = productGradients(factors, dy);
  const title = `gradient of matMul ${JSON.stringify({ isFused, transposeA, transposeB })}`;
  if (!isFused) {
    const run = gradientsOf((a, b) => tf.matMul(a, b, transposeA, transposeB));
    return { title, inputs: { a, b, dy }, run, expected: gradients };
  }
  const bias = finiteFloats(draw, pick(draw, [[sizes[2]], [1], [1, sizes[2]]]));
  return {
    title,
    inputs: { a, b, bias, dy },
    run: gradientsOf((a, b, bias) => tf.fused.matMul({ a, b, transposeA, transposeB, bias })),
    expected: [...gradients, reducedTo(exactly(dy), bias.shape)],
  };
}

function randomReductionGradient(draw: Draw): OptionCall {
  const op = pick(draw, ['sum', 'mean'] as const);
  const shape = randomRanks(draw).map((length) => Math.max(length, 1));
  const rank = shape.length;
  const axes = shuffled(
    draw,
    shape.map((_, d) => d),
  ).slice(0, int(draw, 0, rank));
  const isRepeated = op === 'sum' && axes.length > 0 && chance(draw, 4);
  const axis = [...axes, ...(isRepeated ? [axes[0] - rank] : [])];
  const kept = shape.map((length, d) => (axes.includes(d) ? 1 : length));
  const keepDims = chance(draw, 2);
  const dy = finiteFloats(draw, keepDims ? kept : kept.filter((_, d) => !axes.includes(d)));
  const y = numbersOf(broadcast({ ...dy, shape: kept }, shape));
  const exact = { shape, y, slack: y.map(() => 0) };
  const over = axes.reduce((count, d) => count * shape[d], 1);
  return {
    title: `gradient of ${op} ${JSON.stringify({ axis, keepDims })}`,
    inputs: { x: finiteFloats(draw, shape), dy },
    run: gradientsOf((x) => tf[op](x, axis, keepDims)),
    expected: [op === 'sum' ? exact : mapped(exact, (value) => value / over)],
  };
}

function randomMapGradient(draw: Draw): OptionCall {
  const op = pick(draw, ['exp', 'clone'] as const);
  const shape = randomRanks(draw);
  const [x, dy] = [finiteFloats(draw, shape), finiteFloats(draw, shape)];
  const by = numbersOf(dy);
  const slope = op === 'exp' ? Math.exp : () => 1;
  const { y } = exactly(x);
  const gradient = plus({
    shape,
    y: y.map((value, i) => slope(value) * by[i]),
    slack: y.map(() => 0),
  });
  return {
    title: `gradient of ${op}`,
    inputs: { x, dy },
    run: gradientsOf((x) => tf[op](x)),
    expected: [mapped(gradient, (value) => value)],
  };
}

/** Of maxima and minima, whose ties share evenly, and of logSumExp, which takes a maximum first. */
function randomExtremumGradient(draw: Draw): OptionCall {
  const op = pick(draw, ['max', 'min', 'logSumExp'] as const);
  const shape = randomRanks(draw).map((length) => Math.max(length, 1));
  const axes = shape.map((_, d) => d).filter(() => chance(draw, 2));
  const keepDims = chance(draw, 2);
  const kept = shape.map((length, d) => (axes.includes(d) ? 1 : length));
  const x = finiteFloats(draw, shape);
  const dy = finiteFloats(draw, keepDims ? kept : kept.filter((_, d) => !axes.includes(d)));
  const share = (group: number[]): number[] => {
    const extremum = group.reduce((a, b) => (op === 'min' ? Math.min(a, b) : Math.max(a, b)));
    const shares = group.map((value) =>
      op === 'logSumExp' ? Math.exp(value - extremum) : +(value === extremum),
    );
    const sum = shares.reduce((a, b) => a + b);
    return shares.map((each) => each / sum);
  };
  const groups = groupsOf(shape, kept);
  const [values, by] = [numbersOf(x), numbersOf(broadcast({ ...dy, shape: kept }, shape))];
  const y = values.map(() => 0);
  for (const group of groups) {
    share(group.map((i) => values[i])).forEach((each, k) => (y[group[k]] = each * by[group[k]]));
  }
  return {
    title: `gradient of ${op} ${JSON.stringify({ axes, keepDims })}`,
    inputs: { x, dy },
    run: gradientsOf((x) => tf[op](x, axes, keepDims)),
    expected: [{ shape, y, slack: y.map((_, i) => Math.abs(by[i]) * 2 ** -18 + 2 ** -120) }],
  };
}

/** The places that are reduced to each value of a shape in which the axes that are reduced have length 1. */
function groupsOf(shape: number[], kept: number[]): number[][] {
  const places = Array.from({ length: kept.reduce((a, b) => a * b, 1) }, (_, i) => i);
  const ends = numbersOf(broadcast({ dtype: 'int32', shape: kept, values: places }, shape));
  const groups = places.map((): number[] => []);
  ends.forEach((end, i) => groups[end].push(i));
  return groups;
}

export const randomGradient = (draw: Draw): OptionCall =>
  pick(draw, [
    randomProductGradient,
    randomReductionGradient,
    randomMapGradient,
    randomExtremumGradient,
  ])(draw);
