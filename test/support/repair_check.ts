/** Compares derivatives that tfjs computes with central differences in float64. Pages use it too. */
import type * as tfjs from '@tensorflow/tfjs';
import { randomOf } from './random_numbers.js';
import { RANDOM_REPAIRS } from './random_repairs.js';
import { kernelOf, REPAIR_ROWS, WRONG_ON } from './repair_rows.js';
import { type Case, mixed, type Of, type RepairRow, sizeOf, type Tf } from './repair_ops.js';

type Tensor = tfjs.Tensor;

const STEP = 1e-4;

const dot = (a: number[], b: number[]) => a.reduce((sum, value, i) => sum + value * b[i], 0);

/** Splits numbers into one list for each shape. */
function split(flat: number[], shapes: number[][]): number[][] {
  let begin = 0;
  return shapes.map((shape) => flat.slice(begin, (begin += sizeOf(shape))));
}

/** What multiplies the outputs, so that derivatives depend on all inputs and a result taken for a constant shows. */
const MIX = 0.3;

/** The gradient of the loss of a case, and the derivative of its product with v. */
function differences({ shapes, at }: Case, of: Of, dy: number[], v: number[], mixes: boolean) {
  const base = split(at, shapes);
  const mix = mixed(at.length, 3);
  const loss = (x: number[]) =>
    dot(dy, of(split(x, shapes), base, shapes)) * (mixes ? 1 + MIX * dot(mix, x) : 1);
  const moved = (x: number[], along: number[], by: number) => x.map((a, i) => a + by * along[i]);
  const units = at.map((_, i) => at.map((_, j) => Number(i === j)));
  const slope = (x: number[], along: number[]) =>
    (loss(moved(x, along, STEP)) - loss(moved(x, along, -STEP))) / (2 * STEP);
  const first = units.map((unit) => slope(at, unit));
  const second = units.map(
    (unit) => (slope(moved(at, unit, STEP), v) - slope(moved(at, unit, -STEP), v)) / (2 * STEP),
  );
  return { first, second };
}

const isClose = (found: number, wanted: number) =>
  found === wanted || Math.abs(found - wanted) <= 2e-3 * Math.max(1, Math.abs(wanted));

export interface Judged {
  verdict: string;
  why: string;
}

/** The verdicts on one order, from the best to the worst. */
const VERDICTS = ['right', 'throws', 'wrong'];

/** Judges one case of an op. Returns a verdict for each order, with reasons. */
async function judgeCase(
  tf: Tf,
  { run, dtypes }: RepairRow,
  of: Of,
  each: Case,
): Promise<Judged[]> {
  const { shapes, at, first, second } = each;
  const isEmpty = at.length === 0;
  const mixes = !first && !isEmpty;
  const base = split(at, shapes);
  const dy = mixed(isEmpty ? 0 : of(base, base, shapes).length, 1);
  const v = mixed(at.length, 2);
  const wanted = mixes ? differences(each, of, dy, v, mixes) : { first, second };
  const weighted = (x: Tensor, weights: number[]) => tf.sum(tf.mul(x, tf.tensor(weights, x.shape)));
  const add = (terms: Tensor[]) => terms.reduce((a, b) => tf.add(a, b));
  const inner = (tensors: Tensor[], weights: number[]) =>
    add(tensors.map((x, k) => weighted(x, split(weights, shapes)[k])));
  const loss = (...xs: Tensor[]) => {
    const y = run(tf, xs);
    if (isEmpty) return y;
    const sum = weighted(y, dy);
    return mixes ? tf.mul(sum, tf.add(1, tf.mul(MIX, inner(xs, mixed(at.length, 3))))) : sum;
  };
  const gradient = (...xs: Tensor[]) => tf.grads(loss)(xs);
  // A gradient that does not depend on the inputs would be an error.
  const along = (...xs: Tensor[]) =>
    add([
      ...(isEmpty ? gradient(...xs) : [inner(gradient(...xs), v)]),
      ...xs.map((x) => (isEmpty ? tf.mul(x, 0) : tf.sum(tf.mul(x, 0)))),
    ]);
  const again = (...xs: Tensor[]) => tf.grads(along)(xs);
  const judge = async (derivative: typeof gradient, expected?: number[]): Promise<Judged> => {
    if (!expected && !isEmpty) return { verdict: 'right', why: '' };
    try {
      const results = tf.tidy(() =>
        derivative(...base.map((x, k) => tf.tensor(x, shapes[k], dtypes?.[k]))),
      );
      const found: number[] = [];
      for (const result of results) found.push(...(await result.data()));
      const fit = results.every(({ shape }, k) => String(shape) === String(shapes[k]));
      for (const result of results) result.dispose();
      const areRight = found.every((value, i) => isClose(value, expected?.[i] ?? 0));
      if (fit && areRight) return { verdict: 'right', why: '' };
      return { verdict: 'wrong', why: `${String(found)} instead of ${String(expected)}` };
    } catch (error) {
      return { verdict: 'throws', why: String(error) };
    }
  };
  return [await judge(gradient, wanted.first), await judge(again, wanted.second)];
}

/** Returns the worst verdicts on the cases of an op, of the first and of the second order. */
async function verdictOf(tf: Tf, row: RepairRow, of: Of): Promise<Judged> {
  const onGpu = tf.getBackend().startsWith('webg');
  const whys: string[] = [];
  const worst = ['right', 'right'];
  const chosen = row.cases.filter(({ onHost }) => !onHost || !onGpu);
  for (const each of chosen) {
    const verdicts = await judgeCase(tf, row, of, each);
    verdicts.forEach(({ verdict, why }, order) => {
      if (VERDICTS.indexOf(verdict) > VERDICTS.indexOf(worst[order])) worst[order] = verdict;
      if (why) whys.push(`[${each.shapes.join('] [')}], ${order + 1}: ${why}`);
    });
  }
  return { verdict: worst.join(' '), why: whys.join('; ') };
}

/** The number of parts of the table: a page must answer soon. */
export const PARTS = 8;

/** The verdicts on all rows of a part that the current backend can run. */
export async function verdictsOf(tf: Tf, part: number): Promise<Record<string, Judged>> {
  const backend = tf.getBackend();
  const kernels = tf.getKernelsForBackend(backend).map(({ kernelName }) => kernelName);
  const wrongOn = (on: string) => WRONG_ON[on as keyof typeof WRONG_ON].split('; ');
  const verdicts: Record<string, Judged> = {};
  for (const [nth, [name, row]] of Object.entries(REPAIR_ROWS).entries()) {
    const isMissing = wrongOn(backend).includes(name) || !kernels.includes(kernelOf(name));
    if (nth % PARTS !== part || isMissing) continue;
    // Reading many results of a GPU would take long.
    await tf.setBackend(wrongOn('cpu').includes(name) ? backend : 'cpu');
    const of = await row.oracle(tf);
    await tf.setBackend(backend);
    verdicts[name] = await verdictOf(tf, row, of);
  }
  return verdicts;
}

/** Throws what is wrong with the derivatives of a random call of an op on the current backend, or with its result. */
export async function judgeRandom(tf: Tf, name: string, seed: number): Promise<void> {
  const backend = tf.getBackend();
  const row = RANDOM_REPAIRS[name](randomOf(seed));
  if (!row.byBackend) await tf.setBackend('cpu');
  const of = await row.oracle(tf);
  await tf.setBackend(backend);
  for (const each of row.cases) {
    const { shapes, at, first } = each;
    const base = split(at, shapes);
    const call = `${name} of [${shapes.join('], [')}] with seed ${seed}`;
    if (!first) {
      const y = tf.tidy(() =>
        row.run(
          tf,
          base.map((x, k) => tf.tensor(x, shapes[k])),
        ),
      );
      const [found, wanted] = [Array.from(await y.data()), of(base, base, shapes)];
      y.dispose();
      // There is no window, or nothing in one.
      if (wanted.length === 0 || !wanted.every(Number.isFinite)) continue;
      if (found.length !== wanted.length || !found.every((x, i) => isClose(x, wanted[i]))) {
        throw new Error(`${call}: tfjs computes ${String(found)}, expected ${String(wanted)}`);
      }
    }
    const orders = await judgeCase(tf, row, of, each);
    for (const [i, { verdict, why }] of orders.entries()) {
      if (verdict !== 'right') throw new Error(`${call}, order ${i + 1}: ${why}`);
    }
  }
}
