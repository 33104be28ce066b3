/**
 * How the GPU combines values: with an atomic statement if the order does not change the result. Floats
 * that must be combined in the order of their sites have expressions instead.
 */
import type { Combination, FloatCombination } from '../call/reductions.js';

/** Combines in the order of sites; `value` is the value at a place. */
export interface InOrder {
  /** 'last site' if the update of the last site at a place is the result. */
  by: 'order' | 'last site';
  /** Combines `value` with `update`. */
  combine: string;
  /** Combines `value`, the result of earlier updates without data, with `update`. */
  among: string;
}

/** Combines the bits at `place` and those of `update` with atomics, whose order does not matter. */
export interface ByAtomics {
  by: 'atomics';
  functions?: string;
  statement: string;
}

export type OnWebGPU = InOrder | ByAtomics;

const LAST: InOrder = { by: 'last site', combine: 'update', among: 'update' };

/** Sets `place` to an expression of `old` and `update`; retries if another thread changes it meanwhile. */
export function exchange(expression: string, isDone = 'false'): string {
  return `var old = atomicLoad(&result[place]);
  loop {
    if (${isDone}) { break; }
    let exchanged = atomicCompareExchangeWeak(&result[place], old, ${expression});
    if (exchanged.exchanged) { break; }
    old = exchanged.old_value;
  }`;
}

const atomically = (statement: string, functions?: string): ByAtomics => ({
  by: 'atomics',
  statement,
  functions,
});

const integers = (operator: string): ByAtomics =>
  atomically(`atomic${operator}(&result[place], update);`);

// atomicMax and atomicMin are slow on a software adapter: they also write when nothing changes.
const extremum = (isDone: string, functions?: string): ByAtomics =>
  atomically(exchange('update', isDone), functions);

/**
 * The bits of floats sort like the floats themselves if all but the sign are flipped in negative ones.
 * Shifting them by the number of NaNs of one sign moves all NaNs to the end of the order that wins.
 */
const keyOf = (shift: string): string => `fn keyOf(bits : i32) -> i32 {
  return (bits ^ ((bits >> 31u) & 0x7fffffff)) ${shift};
}
`;

const inOrder = (operator: string, among = operator): InOrder => ({
  by: 'order',
  combine: `value ${operator} update`,
  among: `value ${among} update`,
});

export const COMBINE_INTEGERS: Record<Combination, OnWebGPU> = {
  replace: LAST,
  add: integers('Add'),
  sub: integers('Sub'),
  mul: atomically(exchange('old * update')),
  max: extremum('old >= update'),
  min: extremum('old <= update'),
  xor: integers('Xor'),
};

export const COMBINE_FLOATS: Record<FloatCombination, OnWebGPU> = {
  replace: LAST,
  add: inOrder('+'),
  sub: inOrder('-', '+'),
  mul: inOrder('*'),
  max: extremum('keyOf(old) >= keyOf(update)', keyOf('- 0x7fffff')),
  min: extremum('keyOf(old) <= keyOf(update)', keyOf('+ 0x7fffff')),
};
