/**
 * A stable radix sort of sites by slice, the lowest digit first. The result has a pair of integers for each
 * site, its slice and its number. Dropped sites come last: their slice is the number of slices.
 *
 * In each pass, a thread counts the digits of its consecutive sites; prefix sums of all counts say where its
 * first site of each digit goes.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { Plan } from '../contract/plan.js';
import { cachedOrder } from './cached_orders.js';
import type { Memory } from './memory.js';
import type { Run } from './program.js';
import { digitsOf, type Digits } from './shares.js';
import { exclusiveSums } from './sums.js';
import { sliceOf } from './wgsl_slices.js';
import { indexInputs } from './wgsl_values.js';

/** Returns a call's sorted sites, and caches their order for other calls. */
export function sortSites(plan: Plan, memory: Memory): TensorInfo {
  const { dataSize, sliceSize, siteCount } = plan.geometry;
  const slices = dataSize / sliceSize;
  return cachedOrder(plan, memory, (sorted) => {
    const digits = digitsOf(siteCount, slices, memory.isOnCpu);
    let from = pairsOfCall(plan);
    let made: TensorInfo | null = null;
    for (let pass = 0; pass < digits.passes; pass++) {
      const isLast = pass === digits.passes - 1;
      const to = isLast ? sorted : memory.integers(2 * siteCount, 'for the order of sites');
      const shift = pass * digits.bits;
      // The last digit has all remaining bits, and room for the slice of dropped sites.
      const digit = isLast
        ? { shift, mask: -1, count: (slices >> shift) + 1 }
        : { shift, mask: 2 ** digits.bits - 1, count: 2 ** digits.bits };
      sortByDigit(from, to, { sites: siteCount, slices }, digit, digits, memory);
      if (made) memory.free(made);
      made = to;
      from = { inputs: { pairs: to }, at: (position) => `pairs[${position}]` };
    }
  });
}

/** The pairs of sites, as programs read them. */
interface Pairs extends Pick<Run, 'inputs' | 'geometry' | 'functions'> {
  /** Writes an expression for the pair at a position. */
  at: (position: string) => string;
}

/** The pairs in the order of sites, computed from a call's indices. */
function pairsOfCall(plan: Plan): Pairs {
  return {
    inputs: indexInputs(plan),
    geometry: plan.geometry,
    functions: `${sliceOf(plan)}
fn pairOf(site : i32) -> vec2<i32> {
  let slice = sliceOf(site);
  return vec2<i32>(select(slice, uniforms.slices, slice < 0), site);
}
`,
    at: (position) => `pairOf(${position})`,
  };
}

/** One digit of the slices: its bits, and the number of its values. */
interface Digit {
  shift: number;
  mask: number;
  count: number;
}

/** Sorts the pairs by one digit of their slices. */
function sortByDigit(
  pairs: Pairs,
  sorted: TensorInfo,
  { sites, slices }: { sites: number; slices: number },
  { shift, mask, count }: Digit,
  { most, threads }: Digits,
  memory: Memory,
): void {
  const { functions, geometry } = pairs;
  const perThread = Math.ceil(sites / threads);
  const run = {
    pairs: ['pairs', 'result'],
    geometry,
    threads,
    numbers: { sites, slices, perThread, shift, mask, digits: count },
  };
  const start = `  let begin = i * uniforms.perThread;
  let end = min(begin + uniforms.perThread, uniforms.sites);
  var counts : array<i32, ${most + 1}>;`;
  const pair = `let pair = ${pairs.at('j')};
    let d = (pair.x >> u32(uniforms.shift)) & uniforms.mask;`;
  // The counts of one digit are adjacent.
  const counts = memory.integers(threads * count, 'for counts of digits');
  memory.run({
    ...run,
    name: 'SortCount',
    pairs: ['pairs'],
    inputs: pairs.inputs,
    output: counts,
    functions,
    body: `${start}
  for (var j = begin; j < end; j++) {
    ${pair}
    counts[d]++;
  }
  for (var d = 0; d < uniforms.digits; d++) { result[d * uniforms.threads + i] = counts[d]; }`,
  });
  const firsts = exclusiveSums(counts, threads * count, memory);
  memory.free(counts);
  memory.run({
    ...run,
    name: 'SortPlace',
    inputs: { ...pairs.inputs, firsts },
    output: sorted,
    functions,
    body: `${start}
  for (var d = 0; d < uniforms.digits; d++) { counts[d] = firsts[d * uniforms.threads + i]; }
  for (var j = begin; j < end; j++) {
    ${pair}
    result[counts[d]] = pair;
    counts[d]++;
  }`,
  });
  memory.free(firsts);
}
