/**
 * The factors of a product's gradient as floats: float32 where it lies, int32 and bool a block at a time.
 */
import type { Numbers } from '../contract/dtypes.js';
import { BLOCK } from './strategy.js';

export interface Factors {
  floats: Float32Array;
  /** Returns where in them the factors from `from` up to `to` begin, a block of them at most. */
  at: (from: number, to: number) => number;
}

/** The block, which the next call of any `at` overwrites. */
const block = new Float32Array(BLOCK);

export function factorsIn(values: Numbers): Factors {
  if (values instanceof Float32Array) return { floats: values, at: (from) => from };
  const write = values instanceof Int32Array ? writeIntegers(values) : writeTruths(values);
  return {
    floats: block,
    at(from, to) {
      write(from, to);
      return 0;
    },
  };
}

function writeIntegers(values: Int32Array) {
  return (from: number, to: number): void => {
    for (let i = from, j = 0; i < to; i++, j++) block[j] = values[i];
  };
}

/** Writes 1 for any byte but 0. */
function writeTruths(values: Uint8Array) {
  return (from: number, to: number): void => {
    for (let i = from, j = 0; i < to; i++, j++) block[j] = values[i] === 0 ? 0 : 1;
  };
}
