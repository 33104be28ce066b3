/** What products, sums and activations give in float64, and how far float32 may be off. */
import type { TensorData } from '../support/call.js';
import { broadcast, commonShape, coordinatesOf, placeOf } from '../support/oracle_targets.js';
import { arrayOf, numbersOf, sizeOf } from '../support/values.js';

/** Values, and for each the error that roundings may add up to. */
export interface Exact {
  shape: number[];
  y: number[];
  slack: number[];
}

const EPSILON = 2 ** -23;
/** The error of an exponential. */
const CLOSE = 2 ** -19;
/** Denormals are rounded to steps of this, and tfjs' exponentials to few bits below this. */
const STEP = 2 ** -149;
const TINY = 2 ** -120;

function matrixAt({ shape, values }: TensorData, batch: number[], isTransposed: boolean) {
  const [rows, columns] = shape.slice(-2);
  const stack = shape.slice(0, -2);
  const matrices: TensorData = {
    dtype: 'int32',
    shape: stack,
    values: Array.from({ length: sizeOf(stack) }, (_, i) => i),
  };
  const firsts = numbersOf(broadcast(matrices, batch));
  const numbers = numbersOf({ dtype: 'float32', shape, values });
  return (matrix: number, row: number, column: number) => {
    const [i, j] = isTransposed ? [column, row] : [row, column];
    return numbers[(firsts[matrix] * rows + i) * columns + j];
  };
}

export function product(a: TensorData, b: TensorData, transposes: boolean[]): Exact {
  const batch = commonShape([a, b].map(({ shape }) => shape.slice(0, -2)));
  const [[rows, inner], [, columns]] = [a, b].map(({ shape }, i) => {
    const lengths = shape.slice(-2);
    return transposes[i] ? lengths.reverse() : lengths;
  });
  const [atA, atB] = [a, b].map((each, i) => matrixAt(each, batch, transposes[i]));
  const terms = coordinatesOf([sizeOf(batch), rows, columns]).map(([matrix, row, column]) =>
    Array.from({ length: inner }, (_, k) => atA(matrix, row, k) * atB(matrix, k, column)),
  );
  return summed([...batch, rows, columns], terms);
}

/** Sums terms, or averages them. */
function summed(shape: number[], terms: number[][], over = 1): Exact {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0) / over;
  return {
    shape,
    y: terms.map(sum),
    slack: terms.map(
      (values) => (sum(values.map(Math.abs)) * EPSILON + STEP) * (values.length + 2),
    ),
  };
}

export function sumAlong(x: TensorData, axes: number[], keepDims: boolean): Exact {
  const { shape } = x;
  const isSummed = shape.map((_, d) => axes.includes(d) || axes.includes(d - shape.length));
  const kept = shape.map((length, d) => (isSummed[d] ? 1 : length));
  const terms = Array.from({ length: sizeOf(kept) }, () => [] as number[]);
  const numbers = arrayOf(x);
  coordinatesOf(shape).forEach((at, i) => {
    terms[
      placeOf(
        at.map((c, d) => (isSummed[d] ? 0 : c)),
        kept,
      )
    ].push(numbers[i]);
  });
  return summed(keepDims ? kept : kept.filter((_, d) => !isSummed[d]), terms);
}

/** Sums values along the axes that a shape has not or has with length 1. */
export function reducedTo({ shape, y, slack }: Exact, to: number[]): Exact {
  const places = Array.from({ length: sizeOf(to) }, (_, i) => i);
  const sources = numbersOf(broadcast({ dtype: 'int32', shape: to, values: places }, shape));
  const at = (values: number[]) =>
    places.map((place) => values.filter((_, i) => sources[i] === place));
  const roundings = at(slack).map((each) => each.reduce((sum, value) => sum + value, 0));
  const { y: sums, slack: more } = summed(to, at(y));
  return { shape: to, y: sums, slack: more.map((each, i) => each + roundings[i]) };
}

export function plus({ shape, y, slack }: Exact, bias?: TensorData): Exact {
  if (!bias) return { shape, y, slack };
  const added = numbersOf(broadcast(bias, shape));
  return {
    shape,
    y: y.map((value, i) => value + added[i]),
    slack: slack.map((each, i) => each + (Math.abs(y[i]) + Math.abs(added[i])) * EPSILON + STEP),
  };
}

export function mapped({ shape, y, slack }: Exact, f: (x: number, i: number) => number): Exact {
  const mapped = y.map(f);
  // No activation is steeper than its weights.
  const steepest = Math.max(1, ...y.map((_, i) => Math.abs(f(-1, i))));
  return {
    shape,
    y: mapped,
    slack: slack.map(
      (each, i) => (isFinite(y[i]) ? each * steepest : 0) + Math.abs(mapped[i]) * CLOSE + TINY,
    ),
  };
}

/** Throws unless values are the expected ones, within rounding. */
export function expectExact(found: { shape: number[]; values: number[] }, expected: Exact): void {
  const { shape, y, slack } = expected;
  if (String(found.shape) !== String(shape)) {
    throw new Error(`has shape [${found.shape.join()}], expected [${shape.join()}]`);
  }
  const isAlike = (value: number, i: number) =>
    Object.is(value, y[i]) || (isFinite(y[i]) && Math.abs(value - y[i]) <= slack[i]);
  const i = found.values.findIndex((value, at) => !isAlike(value, at));
  if (i >= 0 || found.values.length !== y.length) {
    throw new Error(`is [${found.values.join()}], expected [${y.join()}]; ${i} differs`);
  }
}
