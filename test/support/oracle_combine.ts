/**
 * The oracle's second half: the new value of one place, given its old value and all updates that
 * land there, in row-major order. There is one function per kind of value.
 */
import { combines } from './oracle_words.js';
import type { Complex } from './values.js';

export interface Rule {
  reduction: string;
  includeSelf: boolean;
}

/** How numbers of a dtype are added, multiplied and divided. */
interface Arithmetic {
  add: (a: number, b: number) => number;
  mul: (a: number, b: number) => number;
  divide: (a: number, count: number) => number;
}

export const arithmetic: Record<'float32' | 'int32' | 'double', Arithmetic> = {
  float32: {
    add: (a, b) => Math.fround(a + b),
    mul: (a, b) => Math.fround(a * b),
    divide: (a, count) => Math.fround(a / count),
  },
  int32: {
    add: (a, b) => (a + b) | 0,
    mul: (a, b) => Math.imul(a, b),
    divide: (a, count) => Math.floor(a / count),
  },
  double: { add: (a, b) => a + b, mul: (a, b) => a * b, divide: (a, count) => a / count },
};

function undefinedFor(reduction: string, kind: string): never {
  throw new Error(`${reduction} is not defined for ${kind}`);
}

function last<T>(items: T[]): T {
  return items[items.length - 1];
}

export function combineNumbers(
  { add, mul, divide }: Arithmetic,
  { reduction, includeSelf }: Rule,
  self: number,
  updates: number[],
): number {
  const factors = includeSelf ? [self, ...updates] : updates;
  switch (reduction) {
    case 'none':
      return last(updates);
    case 'add':
      return factors.reduce(add);
    case 'sub':
      return updates.reduce((sum, update) => add(sum, -update), includeSelf ? self : 0);
    case 'mul':
      return factors.reduce(mul);
    case 'max':
      return Math.max(...factors);
    case 'min':
      return Math.min(...factors);
    case 'mean':
      return divide(factors.reduce(add), factors.length);
    default:
      return undefinedFor(reduction, 'numbers');
  }
}

export function combineBooleans(rule: Rule, self: boolean, updates: boolean[]): boolean {
  const factors = rule.includeSelf ? [self, ...updates] : updates;
  switch (rule.reduction) {
    case 'none':
      return last(updates);
    case 'add':
    case 'max':
      return factors.includes(true);
    case 'mul':
    case 'min':
      return !factors.includes(false);
    case 'sub':
      return factors.filter((factor) => factor).length % 2 === 1;
    default:
      return undefinedFor(rule.reduction, 'bool');
  }
}

export function combineStrings(rule: Rule, self: string, updates: string[]): string {
  switch (rule.reduction) {
    case 'none':
      return last(updates);
    case 'add':
      return (rule.includeSelf ? [self, ...updates] : updates).join('');
    default:
      return undefinedFor(rule.reduction, 'strings');
  }
}

export function combineComplex(rule: Rule, self: Complex, updates: Complex[]): Complex {
  if (!combines(rule.reduction, 'complex64')) return undefinedFor(rule.reduction, 'complex64');
  const part = (index: 0 | 1) =>
    combineNumbers(
      arithmetic.float32,
      rule,
      self[index],
      updates.map((update) => update[index]),
    );
  return [part(0), part(1)];
}
