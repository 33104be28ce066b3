/** Compares derivatives that tfjs computes with central differences in float64. Pages use it too. */
import type * as tfjs from '@tensorflow/tfjs';
import { REPAIR_ROWS, type RepairRow } from './repair_rows.js';

type Tf = typeof tfjs;
type Tensor = tfjs.Tensor;

const STEP = 1e-4;

/** Numbers without a pattern, for directions. */
const mixed = (count: number, start: number) =>
  Array.from({ length: count }, (_, i) => Math.cos(start + 2.4 * i));

const dot = (a: number[], b: number[]) => a.reduce((sum, value, i) => sum + value * b[i], 0);

/** The gradient of <dy, of(x)>, and the derivative of its product with v. */
function differences({ of, at }: RepairRow, dy: number[], v: number[]) {
  const loss = (x: number[]) => dot(dy, of(x));
  const moved = (x: number[], along: number[], by: number) => x.map((a, i) => a + by * along[i]);
  const unit = (i: number) => at.map((_, j) => Number(i === j));
  const slope = (x: number[], along: number[]) =>
    (loss(moved(x, along, STEP)) - loss(moved(x, along, -STEP))) / (2 * STEP);
  const first = at.map((_, i) => slope(at, unit(i)));
  const second = at.map(
    (_, i) =>
      (slope(moved(at, unit(i), STEP), v) - slope(moved(at, unit(i), -STEP), v)) / (2 * STEP),
  );
  return { first, second };
}

const areClose = (found: ArrayLike<number>, expected: number[]) =>
  expected.every((value, i) => Math.abs(found[i] - value) <= 2e-3 * Math.max(1, Math.abs(value)));

interface Judged {
  verdict: string;
  why: string;
}

/** Returns whether tfjs' derivatives are right, of the first and of the second order. */
async function verdictOf(tf: Tf, row: RepairRow): Promise<Judged> {
  const { op, of, shape, at, isKink } = row;
  const dy = mixed(of(at).length, 1);
  const v = mixed(at.length, 2);
  const expected = differences(row, dy, v);
  const loss = (x: Tensor) => {
    const y = op(tf, x);
    return tf.sum(tf.mul(y, tf.tensor(dy, y.shape)));
  };
  const first = tf.grad(loss);
  const along = (x: Tensor) => tf.sum(tf.mul(first(x), tf.tensor(v, shape)));
  const second = tf.grad(along);
  const whys: string[] = [];
  const judge = async (derivative: (x: Tensor) => Tensor, wanted: number[]) => {
    try {
      const result = tf.tidy(() => derivative(tf.tensor(at, shape)));
      const found = await result.data();
      result.dispose();
      if (areClose(found, wanted)) return 'right';
      whys.push(`${String(found)} instead of ${wanted.map((x) => x.toFixed(4)).join()}`);
      return 'wrong';
    } catch (error) {
      whys.push(String(error));
      return 'throws';
    }
  };
  const verdicts = [await judge(first, expected.first)];
  verdicts.push(isKink ? 'right' : await judge(second, expected.second));
  return { verdict: verdicts.join(' '), why: whys.join('; ') };
}

export const kernelOf = (name: string) => name.split(':')[0];

/** The verdicts on all rows that the current backend can run. */
export async function verdictsOf(tf: Tf): Promise<Record<string, Judged>> {
  const backend = tf.getBackend();
  const kernels = tf.getKernelsForBackend(backend).map(({ kernelName }) => kernelName);
  const verdicts: Record<string, Judged> = {};
  for (const [name, row] of Object.entries(REPAIR_ROWS)) {
    if (row.wrongOn?.some((each) => each === backend)) continue;
    if (kernels.includes(kernelOf(name))) verdicts[name] = await verdictOf(tf, row);
  }
  return verdicts;
}
