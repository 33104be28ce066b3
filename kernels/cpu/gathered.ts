/**
 * Updates read from their sources, one block of sites at a time. The loops that combine updates treat each
 * block as a separate call.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { IndexCheck } from '../contract/bounds.js';
import { asIndices, asNumbers, type Numbers } from '../contract/dtypes.js';
import type { HostMemory } from '../contract/host_memory.js';
import type { GatheredUpdates, ScatterPlan, RowsOfSites } from '../contract/plan.js';
import { asFloats } from './bits.js';
import type { GatheredArrays } from './host_loops.js';
import { BLOCK } from './strategy.js';

/** Combines stored updates with an output. */
export type CombineUpdates = (
  check: IndexCheck,
  indices: Int32Array,
  updates: Numbers,
  out: Numbers,
) => void;

export function arraysOf(
  { indices, updates }: ScatterPlan,
  { source, weights, like }: GatheredUpdates,
  memory: HostMemory,
  out: Numbers,
): GatheredArrays {
  const numbers = (tensor: TensorInfo) => asNumbers(memory.read(tensor));
  return {
    indices: asIndices(memory.read(indices)),
    sources: asIndices(memory.read(source.indices)),
    x: numbers(updates),
    weights: weights && numbers(weights),
    like: like && { source: numbers(like.source), data: numbers(like.data) },
    out,
  };
}

/** Combines all updates with an output, in the order of the sites. */
export function combineGathered(
  plan: ScatterPlan,
  gathered: GatheredUpdates,
  arrays: GatheredArrays,
  combine: CombineUpdates,
): void {
  const { geometry } = plan;
  const { siteCount, sliceSize, indexSizes } = geometry;
  const { indices, out } = arrays;
  const { sites } = gathered.data;
  const read = readerOf(plan, gathered, arrays);
  const atOnce = Math.max(1, Math.floor(BLOCK / sliceSize));
  const size = Math.min(atOnce, siteCount) * sliceSize;
  const updates = out instanceof Float32Array ? new Float32Array(size) : new Int32Array(size);
  const perBatch = indexSizes[0] * sliceSize;
  for (let first = 0; first < siteCount;) {
    const batch = Math.floor(first / sites);
    const count = Math.min(atOnce, (batch + 1) * sites - first);
    read(updates, first, count);
    const part = { siteShape: [count], siteStrides: [0], siteExtents: [count], siteCount: count };
    combine(
      { ...plan, geometry: { ...geometry, ...part } },
      indices.subarray(first * indexSizes.length, (first + count) * indexSizes.length),
      updates,
      out.subarray(batch * perBatch),
    );
    first += count;
  }
}

/** Writes the updates of `count` sites, starting at site `first`. */
type Read = (updates: Numbers, first: number, count: number) => void;

function readerOf(plan: ScatterPlan, gathered: GatheredUpdates, arrays: GatheredArrays): Read {
  const { sliceSize } = plan.geometry;
  const { sources } = arrays;
  const weights = arrays.weights && asFloats(arrays.weights);
  const offsets = new Int32Array(Math.max(1, Math.floor(BLOCK / sliceSize)));
  return (updates, first, count) => {
    offsetsOf(gathered.source, sources, sliceSize, first, count, offsets);
    copyRows(updates, arrays.x, offsets, count, sliceSize, gathered.fill);
    if (arrays.like) {
      clearUnlike(
        updates,
        gathered.data,
        arrays.indices,
        arrays.like,
        sliceSize,
        first,
        count,
        offsets,
      );
    }
    if (weights) multiply(asFloats(updates), weights, first, count, sliceSize, gathered.heads);
  };
}

/** Writes the offsets of the rows that sites address, -1 for indices out of bounds. */
export function offsetsOf(
  { width, column, wraps, rows, sites }: RowsOfSites,
  indices: Int32Array,
  sliceSize: number,
  first: number,
  count: number,
  offsets: Int32Array,
): void {
  let batch = Math.floor(first / sites);
  let end = (batch + 1) * sites;
  for (let i = 0, site = first; i < count; i++, site++) {
    if (site === end) {
      batch++;
      end += sites;
    }
    let index = indices[site * width + column];
    if (wraps && index < 0) index += rows;
    offsets[i] = index >= 0 && index < rows ? (batch * rows + index) * sliceSize : -1;
  }
}

/** Copies rows of x. Dropped sites get `fill`. */
function copyRows(
  out: Numbers,
  x: Numbers,
  offsets: Int32Array,
  count: number,
  size: number,
  fill: number,
): void {
  for (let i = 0, to = 0; i < count; i++) {
    let from = offsets[i];
    const end = to + size;
    for (; to < end && from >= 0; to++, from++) out[to] = x[from];
    for (; to < end; to++) out[to] = fill;
  }
}

function multiply(
  out: Float32Array,
  weights: Float32Array,
  first: number,
  count: number,
  size: number,
  heads: number,
): void {
  const perHead = size / heads;
  for (let at = first * heads, to = 0; at < (first + count) * heads; at++) {
    const weight = weights[at];
    for (const end = to + perHead; to < end; to++) out[to] *= weight;
  }
}

/** Clears updates whose source differs from data. A source out of bounds compares as 0. */
function clearUnlike(
  updates: Numbers,
  data: RowsOfSites,
  indices: Int32Array,
  like: NonNullable<GatheredArrays['like']>,
  sliceSize: number,
  first: number,
  count: number,
  offsets: Int32Array,
): void {
  const places = new Int32Array(count);
  offsetsOf(data, indices, sliceSize, first, count, places);
  for (let i = 0, to = 0; i < count; i++) {
    let [place, from] = [places[i], offsets[i]];
    const isThere = from >= 0;
    const end = to + sliceSize;
    if (place < 0) to = end;
    for (; to < end; to++, place++, from++) {
      const a = isThere ? like.source[from] : 0;
      const b = like.data[place];
      if (a !== b && !(Number.isNaN(a) && Number.isNaN(b))) updates[to] = 0;
    }
  }
}
