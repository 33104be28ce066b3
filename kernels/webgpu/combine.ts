/**
 * The GPU's ways to combine values: an atomic statement, where the order changes no bit. Floats that are
 * combined in the order of their sites have expressions instead.
 */
import type { Combination, FloatCombination } from '../contract/reductions.js';

/** By the order of sites; `value` is the number at a place. */
export interface InOrder {
  by: 'order';
  /** Combines `value` with `update`. */
  combine: string;
  /** Combines `value`, the result of some updates, with a later `update`, apart from the place. */
  among: string;
}

/** By atomics on the bits at `place`, with those of `update`; their order changes nothing. */
interface ByAtomics {
  by: 'atomics';
  functions?: string;
  statement: string;
}

/** The last site at a place wins. */
interface ByLastSite {
  by: 'last site';
}

export type OnWebGPU = InOrder | ByAtomics | ByLastSite;

const LAST: ByLastSite = { by: 'last site' };

/** The same, one update after the other. */
export const LAST_IN_ORDER: InOrder = { by: 'order', combine: 'update', among: 'update' };

/** Sets `place` to an expression of `old` and `update`, unless another thread has changed it. */
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

// atomicMax and atomicMin are slow on a software adapter: they write where nothing improves, too.
const extremum = (isDone: string, functions?: string): ByAtomics =>
  atomically(exchange('update', isDone), functions);

/**
 * A float's bits, with all but the sign flipped in negative ones, are ordered as the floats are. They
 * are shifted by the number of NaNs of a sign, so that all NaNs are at the end of the order that wins.
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
