/** Random calls of ops on single values, whose result may not change continuously. */
import type * as tfjs from '@tensorflow/tfjs';
import {
  broadcast,
  type Case,
  defined,
  type MakesRow,
  mixed,
  type RepairRow,
  sizeOf,
  type Tf,
} from './repair_ops.js';

type Tensor = tfjs.Tensor;

/** An op of one input, where it is smooth. An option is chosen for it, which is near no value. */
const smooth =
  (
    op: (tf: Tf, x: Tensor, option: number) => Tensor,
    f: (x: number, option: number) => number,
  ): MakesRow =>
  (random) => {
    const shape = random.shape();
    const option = random.int(1, 9) / 10;
    const of = ([x]: number[][]) => x.map((a) => f(a, option));
    const at = random.values(sizeOf(shape));
    return defined((tf, [x]) => op(tf, x, option), of, [shape], { at });
  };

/** A case whose derivatives are known, where differences cannot tell. */
const known = (shape: number[], at: number[], slopes: number[]): Case => ({
  shapes: [shape],
  at,
  first: slopes.map((slope, i) => slope * mixed(slopes.length, 1)[i]),
});

/** A result that does not change continuously, times one that does. */
export function constant(
  shapes: number[][],
  at: number[],
  op: (tf: Tf, xs: Tensor[]) => Tensor,
  f: (base: number[][]) => number[],
): RepairRow {
  const squares = (xs: number[][]) => xs.flat().reduce((sum, x) => sum + x * x, 0);
  return defined(
    (tf, xs) => {
      const sums = xs.map((x) => tf.sum(tf.square(x)));
      return tf.mul(
        sums.reduce((a, b) => tf.add(a, b)),
        tf.cast(op(tf, xs), 'float32'),
      );
    },
    (xs, base) => f(base).map((y) => y * squares(xs)),
    shapes,
    { at },
  );
}

const constantOf =
  (op: (tf: Tf, x: Tensor) => Tensor, f: (x: number) => number): MakesRow =>
  (random) => {
    const shape = random.shape();
    return constant(
      [shape],
      random.values(sizeOf(shape)),
      (tf, [x]) => op(tf, x),
      ([x]) => x.map(f),
    );
  };

/** An op of two inputs that broadcast. Values are multiples of an odd number: sums and differences are no integers. */
const ofTwo =
  (
    op: (tf: Tf, a: Tensor, b: Tensor) => Tensor,
    f: (a: number, b: number) => number,
    { isConstant = false, isPositive = false } = {},
  ): MakesRow =>
  (random) => {
    const shapes = random.pair();
    const size = sizeOf(shapes[0]) + sizeOf(shapes[1]);
    const at = isPositive ? random.positive(size) : random.values(size);
    const of = ([a, b]: number[][]) => broadcast(shapes).map(([i, j]) => f(a[i], b[j]));
    return isConstant
      ? constant(shapes, at, (tf, [a, b]) => op(tf, a, b), of)
      : defined((tf, [a, b]) => op(tf, a, b), of, shapes, { at });
  };

/** A cast, and a sum that is computed of integers. */
const cast: MakesRow = (random) => {
  const shape = random.shape();
  const size = sizeOf(shape);
  const [from, to] = [0, 1].map(() => random.pick(['float32', 'int32', 'bool'] as const));
  const at = Array.from({ length: size }, () => random.int(0, 1));
  const isZero = from !== to && (to === 'bool' || (to === 'int32' && from === 'float32'));
  const row = defined(
    (tf, [x]) => tf.cast(tf.cast(x, to), 'float32'),
    ([x]) => x,
    [shape],
  );
  return {
    ...row,
    dtypes: [from],
    cases: [
      known(
        shape,
        at,
        at.map(() => Number(!isZero)),
      ),
    ],
  };
};

const abs: MakesRow = (random) => {
  const shape = random.shape();
  const at = random.values(sizeOf(shape)).map((x) => Math.fround(x * 10 ** random.int(-36, 3)));
  const row = defined(
    (tf, [x]) => tf.abs(x),
    ([x]) => x.map(Math.abs),
    [shape],
  );
  return { ...row, cases: [known(shape, at, at.map(Math.sign))] };
};

const COMPARISONS = {
  equal: (a: number, b: number) => a === b,
  greater: (a: number, b: number) => a > b,
  greaterEqual: (a: number, b: number) => a >= b,
  less: (a: number, b: number) => a < b,
  lessEqual: (a: number, b: number) => a <= b,
  notEqual: (a: number, b: number) => a !== b,
};

const comparisons = Object.entries(COMPARISONS).map(([name, f]): [string, MakesRow] => [
  name,
  ofTwo(
    (tf, a, b) => tf[name as keyof typeof COMPARISONS](a, b),
    (a, b) => Number(f(a, b)),
    { isConstant: true },
  ),
]);

export const VALUE_REPAIRS: Record<string, MakesRow> = {
  ...Object.fromEntries(comparisons),
  abs,
  cast,
  ceil: constantOf((tf, x) => tf.ceil(x), Math.ceil),
  clipByValue: smooth(
    (tf, x, option) => tf.clipByValue(x, -0.5, option),
    (x, option) => Math.min(Math.max(x, -0.5), option),
  ),
  elu: smooth(
    (tf, x) => tf.elu(x),
    (x) => (x < 0 ? Math.expm1(x) : x),
  ),
  exp: smooth((tf, x) => tf.exp(x), Math.exp),
  floor: constantOf((tf, x) => tf.floor(x), Math.floor),
  floorDiv: ofTwo(
    (tf, a, b) => tf.floorDiv(a, b),
    (a, b) => Math.floor(a / b),
    { isConstant: true },
  ),
  isFinite: constantOf(
    (tf, x) => tf.isFinite(x),
    () => 1,
  ),
  isInf: constantOf(
    (tf, x) => tf.isInf(x),
    () => 0,
  ),
  isNaN: constantOf(
    (tf, x) => tf.isNaN(x),
    () => 0,
  ),
  leakyRelu: smooth(
    (tf, x, option) => tf.leakyRelu(x, option),
    (x, option) => Math.max(x, option * x),
  ),
  logicalAnd: ofTwo(
    (tf, a, b) => tf.logicalAnd(tf.greater(a, 0), tf.greater(b, 0)),
    (a, b) => Number(a > 0 && b > 0),
    { isConstant: true },
  ),
  logicalNot: constantOf(
    (tf, x) => tf.logicalNot(tf.greater(x, 0)),
    (x) => Number(x <= 0),
  ),
  logicalOr: ofTwo(
    (tf, a, b) => tf.logicalOr(tf.greater(a, 0), tf.greater(b, 0)),
    (a, b) => Number(a > 0 || b > 0),
    { isConstant: true },
  ),
  maximum: ofTwo((tf, a, b) => tf.maximum(a, b), Math.max),
  minimum: ofTwo((tf, a, b) => tf.minimum(a, b), Math.min),
  pow: ofTwo(
    (tf, a, b) => tf.pow(a, b),
    (a, b) => a ** b,
    { isPositive: true },
  ),
  'prelu, weights of the last axes': (random) => {
    const shape = random.shape();
    const shapes = [shape, shape.slice(random.int(0, shape.length))];
    return defined(
      (tf, [x, alpha]) => tf.prelu(x, alpha),
      ([x, alpha]) => x.map((a, i) => (a < 0 ? a * alpha[i % alpha.length] : a)),
      shapes,
      { at: random.values(sizeOf(shapes[0]) + sizeOf(shapes[1])) },
    );
  },
  prelu: ofTwo(
    (tf, a, b) => tf.prelu(a, b),
    (a, b) => (a < 0 ? a * b : a),
  ),
  relu6: smooth(
    (tf, x) => tf.relu6(tf.mul(x, 6)),
    (x) => Math.min(Math.max(6 * x, 0), 6),
  ),
  round: constantOf((tf, x) => tf.round(x), Math.round),
  searchSorted: constantOf(
    (tf, x) =>
      tf.reshape(tf.searchSorted(tf.tensor2d([[-0.5, 0, 0.5]]), tf.reshape(x, [1, -1])), x.shape),
    (x) => [-0.5, 0, 0.5].filter((edge) => edge < x).length,
  ),
  selu: smooth(
    (tf, x) => tf.selu(x),
    (x) => (x < 0 ? 1.7580993408473768 * Math.expm1(x) : 1.0507009873554805 * x),
  ),
  sigmoid: smooth(
    (tf, x) => tf.sigmoid(x),
    (x) => 1 / (1 + Math.exp(-x)),
  ),
  sign: constantOf((tf, x) => tf.sign(x), Math.sign),
  squaredDifference: ofTwo(
    (tf, a, b) => tf.squaredDifference(a, b),
    (a, b) => (a - b) ** 2,
  ),
  step: constantOf(
    (tf, x) => tf.step(x, -2),
    (x) => (x > 0 ? 1 : -2),
  ),
  tanh: smooth((tf, x) => tf.tanh(x), Math.tanh),
};
