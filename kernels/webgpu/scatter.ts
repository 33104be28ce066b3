/**
 * Scattering on the GPU: the choice of method, what outputs start from, and the methods whose threads walk the sites
 * without an order of them, by atomics, or where no two threads write to one slice.
 *
 * An atomic statement combines updates if their order does not change the result. Floats that must be combined in the
 * order of their sites have expressions instead.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { asNumeric } from '../call/dtypes.js';
import { linesOf } from '../call/geometry.js';
import { hasNoValues, type ScatterPlan } from '../call/plan.js';
import type { Combination, FloatCombination } from '../call/reductions.js';
import { sizeOf } from '../call/shapes.js';
import { env } from '../tfjs/seam.js';
import { areKnownDistinct, isSoftware } from './backend.js';
import type { Memory } from './program.js';
import { updatesOf } from './reads.js';
import { type Ordered, scatterInOrder } from './scatter_in_order.js';
import { bitsOf, bitsOfNumber, ONE_UNIT, runAtSites, storedType, unitsOf } from './sites.js';
import { MAX_WALKED, PIECE, SLOTS, UNORDERED_PER_THREAD, WORKGROUP_SIZE } from './strategy.js';

/** Whether float sums and products run in the order of the updates, so that results have the same bits in each run. */
const ORDERED = 'GATHER_SCATTER_ORDERED';

env().registerFlag(ORDERED, () => true);

export function scatterOnGpu(plan: ScatterPlan, memory: Memory): TensorInfo {
  // Even without sites, bools other than 0 must become 1.
  if (hasNoValues(plan)) return initialOutput(plan, memory);
  const combine = combineOf(plan);
  if (combine.by === 'atomics') return scatterAtomically(combine, plan, memory);
  const { length } = linesOf(plan.target.geometry);
  // The few threads of a software adapter walk longer lines, and atomics gain nothing there.
  const inSoftware = isSoftware(memory.backend);
  if (length <= (inSoftware ? PIECE : MAX_WALKED)) return scatterLines(combine, plan, memory, true);
  if (combine.inAnyOrder && !inSoftware && !env().getBool(ORDERED)) {
    return scatterAtomically(combine.inAnyOrder(), plan, memory);
  }
  if (areKnownDistinct(plan.target, memory.backend)) {
    return scatterLines(combine, plan, memory, false);
  }
  return combine.inAnyOrder
    ? scatterInOrder(combine, plan, initialOutput(plan, memory), memory)
    : scatterLast(combine, plan, memory);
}

const IF_KEPT = `    if (slice < 0) { continue; }
    let place = slice * uniforms.units + c;
`;

/** Combines in any order. */
function scatterAtomically(
  { statement, functions, afterwards, perThread }: ByAtomics,
  plan: ScatterPlan,
  memory: Memory,
): TensorInfo {
  const output = startingOutput(plan, memory);
  const units = unitsOf(plan, 1);
  runAtSites(plan.target, memory, {
    name: 'ScatterAtomically',
    units,
    parts: [updatesOf(plan, units)],
    output,
    atomic: true,
    functions,
    afterwards,
    perThread,
    body: `${IF_KEPT}    let update = ${bitsOf('updateOf(site, c)', plan.dtype, units)};
    ${statement}`,
  });
  return output;
}

/** Combines along whole lines, at distinct sites, or at the last site of each slice if there are `winners`. */
function scatterLines(
  { combine, inAnyOrder }: ByOrder,
  plan: ScatterPlan,
  memory: Memory,
  inLines: boolean,
  winners?: TensorInfo,
): TensorInfo {
  const output = startingOutput(plan, memory);
  const units = unitsOf(plan);
  runAtSites(plan.target, memory, {
    name: 'ScatterLines',
    units,
    inLines,
    parts: [updatesOf(plan, units)],
    singles: winners && { winners },
    output,
    writes: storedType(plan.dtype),
    body: `${IF_KEPT}${winners ? '    if (winners[slice] != site + 1) { continue; }' : ''}
    let update = updateOf(site, c);
    ${inAnyOrder ? 'let value = result[place];' : ''}
    result[place] = ${combine};`,
  });
  return output;
}

/** Finds the last site of each slice, which wins. */
function scatterLast(combine: ByOrder, plan: ScatterPlan, memory: Memory): TensorInfo {
  const { dataSize, sliceSize } = plan.target.geometry;
  // The number of the site plus one, or 0 if there is none.
  const winners = memory.clear(
    memory.integers(dataSize / sliceSize, 'for the last site of each slice'),
  );
  runAtSites(plan.target, memory, {
    name: 'ScatterWinners',
    units: ONE_UNIT,
    output: winners,
    atomic: true,
    body: `${IF_KEPT}    ${exchange('site + 1', 'old > site')}`,
  });
  return scatterLines(combine, plan, memory, false, winners);
}

/** Returns an output with what a call starts from. */
function initialOutput({ start, shape, dtype }: ScatterPlan, memory: Memory): TensorInfo {
  if (!start.tensor) return filled(start.value, memory.output(shape, dtype), memory);
  const data = memory.inOwnDtype(start.tensor);
  const taken = start.isGivenUp ? memory.takeOver(data, start.mayBeShared) : null;
  return taken ?? copyOf(data, memory);
}

/** Fills a tensor with a number. */
function filled(value: number, output: TensorInfo, memory: Memory): TensorInfo {
  if (Object.is(value, 0)) return memory.clear(output);
  memory.run({
    name: 'Fill',
    output,
    threads: sizeOf(output.shape),
    numbers: { value: bitsOfNumber(value, asNumeric(output.dtype)) },
    body: '  result[i] = uniforms.value;',
  });
  return output;
}

/** Copies a tensor; bools other than 0 become 1. */
function copyOf(source: TensorInfo, memory: Memory): TensorInfo {
  const copy = memory.output(source.shape, source.dtype);
  if (source.dtype !== 'bool') {
    memory.copy(source, copy);
    return copy;
  }
  memory.run({
    name: 'CopyBooleans',
    inputs: { source },
    output: copy,
    threads: sizeOf(source.shape),
    body: '  result[i] = select(0, 1, source[i] != 0);',
  });
  return copy;
}

/** Returns the same, with the identity in place of values under updates, if these do not take part. */
function startingOutput(plan: ScatterPlan, memory: Memory): TensorInfo {
  const { identity } = plan;
  const output = initialOutput(plan, memory);
  if (identity === null) return output;
  runAtSites(plan.target, memory, {
    name: 'ScatterIdentity',
    units: unitsOf(plan, 1),
    output,
    atomic: true,
    numbers: { identity: bitsOfNumber(identity, asNumeric(plan.dtype)) },
    body: `${IF_KEPT}    atomicStore(&result[place], uniforms.identity);`,
  });
  return output;
}

/** Combines in the order of sites. */
interface ByOrder extends Ordered {
  by: 'order';
  /** Combines in any order; null if the last update is the result. */
  inAnyOrder: (() => ByAtomics) | null;
}

/** Combines the bits at `place` and those of `update` with atomics, whose order does not matter. */
interface ByAtomics {
  by: 'atomics';
  functions?: string;
  statement: string;
  /** What threads do when all of their workgroup have run the statement. */
  afterwards?: string;
  /** The number of values per thread, if many. */
  perThread?: number;
}

type OnWebGPU = ByOrder | ByAtomics;

const LAST: ByOrder = { by: 'order', combine: 'update', among: 'update', inAnyOrder: null };

/** Sets the value at a place to an expression of `old` and `update`; retries if another thread changes it meanwhile. */
function exchange(expression: string, isDone = 'false', at = 'result[place]'): string {
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
const inOrder = (operator: string, otherOperator: string, identity: string): ByOrder => {
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
function combineOf({ combination, dtype }: ScatterPlan): OnWebGPU {
  if (dtype === 'float32' && combination !== 'xor') return COMBINE_FLOATS[combination];
  return COMBINE_INTEGERS[combination];
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
