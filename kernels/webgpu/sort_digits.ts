/**
 * A radix sort of many sites, the lowest digit first. Each thread counts the digits of its consecutive sites;
 * prefix sums of the counts say where its first site of each digit goes.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { Plan } from '../contract/plan.js';
import type { Memory } from './memory.js';
import type { Run } from './program.js';
import { digitsOf, type Digits } from './shares.js';
import { type Keys, keysOfCall, keysOfPairs } from './sort_keys.js';
import { exclusiveSums } from './sums.js';

export function sortByDigits(plan: Plan, sorted: TensorInfo, memory: Memory): void {
  const { dataSize, sliceSize, siteCount } = plan.geometry;
  const digits = digitsOf(siteCount, dataSize / sliceSize, memory.isOnCpu);
  let keys = keysOfCall(plan);
  let pairs: TensorInfo | null = null;
  for (let pass = 0; pass < digits.passes; pass++) {
    const isLast = pass === digits.passes - 1;
    const next = isLast ? sorted : memory.integers(2 * siteCount, 'for the order of sites');
    sortByDigit(passOf(plan, keys, digits, pass), next, memory);
    if (pairs) memory.free(pairs);
    pairs = next;
    keys = keysOfPairs(next);
  }
}

/** A pass over the sites: one digit of the keys, and how threads share the sites. */
interface Pass {
  keys: Keys;
  run: Pick<Run, 'variant' | 'inputs' | 'geometry' | 'pairs' | 'threads' | 'numbers'>;
  /** The number of counts of all threads together. */
  counts: number;
  /** Writes the start of a thread, with its counts. */
  start: string;
}

function sortByDigit(pass: Pass, sorted: TensorInfo, memory: Memory): void {
  const counts = countDigits(pass, memory);
  const firsts = exclusiveSums(counts, pass.counts, memory);
  memory.free(counts);
  placeSites(pass, firsts, sorted, memory);
  memory.free(firsts);
}

function passOf(
  plan: Plan,
  keys: Keys,
  { bits, most, passes, threads }: Digits,
  pass: number,
): Pass {
  const { siteCount, dataSize, sliceSize } = plan.geometry;
  const shift = pass * bits;
  // The last digit has all remaining bits, and room for the key of dropped sites, the number of slices.
  const isLast = pass === passes - 1;
  const mask = isLast ? -1 : 2 ** bits - 1;
  const digits = isLast ? ((dataSize / sliceSize) >> shift) + 1 : 2 ** bits;
  const perThread = Math.ceil(siteCount / threads);
  return {
    keys,
    run: {
      ...keys.run,
      variant: `${keys.run.variant} ${most}`,
      threads,
      numbers: { ...keys.numbers, sites: siteCount, perThread, shift, mask, digits },
    },
    counts: threads * digits,
    start: `  let begin = i * uniforms.perThread;
  let end = min(begin + uniforms.perThread, uniforms.sites);
  var counts : array<i32, ${most + 1}>;`,
  };
}

const DIGIT = '(key >> u32(uniforms.shift)) & uniforms.mask';

/** Counts the digits of each thread's sites; the counts of one digit are adjacent. */
function countDigits({ keys, run, counts, start }: Pass, memory: Memory): TensorInfo {
  const output = memory.integers(counts, 'for counts of digits');
  memory.run({
    ...run,
    name: 'SortCount',
    output,
    code: () => ({
      functions: keys.functions,
      body: `${start}
  for (var j = begin; j < end; j++) {
    let key = ${keys.key('j')};
    counts[${DIGIT}]++;
  }
  for (var d = 0; d < uniforms.digits; d++) { result[d * uniforms.threads + i] = counts[d]; }`,
    }),
  });
  return output;
}

/** Writes each thread's sites to their positions, from the first one for each digit. */
function placeSites(
  { keys, run, start }: Pass,
  firsts: TensorInfo,
  sorted: TensorInfo,
  memory: Memory,
): void {
  memory.run({
    ...run,
    name: 'SortPlace',
    pairs: ['pairs', 'result'],
    inputs: { ...run.inputs, firsts },
    output: sorted,
    code: () => ({
      functions: keys.functions,
      body: `${start}
  for (var d = 0; d < uniforms.digits; d++) { counts[d] = firsts[d * uniforms.threads + i]; }
  for (var j = begin; j < end; j++) {
    let key = ${keys.key('j')};
    let d = ${DIGIT};
    let position = counts[d];
    counts[d] = position + 1;
    result[position] = vec2<i32>(key, ${keys.site('j')});
  }`,
    }),
  });
}
