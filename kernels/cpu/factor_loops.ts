/**
 * The loops of factors, over values from `begin` up to `end`. The numbers of a factor begin at `at`, and move by
 * `step` from value to value: by 0 if one number is for all of them. Loops do not branch on values, because the
 * processor would mispredict every second branch.
 */
import type { Numbers } from '../call/dtypes.js';
import { asBits, type Bits, bitsOf } from './bits.js';

export interface Row {
  numbers: Numbers;
  at: number;
  step: 0 | 1;
}

/** Divides x; a divisor of 0 leaves it as it is. Quotients of int32 are rounded down. */
export function divideRow(x: Numbers, by: Row, out: Numbers, begin: number, end: number): void {
  const { numbers, step } = by;
  const { fround } = Math;
  if (x instanceof Float32Array && out instanceof Float32Array && step === 0) {
    const divisor = fround(numbers[by.at] === 0 ? 1 : numbers[by.at]);
    for (let i = begin; i < end; i++) out[i] = x[i] / divisor;
  } else if (x instanceof Float32Array && out instanceof Float32Array) {
    for (let i = begin, at = by.at; i < end; i++, at++) {
      const divisor = fround(numbers[at]);
      out[i] = x[i] / (divisor + +(divisor === 0));
    }
  } else {
    for (let i = begin, at = by.at; i < end; i++, at += step) {
      const divisor = numbers[at];
      out[i] = Math.floor(x[i] / (divisor + +(divisor === 0)));
    }
  }
}

export function multiplyRow(x: Numbers, by: Row, out: Numbers, begin: number, end: number): void {
  const { numbers, step } = by;
  for (let i = begin, at = by.at | 0; i < end; i++, at += step) out[i] = x[i] * numbers[at];
}

/** Keeps x where two factors are alike; writes `fill` elsewhere. */
export function keepRow(
  x: Numbers,
  own: Row,
  other: Row,
  fill: number,
  out: Numbers,
  begin: number,
  end: number,
): void {
  const [from, to] = [asBits(x), asBits(out)];
  const otherwise = bitsOf(fill, out);
  const isFloat = own.numbers instanceof Float32Array;
  if (isFloat) keepFloats(from, own, other, otherwise, to, begin, end);
  else keepIntegers(from, own, other, otherwise, to, begin, end);
}

function keepFloats(
  x: Bits,
  { numbers: a, at: atA, step: stepA }: Row,
  { numbers: b, at: atB, step: stepB }: Row,
  otherwise: number,
  out: Bits,
  begin: number,
  end: number,
): void {
  for (let i = begin, j = atA | 0, k = atB | 0; i < end; i++, j += stepA, k += stepB) {
    const [p, q] = [a[j], b[k]];
    const isAlike = +(p === q) | (+(p !== p) & +(q !== q));
    out[i] = otherwise ^ ((x[i] ^ otherwise) & -isAlike);
  }
}

// A loop of its own: with arrays of both types, loops over floats would be slow.
function keepIntegers(
  x: Bits,
  { numbers: a, at: atA, step: stepA }: Row,
  { numbers: b, at: atB, step: stepB }: Row,
  otherwise: number,
  out: Bits,
  begin: number,
  end: number,
): void {
  for (let i = begin, j = atA | 0, k = atB | 0; i < end; i++, j += stepA, k += stepB) {
    out[i] = otherwise ^ ((x[i] ^ otherwise) & -+(a[j] === b[k]));
  }
}
