/** Random calls of the ops whose kernels the package replaces on wasm, over all of their options. */
import * as tf from '@tensorflow/tfjs';
import fc from 'fast-check';
import type { BuiltinCall } from '../builtins/call.js';
import { runBuiltin } from '../builtins/execute.js';
import { expectedOf } from '../builtins/oracle.js';
import { randomBuiltin } from '../builtins/random.js';
import type { TensorData } from '../support/call.js';
import { chance, int, pick, shuffled, tensorOf } from '../support/random_values.js';
import type { Draw } from '../support/seed.js';
import { broadcast, commonShape } from '../support/oracle_targets.js';
import { arrayOf, numbersOf, sizeOf } from '../support/values.js';
import { type Exact, mapped, plus, product, sumAlong } from './float_oracle.js';

/** A call on tensors of these values, and its results in float64. */
export interface OptionCall {
  title: string;
  inputs: Record<string, TensorData>;
  run: (tensors: Record<string, tf.Tensor>) => tf.Tensor[];
  /** null if tfjs throws for such a call. */
  expected: Exact[] | null;
}

const finite = fc.integer({ min: -32, max: 32 }).map((n) => n / 8);
const special = fc.constantFrom('NaN', 'Infinity', '-Infinity', '-0', 0, 1e-40, -1e-40, 1);

/** Floats, in one call of three with a few special ones. */
function floats(draw: Draw, shape: number[], rare = chance(draw, 3)): TensorData {
  const value = rare ? fc.oneof({ weight: 12, arbitrary: finite }, special) : finite;
  return tensorOf(draw, 'float32', shape, value);
}

export const finiteFloats = (draw: Draw, shape: number[]): TensorData => floats(draw, shape, false);

/** Leaves out dimensions in front, and sets others to 1. */
function broadcasting(draw: Draw, batch: number[]): number[] {
  const from = chance(draw, 3) ? int(draw, 0, batch.length) : 0;
  return batch.slice(from).map((length) => (chance(draw, 3) ? 1 : length));
}

function randomBatch(draw: Draw): number[] {
  const most = pick(draw, [0, 0, 1, 2, 4]);
  return Array.from({ length: most }, () => (chance(draw, 15) ? 0 : int(draw, 1, 3)));
}

/** The lengths of a product. Of small counts, some are as long as the module's tiles and blocks. */
function randomSizes(draw: Draw, batch: number[]): number[] {
  const long = sizeOf(batch) < 4 && chance(draw, 4) ? [16, 31, 140] : [];
  return Array.from({ length: 3 }, () => pick(draw, [0, 1, 2, 3, 4, 5, 8, 9, ...long]));
}

const stored = (stack: number[], [rows, columns]: number[], isTransposed: boolean) =>
  isTransposed ? [...stack, columns, rows] : [...stack, rows, columns];

export interface Factors {
  a: TensorData;
  b: TensorData;
  transposeA: boolean;
  transposeB: boolean;
}

export function randomFactors(
  draw: Draw,
  stacks: number[][],
  sizes: number[],
  values = floats,
): Factors {
  const [transposeA, transposeB] = [chance(draw, 2), chance(draw, 2)];
  const [rows, inner, columns] = sizes;
  return {
    a: values(draw, stored(stacks[0], [rows, inner], transposeA)),
    b: values(draw, stored(stacks[1], [inner, columns], transposeB)),
    transposeA,
    transposeB,
  };
}

export function randomProduct(draw: Draw): OptionCall {
  const batch = randomBatch(draw);
  const stacks = [batch, batch].map((each) => broadcasting(draw, each));
  const given = randomFactors(draw, stacks, randomSizes(draw, batch));
  const { a, b, transposeA, transposeB } = given;
  return {
    title: `matMul ${JSON.stringify({ transposeA, transposeB })}`,
    inputs: { a, b },
    run: ({ a, b }) => [tf.matMul(a, b, transposeA, transposeB)],
    expected: [product(a, b, [transposeA, transposeB])],
  };
}

type Fused = Parameters<typeof tf.fused.matMul>[0];

const elu = (x: number) => (x < 0 ? Math.expm1(x) : x);
const clip = (x: number, most: number) => (x > most ? most : x < 0 ? 0 : x);

const ACTIVATIONS: Record<string, (x: number) => number> = {
  linear: (x) => x,
  relu: (x) => clip(x, Infinity),
  relu6: (x) => clip(x, 6),
  sigmoid: (x) => 1 / (1 + Math.exp(-x)),
  elu,
};

/** The shape of a bias or of weights, for a result of this shape. tfjs makes one stack of a product's. */
function randomShapeFor(draw: Draw, shape: number[]): number[] {
  const [rows, columns] = shape.slice(-2);
  const ofStack = shape.length < 4 ? [shape.map((each, d) => (d === 1 ? 1 : each))] : [];
  return pick(draw, [[columns], [columns], [1], [], [1, columns], [rows, 1], shape, ...ofStack]);
}

export function randomFused(draw: Draw): OptionCall {
  const batch = randomBatch(draw);
  const ones = batch.map(() => 1);
  // tfjs makes one stack of a product's, and cannot broadcast others then.
  const stacks = pick(draw, [
    [batch, batch],
    [batch, ones],
    [ones, batch],
    [batch, []],
  ]);
  const sizes = randomSizes(draw, batch);
  const { a, b, transposeA, transposeB } = randomFactors(draw, stacks, sizes);
  const shape = [...batch, sizes[0], sizes[2]];
  const activation = pick(draw, [...Object.keys(ACTIVATIONS), 'leakyrelu', 'prelu', 'tanh']);
  const bias = chance(draw, 3) ? undefined : floats(draw, randomShapeFor(draw, shape));
  const weights = floats(draw, randomShapeFor(draw, shape), false);
  const leakyreluAlpha = pick(draw, [0, 0.25, -1, 1.5]);
  const inputs = { a, b, weights, ...(bias && { bias }) };
  const linear = plus(product(a, b, [transposeA, transposeB]), bias);
  const isForColumns = (given?: TensorData) =>
    !given || (given.shape.length === 1 && given.shape[0] === sizes[2]);
  // tfjs' own kernel turns NaN into 0.
  const isOwn =
    sizeOf(batch) === 1 && !sizes.includes(0) && !transposeA && !transposeB && isForColumns(bias);
  return {
    title: `fused.matMul ${JSON.stringify({ transposeA, transposeB, activation, leakyreluAlpha })}`,
    inputs,
    run: ({ weights, ...tensors }) => {
      const options = { transposeA, transposeB, activation, leakyreluAlpha };
      return [
        tf.fused.matMul({ ...tensors, ...options, preluActivationWeights: weights } as Fused),
      ];
    },
    expected: activated(linear, activation, leakyreluAlpha, weights, isOwn),
  };
}

function activated(
  x: Exact,
  activation: string,
  alpha: number,
  weights: TensorData,
  isOwn: boolean,
): Exact[] | null {
  if (activation === 'tanh') return null;
  const slope = (by: number) => (x: number) => (x < 0 ? x * by : x);
  if (activation === 'leakyrelu') return [mapped(x, slope(Math.fround(alpha)))];
  if (activation === 'prelu') {
    const none: Exact = { shape: x.shape, y: x.y.map(() => 0), slack: x.slack.map(() => 0) };
    const by = plus(none, weights).y;
    return [mapped(x, (value, i) => slope(by[i])(value))];
  }
  const ofNaN = isOwn && activation.startsWith('relu') ? 0 : NaN;
  const f = ACTIVATIONS[activation];
  return [mapped(x, (value) => (Number.isNaN(value) ? ofNaN : f(value)))];
}

/** A shape of rank 0 to 6, of up to a few thousand values. */
export function randomRanks(draw: Draw): number[] {
  const rank = int(draw, 0, 6);
  const longest = [0, 5000, 70, 17, 8, 5, 4][rank];
  return Array.from({ length: rank }, () =>
    chance(draw, 15) ? 0 : chance(draw, 3) ? longest : int(draw, 1, longest),
  );
}

export function randomSum(draw: Draw): OptionCall {
  const shape = randomRanks(draw);
  const dtype = pick(draw, ['float32', 'float32', 'int32', 'bool'] as const);
  const x = dtype === 'float32' ? floats(draw, shape) : integers(draw, dtype, shape);
  const rank = shape.length;
  const all = shape.map((_, d) => d);
  const some = shuffled(draw, all).slice(0, int(draw, 0, rank));
  const more = rank > 0 && chance(draw, 4) ? [int(draw, 0, rank - 1)] : [];
  const axes = [...some, ...more, ...(chance(draw, 4) ? some : [])].map((d) =>
    chance(draw, 2) ? d : d - rank,
  );
  const keepDims = chance(draw, 2);
  const [only] = axes;
  const axis = pick(draw, [undefined, axes, axes, axes.length === 1 ? only : axes]);
  return {
    title: `sum ${JSON.stringify({ axis, keepDims })} of ${dtype}`,
    inputs: { x },
    run: ({ x }) => [tf.sum(x, axis, keepDims)],
    expected: [sumAlong(x, axis === undefined ? all : axes, keepDims)],
  };
}

function integers(draw: Draw, dtype: 'int32' | 'bool', shape: number[]): TensorData {
  const [min, max] = dtype === 'bool' ? [0, 1] : [-9, 9];
  const { values } = tensorOf(draw, 'int32', shape, fc.integer({ min, max }));
  return { dtype, shape, values: dtype === 'bool' ? values.map((value) => value === 1) : values };
}

export function randomExp(draw: Draw): OptionCall {
  const shape = randomRanks(draw);
  const powers = fc.double({ min: -110, max: 90, noNaN: true });
  const value = fc.oneof({ weight: 12, arbitrary: powers }, special);
  const x = tensorOf(draw, 'float32', shape, value);
  const exact: Exact = { shape, y: numbersOf(x), slack: numbersOf(x).map(() => 0) };
  const rounded = (x: number) => Math.fround(Math.exp(x));
  return {
    title: 'exp',
    inputs: { x },
    run: ({ x }) => [tf.exp(x)],
    expected: [mapped(exact, rounded)],
  };
}

export function randomClone(draw: Draw): OptionCall {
  const x = floats(draw, randomRanks(draw), true);
  const { shape } = x;
  return {
    title: 'clone',
    inputs: { x },
    run: ({ x }) => [tf.clone(x)],
    expected: [{ shape, y: numbersOf(x), slack: numbersOf(x).map(() => 0) }],
  };
}

/** Compares tensors that broadcast; in half of the calls enough values for the module's own way. */
export function randomEqual(draw: Draw): OptionCall {
  const shape = randomRanks(draw);
  const dtype = pick(draw, ['float32', 'float32', 'int32', 'bool'] as const);
  const few = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: -1, max: 1 }) }, special);
  const values = (shape: number[]) =>
    dtype === 'float32' ? tensorOf(draw, dtype, shape, few) : integers(draw, dtype, shape);
  const [a, b] = [0, 1].map(() => values(broadcasting(draw, shape)));
  const to = commonShape([a.shape, b.shape]);
  const [x, y] = [a, b].map((each) => [...arrayOf(broadcast(each, to))]);
  return {
    title: `equal of ${dtype}`,
    inputs: { a, b },
    run: ({ a, b }) => [tf.equal(a, b)],
    expected: [{ shape: to, y: x.map((value, i) => +(value === y[i])), slack: x.map(() => 0) }],
  };
}

const INDEXED = [
  'gather',
  'gatherND',
  'scatterND',
  'tensorScatterUpdate',
  'sparseToDense',
  'unsortedSegmentSum',
] as const;

/** A gather or scatter, of which some index is out of bounds in half of the calls. */
export function randomIndexed(draw: Draw): OptionCall {
  const op = pick(draw, INDEXED);
  const dtypes = ['float32', 'float32', 'int32', ...(op.startsWith('gather') ? ['bool'] : [])];
  const dtype = pick(draw, dtypes as ('float32' | 'int32' | 'bool')[]);
  const outOfBounds = chance(draw, 2);
  const limits = { accelerated: false, outOfBounds, allowEmpty: true, maxRank: 6, allowRare: true };
  const call = randomBuiltin(draw, op, { ...limits, dtype });
  const { shape, y } = expectedOf(call).result;
  const isError = ['gather', 'tensorScatterUpdate'].includes(op) && isOutside(call);
  // Of an empty result, no index need be looked up.
  if (isError && y.length === 0) return randomIndexed(draw);
  return {
    title: `${op} ${JSON.stringify(call.options)}`,
    inputs: call.inputs,
    run: (tensors) => [runBuiltin(call, tensors).result],
    expected: isError ? null : [{ shape, y, slack: y.map(() => 0) }],
  };
}

/** Returns whether an index is out of bounds on its axis. */
function isOutside({ inputs, options: { axis = 0 } }: BuiltinCall): boolean {
  const { indices, x, tensor } = inputs as Partial<typeof inputs>;
  const sizes = tensor ? tensor.shape : (x?.shape.slice(axis) ?? []).slice(0, 1);
  const tuples = indices?.shape ?? [];
  const depth = tensor && tuples.length > 1 ? tuples[tuples.length - 1] : 1;
  const numbers = indices ? numbersOf(indices) : [];
  return numbers.some((index, i) => index < 0 || index >= sizes[i % depth]);
}
