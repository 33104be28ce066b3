/**
 * A stable radix sort of sites by slice, the lowest digit first. The result has a pair of integers for each
 * site, its slice and its number. Dropped sites come last: their slice is the number of slices.
 *
 * In each pass, a thread counts the digits of its consecutive sites; prefix sums of all counts say where its
 * first site of each digit goes.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { Indexed } from '../call/ends.js';
import type { Memory } from './memory.js';
import type { Part } from './program.js';
import { DIGIT_BITS, MAX_COUNTERS, MIN_PER_COUNTER, PIECE } from './strategy.js';
import { exclusiveSums } from './sums.js';
import { sliceOf } from './wgsl_slices.js';

/** Writes the order of a call's sites. */
export function sortByDigits(end: Indexed, sorted: TensorInfo, memory: Memory): void {
  const { dataSize, sliceSize, siteCount: sites } = end.geometry;
  const slices = dataSize / sliceSize;
  const allBits = Math.max(1, 32 - Math.clz32(slices - 1));
  const passes = Math.ceil(allBits / DIGIT_BITS);
  const bits = Math.ceil(allBits / passes);
  const perThread = Math.min(PIECE, Math.max(MIN_PER_COUNTER, Math.ceil(sites / MAX_COUNTERS)));
  let from = pairsOfCall(end);
  let made: TensorInfo | null = null;
  for (let pass = 0; pass < passes; pass++) {
    const isLast = pass === passes - 1;
    const to = isLast ? sorted : memory.integers(2 * sites, 'for the order of sites');
    const shift = pass * bits;
    // The last digit has all remaining bits, and room for the slice of dropped sites.
    const digit = isLast
      ? { mask: -1, digits: (slices >> shift) + 1 }
      : { mask: 2 ** bits - 1, digits: 2 ** bits };
    sortByDigit(from, to, { sites, slices, perThread, shift, ...digit }, memory);
    if (made) memory.free(made);
    made = to;
    from = storedPairs(to);
  }
}

/** Reads the pairs in the order of sites, computed from a call's indices. */
function pairsOfCall(end: Indexed): Part {
  return {
    parts: [sliceOf(end)],
    functions: `fn pairAt(site : i32) -> vec2<i32> {
  let slice = sliceOf(site);
  return vec2<i32>(select(slice, uniforms.slices, slice < 0), site);
}
`,
  };
}

/** Reads the pairs in the order of another digit. */
const storedPairs = (pairs: TensorInfo): Part => ({
  inputs: { pairs },
  functions: 'fn pairAt(position : i32) -> vec2<i32> { return pairs[position]; }\n',
});

/** The uniforms of a pass: they tell the bits of its digit, and the number of the digit's values. */
type Pass = Record<'sites' | 'slices' | 'perThread' | 'shift' | 'mask' | 'digits', number>;

/**
 * Sorts the pairs by one digit of their slices. Each thread counts the digits in an array of its own, which WGSL
 * limits to 8 kB.
 */
function sortByDigit(pairs: Part, sorted: TensorInfo, pass: Pass, memory: Memory): void {
  const threads = Math.ceil(pass.sites / pass.perThread);
  const count = threads * pass.digits;
  const run = { parts: [pairs], threads, numbers: pass };
  const start = `  let begin = i * uniforms.perThread;
  let end = min(begin + uniforms.perThread, uniforms.sites);
  var counts : array<i32, ${2 ** DIGIT_BITS + 1}>;`;
  const pair = `let pair = pairAt(j);
    let d = (pair.x >> u32(uniforms.shift)) & uniforms.mask;`;
  // The counts of one digit are adjacent.
  const counts = memory.integers(count, 'for counts of digits');
  memory.run({
    ...run,
    name: 'SortCount',
    output: counts,
    body: `${start}
  for (var j = begin; j < end; j++) {
    ${pair}
    counts[d]++;
  }
  for (var d = 0; d < uniforms.digits; d++) { result[d * uniforms.threads + i] = counts[d]; }`,
  });
  const firsts = exclusiveSums(counts, count, memory);
  memory.free(counts);
  memory.run({
    ...run,
    name: 'SortPlace',
    inputs: { firsts },
    resultWidth: 2,
    output: sorted,
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
