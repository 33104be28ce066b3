/**
 * The order of sites by slice. It has a pair of integers for each site, its slice and its number, sorted by both.
 * Dropped sites come last, in any order: their slice is the number of slices.
 *
 *     SortCount   counts the sites of each slice, which gives each site a rank there, in any order
 *     sums        say where the row of each slice begins
 *     SortPlace   puts sites into the row of their slice, by their ranks
 *     SortMerge   sorts each row, in stretches that get longer in each pass
 *
 * On a software adapter, which has few threads, one counts all sites of a line, so that rows are in order already.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { Indexed } from '../call/ends.js';
import { isSoftware } from './adapter.js';
import { cachedOrder } from './cached_orders.js';
import type { Memory } from './memory.js';
import { MERGED } from './strategy.js';
import { exclusiveSums } from './sums.js';
import { runAtSites } from './walks.js';
import { ONE_UNIT } from './wgsl_values.js';

/** The greatest number of sites in a merged stretch: more do not fit into a buffer. */
const MAX_STRETCH = 2 ** 30;

/** Returns a call's sorted sites, and caches their order for other calls. */
export function sortSites(end: Indexed, memory: Memory): TensorInfo {
  return cachedOrder(end, memory, (sorted) => {
    sort(end, sorted, memory);
  });
}

function sort(end: Indexed, sorted: TensorInfo, memory: Memory): void {
  const { dataSize, sliceSize, siteCount: sites } = end.geometry;
  const slices = dataSize / sliceSize;
  const integers = (count: number) => memory.integers(count, 'for the order of sites');
  const counts = memory.clear(integers(slices));
  // The last is the number of dropped sites, which get ranks from the end.
  const ranks = memory.clear(integers(sites + 1));
  const run = { units: ONE_UNIT, numbers: { sites, slices } };
  const inOrder = isSoftware(memory.backend);
  runAtSites(end, memory, {
    ...run,
    walk: inOrder ? 'whole line' : 'spread',
    name: 'SortCount',
    output: counts,
    atomic: true,
    alsoWrites: { ranks },
    body: `    if (slice < 0) {
    atomicStore(&ranks[site], uniforms.sites - 1 - atomicAdd(&ranks[uniforms.sites], 1));
  } else {
    atomicStore(&ranks[site], atomicAdd(&result[slice], 1));
  }`,
  });
  const starts = exclusiveSums(counts, slices, memory);
  const lengths: number[] = [];
  for (let length = 1; length < sites && !inOrder; length *= MERGED) lengths.push(length);
  const other = lengths.length > 0 ? integers(2 * sites) : sorted;
  let [from, to] = lengths.length % 2 === 0 ? [sorted, other] : [other, sorted];
  runAtSites(end, memory, {
    ...run,
    name: 'SortPlace',
    inputs: { ranks, starts },
    resultWidth: 2,
    output: from,
    body: `    let isDropped = slice < 0;
  let start = select(starts[max(slice, 0)], 0, isDropped);
  result[start + ranks[site]] = vec2<i32>(select(slice, uniforms.slices, isDropped), site);`,
  });
  memory.free(ranks);
  for (const sortedLength of lengths) {
    mergeStretches({ pairs: from, counts, starts }, to, { sites, slices, sortedLength }, memory);
    [from, to] = [to, from];
  }
  for (const used of [counts, starts, other]) if (used !== sorted) memory.free(used);
}

/**
 * Merges sorted stretches of a row, up to MERGED of them into one: a site's position is the number of sites with
 * lower numbers in all of them.
 */
function mergeStretches(
  inputs: Record<'pairs' | 'counts' | 'starts', TensorInfo>,
  merged: TensorInfo,
  { sites, slices, sortedLength }: Record<'sites' | 'slices' | 'sortedLength', number>,
  memory: Memory,
): void {
  const mergedLength = Math.min(sortedLength * MERGED, MAX_STRETCH);
  memory.run({
    name: 'SortMerge',
    inputs,
    resultWidth: 2,
    output: merged,
    threads: sites,
    numbers: { slices, sortedLength, mergedLength },
    functions: COUNT_BELOW,
    body: `  let pair = pairs[i];
  var position = i;
  if (pair.x < uniforms.slices) {
    let start = starts[pair.x];
    let inRow = i - start;
    let own = i - inRow % uniforms.sortedLength;
    let first = i - inRow % uniforms.mergedLength;
    let last = min(first + uniforms.mergedLength, start + counts[pair.x]);
    position = first + i - own;
    for (var other = first; other < last; other += uniforms.sortedLength) {
      if (other == own) { continue; }
      position += countBelow(pair.y, other, min(other + uniforms.sortedLength, last));
    }
  }
  result[position] = pair;`,
  });
}

/** Counts the sites below one in a sorted stretch. Most rows are nearly sorted, so one look is often enough. */
const COUNT_BELOW = `fn countBelow(site : i32, begin : i32, end : i32) -> i32 {
  if (pairs[begin].y > site) { return 0; }
  if (pairs[end - 1].y < site) { return end - begin; }
  var low = begin;
  var high = end - 1;
  while (low < high) {
    let middle = (low + high) / 2;
    if (pairs[middle].y < site) { low = middle + 1; } else { high = middle; }
  }
  return low - begin;
}
`;
