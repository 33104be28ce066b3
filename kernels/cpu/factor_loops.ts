/** The loops of factors, over values from `begin` up to `end`. */
import type { Numbers } from '../call/dtypes.js';
import { type Factor, FACTORS, type Mapping } from '../call/reads.js';
import type { Change } from './host_loops.js';
import { asBits, bitsOf } from './memory.js';
import { BLOCK } from './strategy.js';

/** Changes the first `size` values, a few at a time, which then stay in a cache. */
export function changeValues(change: Change, size: number): void {
  let row = Infinity;
  for (const name of FACTORS) {
    const share = shareOf(change.by[name], change);
    if (share > 1 && share < row) row = share;
  }
  for (let at = 0; at < size;) {
    const next = Math.min(size, at - (at % row) + row, at + BLOCK) | 0;
    changeRow(change, at, next);
    at = next;
  }
}

/** Returns how many consecutive values share a number of a factor. */
export function shareOf(
  factor: Factor<Numbers> | undefined,
  { sliceSize, heads }: Pick<Change, 'sliceSize' | 'heads'>,
): number {
  // Without a table, which would be made anew for each factor of a small call.
  if (!factor || factor.per === 'call') return Infinity;
  if (factor.per === 'slice') return sliceSize;
  return factor.per === 'head' ? sliceSize / heads : 1;
}

/** The numbers of a factor begin at `at`, and move by `step` from value to value: by 0 if one is for all of them. */
interface Row {
  numbers: Numbers;
  at: number;
  step: 0 | 1;
}

/** Changes values that share all numbers which are not for each value. */
function changeRow(change: Change, begin: number, end: number): void {
  const { x, out, by, map, fillUnlike } = change;
  const { from, over, weights, sourceLike, targetLike } = by;
  const rowOf = (factor: Factor<Numbers>): Row => {
    const share = shareOf(factor, change);
    const { numbers } = factor;
    return { numbers, at: (begin / share) | 0, step: share === 1 ? 1 : 0 };
  };
  let values = x;
  if (from) values = subtractRow(values, rowOf(from), out, begin, end);
  if (over) values = divideRow(values, rowOf(over), out, begin, end);
  if (map) values = MAPS[map](values, out, begin, end);
  if (weights) values = multiplyRow(values, rowOf(weights), out, begin, end);
  if (sourceLike && targetLike) {
    keepRow(values, rowOf(sourceLike), rowOf(targetLike), fillUnlike, out, begin, end);
  }
}

/** These loops do not branch on values: the processor would mispredict every second branch. They return `out`. */
type RowLoop = (x: Numbers, by: Row, out: Numbers, begin: number, end: number) => Numbers;

/** Divides x; a divisor of 0 leaves it as it is. Quotients of int32 are rounded down. */
const divideRow: RowLoop = (x, by, out, begin, end) => {
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
const subtractRow: RowLoop = (x, { numbers, at: start, step }, out, begin, end) => {
  for (let i = begin, at = start | 0; i < end; i++, at += step) out[i] = numbers[at] - x[i];
  return out;
};

const multiplyRow: RowLoop = (x, { numbers, at: start, step }, out, begin, end) => {
  for (let i = begin, at = start | 0; i < end; i++, at += step) out[i] = x[i] * numbers[at];
  return out;
};

/** Each function has a loop of its own, which calls no other. */
const MAPS: Record<Mapping, (x: Numbers, out: Numbers, begin: number, end: number) => Numbers> = {
  exp(x, out, begin, end) {
    for (let i = begin; i < end; i++) out[i] = Math.exp(x[i]);
    return out;
  },
  log(x, out, begin, end) {
    for (let i = begin; i < end; i++) out[i] = Math.log(x[i]);
    return out;
  },
  sqrt(x, out, begin, end) {
    for (let i = begin; i < end; i++) out[i] = Math.sqrt(x[i]);
    return out;
  },
};

/** Keeps the bits of x where two factors are alike, NaN too; writes `fill` elsewhere. */
function keepRow(
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
