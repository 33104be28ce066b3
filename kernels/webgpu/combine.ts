/**
 * How the GPU combines values: with an atomic statement if the order does not change the result. Floats
 * that must be combined in the order of their sites have expressions instead.
 */
import { asNumeric } from '../call/dtypes.js';
import type { ScatterPlan } from '../call/plan.js';
import { type Combination, combinationOf, type FloatCombination } from '../call/reductions.js';
import { SLOTS, UNORDERED_PER_THREAD, WORKGROUP_SIZE } from './strategy.js';

/** Combines in the order of sites; `value` is the value at a place. */
export interface Ordered {
  by: 'order';
  /** Combines `value` with `update`. */
  combine: string;
  /** Combines `value`, the result of earlier updates without data, with `update`. */
  among: string;
  /** Combines in any order; null if the last update is the result. */
  inAnyOrder: (() => ByAtomics) | null;
}

/** Combines the bits at `place` and those of `update` with atomics, whose order does not matter. */
export interface ByAtomics {
  by: 'atomics';
  functions?: string;
  statement: string;
  /** What threads do when all of their workgroup have run the statement. */
  afterwards?: string;
  /** The number of values per thread, if many. */
  perThread?: number;
}

type OnWebGPU = Ordered | ByAtomics;

const LAST: Ordered = { by: 'order', combine: 'update', among: 'update', inAnyOrder: null };

/** Sets the value at a place to an expression of `old` and `update`; retries if another thread changes it meanwhile. */
export function exchange(expression: string, isDone = 'false', at = 'result[place]'): string {
  return `var old = atomicLoad(&${at});
  loop {
    if (${isDone}) { break; }
    let exchanged = atomicCompareExchangeWeak(&${at}, old, ${expression});
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

/** `identity` is the value that changes nothing if it is combined with updates. */
const inOrder = (operator: string, otherOperator: string, identity: string): Ordered => {
  const combine = `value ${operator} update`;
  const among = `value ${otherOperator} update`;
  return { by: 'order', combine, among, inAnyOrder: () => inAnyOrder(combine, among, identity) };
};

const COMBINE_INTEGERS: Record<Combination, OnWebGPU> = {
  replace: LAST,
  add: integers('Add'),
  sub: integers('Sub'),
  mul: atomically(exchange('old * update')),
  max: extremum('old >= update'),
  min: extremum('old <= update'),
  xor: integers('Xor'),
};

const COMBINE_FLOATS: Record<FloatCombination, OnWebGPU> = {
  replace: LAST,
  add: inOrder('+', '+', '-0.0'),
  sub: inOrder('-', '+', '-0.0'),
  mul: inOrder('*', '*', '1.0'),
  max: extremum('keyOf(old) >= keyOf(update)', keyOf('- 0x7fffff')),
  min: extremum('keyOf(old) <= keyOf(update)', keyOf('+ 0x7fffff')),
};

/** Returns how a call combines values of its dtype. */
export function combineOf({ attributes, target }: ScatterPlan): OnWebGPU {
  const dtype = asNumeric(target.tensor.dtype);
  if (dtype === 'float32') return COMBINE_FLOATS[combinationOf(attributes, dtype)];
  return COMBINE_INTEGERS[combinationOf(attributes, dtype)];
}

/** Writes a function that combines the bits of floats, the old ones perhaps flipped. */
const onBits = (name: string, combine: string, flip = ''): string => `
fn ${name}(old : i32, bits : i32) -> i32 {
  let value = bitcast<f32>(old${flip});
  let update = bitcast<f32>(bits);
  return bitcast<i32>(${combine})${flip};
}
`;

/**
 * Combines floats in any order. Threads that change one place in memory wait for each other, so a workgroup first
 * combines what it can in a table of its own.
 * As workgroups start with zeros, the table's values have the bits of the identity flipped.
 */
const inAnyOrder = (combine: string, among: string, identity: string): ByAtomics => ({
  by: 'atomics',
  perThread: UNORDERED_PER_THREAD,
  functions: `const IDENTITY = bitcast<i32>(f32(${identity}));
var<workgroup> keys : array<atomic<i32>, ${SLOTS}>;
var<workgroup> combinations : array<atomic<i32>, ${SLOTS}>;
${onBits('combined', combine)}${onBits('combinedInTable', among, ' ^ IDENTITY')}
fn combineAt(place : i32, update : i32) {
  ${exchange('combined(old, update)')}
}
fn combineInTable(place : i32, update : i32) {
  let slot = place % ${SLOTS};
  let claimed = atomicCompareExchangeWeak(&keys[slot], 0, place + 1);
  if (!claimed.exchanged && claimed.old_value != place + 1) {
    combineAt(place, update);
    return;
  }
  ${exchange('combinedInTable(old, update)', 'false', 'combinations[slot]')}
}
`,
  statement: 'combineInTable(place, update);',
  afterwards: `  for (var slot = i32(localIndex); slot < ${SLOTS}; slot += ${WORKGROUP_SIZE}) {
    let key = atomicLoad(&keys[slot]);
    if (key > 0) { combineAt(key - 1, atomicLoad(&combinations[slot]) ^ IDENTITY); }
  }`,
});
