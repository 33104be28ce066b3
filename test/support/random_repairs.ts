/**
 * Random calls of every op whose gradients `repairGradients()` replaces: over its options, axes, batches and ranks. Each
 * makes a row as in the table of derivatives. A seed makes a call, so that pages make the same.
 */
import type * as tfjs from '@tensorflow/tfjs';
import type { Random } from './random_numbers.js';
import { groupsOf, PRODUCT_REPAIRS } from './random_products.js';
import { constant, VALUE_REPAIRS } from './random_elementwise.js';
import { WINDOW_REPAIRS } from './random_windows.js';
import { defined, type MakesRow, mixed, sizeOf, type Tf } from './repair_ops.js';

type Tensor = tfjs.Tensor;

type Reduce = (tf: Tf, x: Tensor, axes: number | number[] | undefined, keep: boolean) => Tensor;

/** A call along axes: none, one or several, counted from either end. */
function alongAxes(random: Random) {
  const shape = random.shape(1);
  const axes = random.some([...shape.keys()]).map((d) => (random.bool() ? d : d - shape.length));
  const given = { all: undefined, one: axes[0], several: axes }[
    random.pick(['all', 'one', 'several'] as const)
  ];
  const groups = groupsOf(shape, given === undefined ? [...shape.keys()] : [given].flat());
  return { shape, given, groups, keep: random.bool() };
}

const reduced =
  (
    op: Reduce,
    f: (values: number[]) => number,
    makeValues?: (random: Random, n: number) => number[],
  ): MakesRow =>
  (random) => {
    const { shape, given, groups, keep } = alongAxes(random);
    const size = sizeOf(shape);
    return defined(
      (tf, [x]) => op(tf, x, given, keep),
      ([x]) => groups.map((group) => f(group.map((i) => x[i]))),
      [shape],
      { at: makeValues?.(random, size) ?? random.values(size) },
    );
  };

const constantReduced =
  (op: Reduce, f: (values: number[]) => number): MakesRow =>
  (random) => {
    const { shape, given, groups, keep } = alongAxes(random);
    return constant(
      [shape],
      random.values(sizeOf(shape)),
      (tf, [x]) => op(tf, x, given, keep),
      ([x]) => groups.map((group) => f(group.map((i) => x[i]))),
    );
  };

/** Ties share the gradient evenly. */
const tied =
  (op: Reduce, best: (values: number[]) => number): MakesRow =>
  (random) => {
    const { shape, given, groups, keep } = alongAxes(random);
    const at = Array.from({ length: sizeOf(shape) }, () => random.int(-1, 1));
    const dy = mixed(groups.length, 1);
    const first = at.map(() => 0);
    groups.forEach((group, j) => {
      const alike = group.filter((i) => at[i] === best(group.map((k) => at[k])));
      for (const i of alike) first[i] = dy[j] / alike.length;
    });
    const row = defined(
      (tf, [x]) => op(tf, x, given, keep),
      () => dy,
      [shape],
    );
    return { ...row, cases: [{ shapes: [shape], at, first, second: at.map(() => 0) }] };
  };

/** The place of the best value along one axis. */
const placeOf =
  (op: (tf: Tf, x: Tensor, axis: number) => Tensor, best: (values: number[]) => number): MakesRow =>
  (random) => {
    const shape = random.shape(1);
    const axis = random.int(-shape.length, shape.length - 1);
    return constant(
      [shape],
      random.values(sizeOf(shape)),
      (tf, [x]) => op(tf, x, axis),
      ([x]) =>
        groupsOf(shape, [axis]).map((group) => {
          const values = group.map((i) => x[i]);
          return values.indexOf(best(values));
        }),
    );
  };

const most = (x: number[]) => Math.max(...x);
const least = (x: number[]) => Math.min(...x);
const product = (x: number[]) => x.reduce((a, b) => a * b, 1);
const sum = (x: number[]) => x.reduce((a, b) => a + b, 0);

/** How each op's calls are made. */
export const RANDOM_REPAIRS: Record<string, MakesRow> = {
  ...VALUE_REPAIRS,
  ...PRODUCT_REPAIRS,
  ...WINDOW_REPAIRS,
  all: constantReduced(
    (tf, x, axes, keep) => tf.all(tf.greater(x, 0), axes, keep),
    (x) => Number(least(x) > 0),
  ),
  any: constantReduced(
    (tf, x, axes, keep) => tf.any(tf.greater(x, 0), axes, keep),
    (x) => Number(most(x) > 0),
  ),
  argMax: placeOf((tf, x, axis) => tf.argMax(x, axis), most),
  argMin: placeOf((tf, x, axis) => tf.argMin(x, axis), least),
  logSumExp: reduced(
    (tf, x, axes, keep) => tf.logSumExp(x, axes, keep),
    (x) => Math.log(sum(x.map(Math.exp))),
  ),
  max: reduced((tf, x, axes, keep) => tf.max(x, axes, keep), most),
  'max, ties': tied((tf, x, axes, keep) => tf.max(x, axes, keep), most),
  mean: reduced(
    (tf, x, axes, keep) => tf.mean(x, axes, keep),
    (x) => sum(x) / x.length,
  ),
  min: reduced((tf, x, axes, keep) => tf.min(x, axes, keep), least),
  'min, ties': tied((tf, x, axes, keep) => tf.min(x, axes, keep), least),
  prod: reduced(
    (tf, x, axes, keep) => tf.prod(x, axes, keep),
    product,
    (random, n) => random.withZeros(n),
  ),
  softmax: (random) => {
    const shape = random.shape(1);
    const groups = groupsOf(shape, [-1]);
    return defined(
      (tf, [x]) => tf.softmax(x),
      ([x]) =>
        groups.flatMap((group) => {
          const powers = group.map((i) => Math.exp(x[i]));
          return powers.map((power) => power / sum(powers));
        }),
      [shape],
    );
  },
  sum: reduced((tf, x, axes, keep) => tf.sum(x, axes, keep), sum),
};
