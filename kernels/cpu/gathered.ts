/**
 * Updates read from their sources, one block of sites at a time: a gather, then a scatter, each as if the block
 * were the whole call.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { IndexCheck } from '../contract/bounds.js';
import { asIndices, asNumbers, type Numbers } from '../contract/dtypes.js';
import { ndGeometry, pairGeometry } from '../contract/geometry.js';
import type { HostMemory } from '../contract/host_memory.js';
import type { GatheredUpdates, ScatterPlan, RowsOfSites } from '../contract/plan.js';
import type { Combination } from '../contract/reductions.js';
import { asFloats } from './bits.js';
import type { GatheredArrays, HostLoops } from './host_loops.js';
import { VALUES_AT_ONCE } from './strategy.js';

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
  { indices, sources, x, weights, like, out }: GatheredArrays,
  combination: Combination,
  { gather, combine }: HostLoops,
): void {
  const { siteCount, sliceSize } = plan.geometry;
  const { data, source, heads, fill } = gathered;
  const reading = sourceCheck(plan, gathered);
  const atOnce = Math.max(1, (VALUES_AT_ONCE / sliceSize) | 0);
  const blockLike = (array: Numbers) => arrayLike(array, Math.min(atOnce, data.sites) * sliceSize);
  const updates = blockLike(out);
  const ends = like && { source: blockLike(like.source), data: blockLike(like.data) };
  for (let first = 0; first < siteCount;) {
    const batch = Math.floor(first / data.sites);
    const count = Math.min(atOnce, (batch + 1) * data.sites - first) | 0;
    const rowsOf = (array: Numbers, { rows }: RowsOfSites) =>
      array.subarray(batch * rows * sliceSize);
    const indicesOf = (array: Int32Array, { width }: RowsOfSites) =>
      array.subarray(first * width, (first + count) * width);
    const [from, to] = [partOf(reading, count), partOf(plan, count)];
    const [rows, places] = [indicesOf(sources, source), indicesOf(indices, data)];
    gather(from, rowsOf(x, source), rows, updates, fill);
    if (ends) {
      gather(from, rowsOf(like.source, source), rows, ends.source, 0);
      gather(to, rowsOf(like.data, data), places, ends.data, null);
      clearUnlike(updates, ends);
    }
    if (weights) multiply(asFloats(updates), asFloats(weights), first, count, sliceSize, heads);
    combine(combination, to, places, updates, rowsOf(out, data));
    first += count;
  }
}

/** Returns the check of the indices that read rows. */
function sourceCheck(plan: ScatterPlan, { data, source }: GatheredUpdates): IndexCheck {
  const { sliceSize } = plan.geometry;
  const { rows, sites, width, column, wraps } = source;
  return {
    attributes: { ...plan.attributes, wrapNegatives: wraps },
    geometry:
      width === 2
        ? pairGeometry(sites, column, { addressed: rows, other: data.rows }, sliceSize)
        : ndGeometry([rows, sliceSize], [sites, 1], 0),
    indices: source.indices,
  };
}

/** Returns the check of a part of a batch, as if it were the whole call. */
function partOf(check: IndexCheck, count: number): IndexCheck {
  const part = { siteShape: [count], siteStrides: [0], siteExtents: [count], siteCount: count };
  return { ...check, geometry: { ...check.geometry, ...part } };
}

function arrayLike(array: Numbers, size: number): Numbers {
  return array instanceof Float32Array ? new Float32Array(size) : new Int32Array(size);
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

/** Clears updates whose values at both ends differ. */
function clearUnlike(updates: Numbers, { source, data }: Record<'source' | 'data', Numbers>): void {
  for (let i = 0; i < updates.length; i++) {
    const [a, b] = [source[i], data[i]];
    if (a !== b && !(Number.isNaN(a) && Number.isNaN(b))) updates[i] = 0;
  }
}
