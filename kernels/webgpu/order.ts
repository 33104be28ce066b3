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
 * Orders are kept for later calls along the same indices.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { Addressed } from '../call/reads.js';
import { addressingOf, KeptOrders } from '../gpu/orders.js';
import { BYTES, isSoftware, mayChange, type WebGPUBackend } from './backend.js';
import type { Memory } from './program.js';
import { ONE_UNIT, runAtSites } from './sites.js';
import { CHUNK, MAX_CACHED_BYTES, MAX_CACHED_ORDERS, MERGED } from './strategy.js';

/** The cached orders of each device, in buffers of tfjs' that it does not use meanwhile. */
const cached = new WeakMap<GPUDevice, KeptOrders<GPUBuffer>>();

/** Returns a call's sorted sites, and caches them for other calls unless they are too large. */
export function orderOf(end: Addressed, memory: Memory): TensorInfo {
  const { backend } = memory;
  const count = 2 * end.geometry.siteCount;
  const order = memory.integers(count, 'for the order of sites');
  const size = count * BYTES;
  if (size > MAX_CACHED_BYTES || !memory.runs || mayChange(end.indices, backend)) {
    sortSites(end, order, memory);
    return order;
  }
  const addressing = addressingOf(end);
  const data = backend.tensorMap.get(end.indices.dataId);
  const orders = ordersOf(backend);
  let buffer = orders.find(addressing, [data]);
  if (!buffer) {
    sortSites(end, order, memory);
    buffer = memory.bufferOf(order);
    orders.keep(buffer, { bytes: size, objects: 1 }, addressing, [data], [data]);
  }
  const made = backend.tensorMap.get(order.dataId);
  made.resource = buffer;
  // tfjs does not free external buffers.
  made.external = true;
  return order;
}

export function ordersOf({ device, bufferManager }: WebGPUBackend): KeptOrders<GPUBuffer> {
  const free = (buffer: GPUBuffer) => {
    bufferManager.releaseBuffer(buffer);
  };
  const most = { bytes: MAX_CACHED_BYTES, objects: MAX_CACHED_ORDERS };
  const orders = cached.get(device) ?? new KeptOrders(most, free);
  cached.set(device, orders);
  return orders;
}

const PURPOSE = 'for the order of sites';

/** Writes the sorted sites. */
function sortSites(end: Addressed, sorted: TensorInfo, memory: Memory): void {
  const { dataSize, sliceSize, siteCount: sites } = end.geometry;
  const slices = dataSize / sliceSize;
  const inLines = isSoftware(memory.backend);
  const lengths: number[] = [];
  for (let length = 1; length < sites && !inLines; length *= MERGED) lengths.push(length);
  const other = lengths.length > 0 ? memory.integers(2 * sites, PURPOSE) : sorted;
  let [pairs, merged] = lengths.length % 2 === 0 ? [sorted, other] : [other, sorted];
  const rows = placeInRows(end, { sites, slices }, inLines, pairs, memory);
  for (const sortedLength of lengths) {
    memory.run({
      name: 'SortMerge',
      inputs: rows,
      pairs: { pairs },
      resultWidth: 2,
      output: merged,
      threads: sites,
      numbers: { slices, sortedLength, mergedLength: sortedLength * MERGED },
      functions: COUNT_BELOW,
      body: MERGE,
    });
    [pairs, merged] = [merged, pairs];
  }
  for (const used of [rows.counts, rows.starts, other]) if (used !== sorted) memory.free(used);
}

/** Puts sites into the rows of their slices; returns where those start, and the numbers of their sites. */
function placeInRows(
  end: Addressed,
  numbers: Record<'sites' | 'slices', number>,
  inLines: boolean,
  pairs: TensorInfo,
  memory: Memory,
): Record<'counts' | 'starts', TensorInfo> {
  const counts = memory.clear(memory.integers(numbers.slices, PURPOSE));
  // The last is the number of dropped sites, which get ranks from the end.
  const ranks = memory.clear(memory.integers(numbers.sites + 1, PURPOSE));
  const run = { units: ONE_UNIT, numbers };
  runAtSites(end, memory, {
    ...run,
    inLines,
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
  const starts = exclusiveSums(counts, numbers.slices, memory);
  runAtSites(end, memory, {
    ...run,
    name: 'SortPlace',
    inputs: { ranks, starts },
    resultWidth: 2,
    output: pairs,
    body: `    let isDropped = slice < 0;
    let start = select(starts[max(slice, 0)], 0, isDropped);
    result[start + ranks[site]] = vec2<i32>(select(slice, uniforms.slices, isDropped), site);`,
  });
  memory.free(ranks);
  return { counts, starts };
}

/**
 * Returns, for each of `count` integers, the sum of those before it: each thread adds up a chunk, and the sums of
 * chunks are added up recursively.
 */
function exclusiveSums(numbers: TensorInfo, count: number, memory: Memory): TensorInfo {
  const threads = Math.ceil(count / CHUNK);
  const chunk = `  let begin = i * ${CHUNK};
  let end = min(begin + ${CHUNK}, uniforms.count);`;
  const run = { threads, numbers: { count } };
  /** The sum of the numbers before each chunk, which only the first one does not read. */
  let starts = numbers;
  if (threads > 1) {
    const sums = memory.integers(threads, 'for sums');
    memory.run({
      ...run,
      name: 'SumChunks',
      inputs: { numbers },
      output: sums,
      body: `${chunk}
  var sum = 0;
  for (var j = begin; j < end; j++) { sum += numbers[j]; }
  result[i] = sum;`,
    });
    starts = exclusiveSums(sums, threads, memory);
    memory.free(sums);
  }
  const before = memory.integers(count, 'for sums');
  memory.run({
    ...run,
    name: 'SumBefore',
    inputs: { numbers, starts },
    output: before,
    body: `${chunk}
  var sum = select(starts[i], 0, i == 0);
  for (var j = begin; j < end; j++) {
    result[j] = sum;
    sum += numbers[j];
  }`,
  });
  if (starts !== numbers) memory.free(starts);
  return before;
}

/**
 * Merges sorted stretches of a row, up to MERGED of them into one: a site's position is the number of sites with
 * lower numbers in all of them.
 */
const MERGE = `  let pair = pairs[i];
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
  result[position] = pair;`;

/** Writes `firstFrom`, which finds by bisection the first pair whose slice `x` or site `y` is not below a number. */
export const bisection = (pairs: string, part: 'x' | 'y'): string => `
fn firstFrom(least : i32, begin : i32, end : i32) -> i32 {
  var low = begin;
  var high = end;
  while (low < high) {
    let middle = (low + high) / 2;
    if (${pairs}[middle].${part} < least) { low = middle + 1; } else { high = middle; }
  }
  return low;
}
`;

/** Counts the sites below one in a sorted stretch. Most rows are nearly sorted, so one look is often enough. */
const COUNT_BELOW = `${bisection('pairs', 'y')}
fn countBelow(site : i32, begin : i32, end : i32) -> i32 {
  if (pairs[begin].y > site) { return 0; }
  if (pairs[end - 1].y < site) { return end - begin; }
  return firstFrom(site, begin, end - 1) - begin;
}
`;
