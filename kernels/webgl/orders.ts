/** The order of a call's sites as textures, cached with the indices. */
import type { IndexGeometry } from '../call/geometry.js';
import type { ScatterPlan } from '../call/plan.js';
import { addressingOf } from '../gpu/orders.js';
import { offsetsIn, type Order, orderSites } from '../cpu/host.js';
import { type Own, ownOf, textureOf } from './own_textures.js';
import { PIECE, SLICE_COST } from './strategy.js';
import type { Views } from './textures.js';

/** Returns whether it is better to copy data and draw so many slices than to compute all of data. */
export function areFew(slices: number, { target: { geometry } }: ScatterPlan): boolean {
  return slices * (geometry.sliceSize + SLICE_COST) < geometry.dataSize;
}

/**
 * Returns the order of a call's sites: where the run of each slice begins, and at last where the last one ends. If few
 * slices are touched, the number of each of these before that. The other textures are left out where none reads them:
 * the sorted sites; the offsets of their sources, -1 for dropped ones, if the host knows them; and `piecesOf` long runs.
 */
export function orderOf(
  plan: ScatterPlan,
  indices: Int32Array,
  { backend, known: { x } }: Views,
): Own {
  const { target, read } = plan;
  const { end, by } = read;
  const source = end.geometry && x ? { end, indices: x } : null;
  // Only weights have numbers of their own for each site.
  const readsSites = end.tensor !== null && !(source && !by.weights);
  // Offsets, and which slices are listed, depend on the size of slices; and the host throws for indices.
  const ends = [target, ...(source ? [source.end] : [])];
  const keys = ends.map((end) => [addressingOf(end), end.geometry.sliceSize, end.outOfBounds]);
  const key = [...keys, readsSites].join(' ');
  const tensors = ends.map(({ indices }) => indices);
  const values = source ? [indices, source.indices] : [indices];
  return ownOf(tensors, values, key, backend, () => {
    const order = orderSites({ end: target, indices }, (slices) => areFew(slices, plan));
    const { kept, runs, touched } = order;
    const texture = (texels: Int32Array, count: number) => textureOf(texels, count, backend);
    const pieces = piecesOf(order, target.geometry);
    const others = {
      ...(readsSites && { sites: texture(order.sites, kept) }),
      ...(source && { sources: texture(offsetsIn(order, source), kept) }),
      ...(pieces && { pieces: texture(pieces, pieces.length) }),
    };
    const main = touched ? texture(listed(order), 2 * runs + 2) : texture(order.begins, runs + 1);
    return { main, others, touched: touched && runs };
  });
}

/** Returns where runs begin, each after its slice. */
function listed({ touched, begins, runs }: Order): Int32Array {
  const pairs = new Int32Array(2 * runs + 2);
  for (let n = 0; n <= runs; n++) {
    pairs[2 * n] = touched?.[n] ?? 0;
    pairs[2 * n + 1] = begins[n];
  }
  return pairs;
}

/** The numbers of a piece. */
export const PER_PIECE = 3;

/**
 * Returns where the pieces of long runs begin and end, except the first ones, and their slices; null if there are
 * none. They begin at least PIECE sites apart, so the one that begins at site n has the number n / PIECE, rounded down.
 */
function piecesOf(
  { touched, begins, kept }: Order,
  { siteCount }: IndexGeometry,
): Int32Array | null {
  let pieces: Int32Array | null = null;
  for (let n = 0; begins[n] < kept; n++) {
    const end = begins[n + 1];
    for (let begin = begins[n] + PIECE; begin < end; begin += PIECE) {
      pieces ??= new Int32Array(PER_PIECE * Math.ceil(siteCount / PIECE));
      const slice = touched ? touched[n] : n;
      const piece = [begin, Math.min(begin + PIECE, end), slice];
      pieces.set(piece, PER_PIECE * Math.floor(begin / PIECE));
    }
  }
  return pieces;
}
