/** The order of a call's sites as textures, cached with the indices. */
import type { IndexGeometry } from '../call/geometry.js';
import type { ScatterPlan } from '../call/plan.js';
import { offsetsIn, type Order, orderSites } from '../cpu/host.js';
import { addressingOf, ownOf, padded, textureOf } from './own_textures.js';
import { PIECE, SLICE_COST } from './strategy.js';
import type { Views } from './textures.js';
import type { View } from './views.js';

export interface Ordered {
  views: OrderViews;
  /** The number of touched slices, if they are listed; otherwise null. */
  touched: number | null;
}

/** The textures of an order. */
interface OrderViews extends Partial<Record<string, View>> {
  /**
   * Where the run of each slice begins, and at last where the last one ends. If few slices are touched, the number of
   * each of these before that.
   */
  runs: View;
  /** The sorted sites; left out if nothing that they read depends on them. */
  sites?: View;
  /** The offsets of their sources, -1 for dropped ones, if the host knows them. */
  sources?: View;
  /** Where pieces begin and end, and their slices; see `piecesOf`. Left out if there are none. */
  pieces?: View;
}

/** Returns whether it is better to copy data and draw so many slices than to compute all of data. */
export function areFew(slices: number, { target: { geometry } }: ScatterPlan): boolean {
  return slices * (geometry.sliceSize + SLICE_COST) < geometry.dataSize;
}

/** Returns the order of a call's sites. */
export function orderOf(
  plan: ScatterPlan,
  indices: Int32Array,
  { backend, known: { x } }: Views,
): Ordered {
  const { target, read } = plan;
  const { end, by } = read;
  const source = end.geometry && x ? { end, indices: x } : null;
  // Only weights have numbers of their own for each site.
  const readsSites = end.tensor !== null && !(source && !by.weights);
  const key = [addressingOf(target), source && addressingOf(source.end), readsSites].join(' ');
  const tensors = [target, ...(source ? [source.end] : [])].map(({ indices }) => indices);
  const values = source ? [indices, source.indices] : [indices];
  return ownOf(tensors, values, key, backend, () => {
    const order = orderSites({ end: target, indices }, (slices) => areFew(slices, plan), padded);
    const texture = (texels: Int32Array) => textureOf(texels, backend);
    const pieces = piecesOf(order, target.geometry);
    const views: OrderViews = {
      runs: texture(listed(order)),
      ...(readsSites && { sites: texture(order.sites) }),
      ...(source && { sources: texture(offsetsIn(order, source)) }),
      ...(pieces && { pieces: texture(pieces) }),
    };
    return { views, touched: order.touched?.length ?? null };
  });
}

/** Returns the runs, with the slices before them if these are listed. */
function listed({ touched, begins }: Order): Int32Array {
  if (!touched) return begins;
  const pairs = new Int32Array(padded(2 * begins.length));
  begins.forEach((begin, n) => {
    pairs[2 * n] = touched[n];
    pairs[2 * n + 1] = begin;
  });
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
      pieces ??= new Int32Array(padded(PER_PIECE * Math.ceil(siteCount / PIECE)));
      const slice = touched ? touched[n] : n;
      const piece = [begin, Math.min(begin + PIECE, end), slice];
      pieces.set(piece, PER_PIECE * Math.floor(begin / PIECE));
    }
  }
  return pieces;
}
