/**
 * The oracle's second half: the new value of one place, given its old value and all updates that
 * land there, in row-major order.
 */
import type { Complex } from './values.js';

export interface Rule {
  reduction: string;
  includeSelf: boolean;
}

type Combine<T> = (a: T, b: T) => T;

/** How each reduction combines two values of a kind. */
export interface Kind<T> {
  combine: Partial<Record<string, Combine<T>>>;
  /** What updates are subtracted from without data. */
  zero: T;
  /** Divides a sum, for a mean. */
  divide?: (sum: T, count: number) => T;
}

const numbers = (
  round: (value: number) => number,
  mul: Combine<number> = (a, b) => round(a * b),
  divide: Combine<number> = (sum, count) => round(sum / count),
) => ({
  combine: {
    add: (a: number, b: number) => round(a + b),
    sub: (a: number, b: number) => round(a - b),
    mul,
    max: (a: number, b: number) => Math.max(a, b),
    min: (a: number, b: number) => Math.min(a, b),
  },
  zero: 0,
  divide,
});

export const float32 = numbers(Math.fround);
export const int32 = numbers(
  (value) => value | 0,
  Math.imul,
  (sum, count) => Math.floor(sum / count),
);
export const double = numbers((value) => value);

const or = (a: boolean, b: boolean) => a || b;
const and = (a: boolean, b: boolean) => a && b;

export const bool: Kind<boolean> = {
  combine: { add: or, max: or, mul: and, min: and, sub: (a, b) => a !== b },
  zero: false,
};

export const string: Kind<string> = { combine: { add: (a, b) => a + b }, zero: '' };

const byParts =
  (combine: Combine<number>): Combine<Complex> =>
  (a, b) => [combine(a[0], b[0]), combine(a[1], b[1])];

export const complex64: Kind<Complex> = {
  combine: { add: byParts(float32.combine.add), sub: byParts(float32.combine.sub) },
  zero: [0, 0],
};

export function combine<T>(
  { combine, zero, divide }: Kind<T>,
  { reduction, includeSelf }: Rule,
  self: T,
  updates: T[],
): T {
  if (reduction === 'none') return updates[updates.length - 1];
  const isMean = reduction === 'mean' && divide !== undefined;
  const ofTwo = combine[isMean ? 'add' : reduction];
  if (!ofTwo) throw new Error(`${reduction} is not defined for ${JSON.stringify(self)}`);
  const first = includeSelf ? [self] : reduction === 'sub' ? [zero] : [];
  const factors = [...first, ...updates];
  const result = factors.reduce((a, b) => ofTwo(a, b));
  return isMean ? divide(result, factors.length) : result;
}
