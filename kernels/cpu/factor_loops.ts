/**
 * The loops of factors, over values from `begin` up to `end`. The numbers of a factor begin at `at`, and move by
 * `step` from value to value: by 0 if one number is for all of them. Loops do not branch on values, because the
 * processor would mispredict every second branch. They return `out`.
 */
import type { Numbers } from '../call/dtypes.js';
import { asBits, bitsOf } from './memory.js';

export interface Row {
  numbers: Numbers;
  at: number;
  step: 0 | 1;
}

type RowLoop = (x: Numbers, by: Row, out: Numbers, begin: number, end: number) => Numbers;

/** Divides x; a divisor of 0 leaves it as it is. Quotients of int32 are rounded down. */
export const divideRow: RowLoop = (x, by, out, begin, end) => {
  const { numbers, step } = by;
  const { floor, fround } = Math;
  // Most rows of a large mean have no update.
  const isSame = step === 0 && (numbers[by.at] === 1 || numbers[by.at] === 0);
  if (isSame && x === out) return out;
  const isFloat = out instanceof Float32Array;
  for (let i = begin, at = by.at | 0; i < end; i++, at += step) {
    const divisor = isFloat ? fround(numbers[at]) : numbers[at];
    const quotient = x[i] / (divisor + +(divisor === 0));
    out[i] = isFloat ? quotient : floor(quotient);
  }
  return out;
};

/** Subtracts x from a factor. */
export const subtractRow: RowLoop = (x, { numbers, at: start, step }, out, begin, end) => {
  for (let i = begin, at = start | 0; i < end; i++, at += step) out[i] = numbers[at] - x[i];
  return out;
};

export const multiplyRow: RowLoop = (x, { numbers, at: start, step }, out, begin, end) => {
  for (let i = begin, at = start | 0; i < end; i++, at += step) out[i] = x[i] * numbers[at];
  return out;
};

export function expRow(x: Numbers, out: Numbers, begin: number, end: number): Numbers {
  for (let i = begin; i < end; i++) out[i] = Math.exp(x[i]);
  return out;
}

/** Keeps the bits of x where two factors are alike, NaN too; writes `fill` elsewhere. */
export function keepRow(
  x: Numbers,
  { numbers: a, at: atA, step: stepA }: Row,
  { numbers: b, at: atB, step: stepB }: Row,
  fill: number,
  out: Numbers,
  begin: number,
  end: number,
): void {
  const [from, to] = [asBits(x), asBits(out)];
  const otherwise = bitsOf(fill, out);
  for (let i = begin, j = atA | 0, k = atB | 0; i < end; i++, j += stepA, k += stepB) {
    const p = a[j];
    const q = b[k];
    const isAlike = +(p === q) | (+(p !== p) & +(q !== q));
    to[i] = otherwise ^ ((from[i] ^ otherwise) & -isAlike);
  }
}
