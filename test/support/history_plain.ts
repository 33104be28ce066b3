/** What the calls of a history compute, as plain loops, and the numbers that they are drawn from. */

/** Returns an integer below a limit. */
export type Random = (limit: number) => number;

/** The same numbers for the same seed, also in a page. */
export function randomFrom(seed: number): Random {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) % limit;
  };
}

export const pickFrom = <T>(random: Random, items: readonly T[]): T => items[random(items.length)];

export type Policy = 'error' | 'drop' | 'clamp';

/** Returns the row that the site of a number addresses, or -1. */
export type RowOf = (site: number) => number;

export const inOrder: RowOf = (site) => site;

/** Rows that indices address as gathers and scatters do. */
export function rowsAt(ids: Int32Array, places: number, policy: Policy): RowOf {
  return (site) => {
    const row = ids[site] < 0 ? ids[site] + places : ids[site];
    if (row >= 0 && row < places) return row;
    return policy === 'clamp' ? (row < 0 ? 0 : places - 1) : -1;
  };
}

/** Rows that segment ids address: all others are left out. */
export function segmentsAt(ids: Int32Array, segments: number): RowOf {
  return (site) => (ids[site] >= 0 && ids[site] < segments ? ids[site] : -1);
}

/** Rows that pairs of indices address in a square table. */
export function pairsAt(ids: Int32Array, side: number): RowOf {
  const at = rowsAt(ids, side, 'error');
  return (site) => at(2 * site) * side + at(2 * site + 1);
}

/** Values at both ends of sites. */
export interface Edges {
  count: number;
  width: number;
  from: Float32Array;
  fromRow: RowOf;
  toRow: RowOf;
  weights?: Float32Array | null;
}

export type Combination = 'none' | 'add' | 'max' | 'min';

const COMBINE: Record<Combination, (a: number, b: number) => number> = {
  none: (_, b) => b,
  add: (a, b) => a + b,
  max: Math.max,
  min: Math.min,
};

/** Combines what sites read into rows of `to`; without `includesSelf`, into rows without values. */
export function combineEdges(
  to: Float32Array,
  { count, width, from, fromRow, toRow, weights }: Edges,
  combination: Combination = 'add',
  includesSelf = true,
): Float32Array {
  const combine = COMBINE[combination];
  const isStarted = new Uint8Array(to.length / width).fill(includesSelf ? 1 : 0);
  for (let site = 0; site < count; site++) {
    const [row, source] = [toRow(site), fromRow(site)];
    if (row < 0 || source < 0) continue;
    for (let c = 0; c < width; c++) {
      const value = from[source * width + c] * (weights ? weights[site] : 1);
      const at = row * width + c;
      to[at] = isStarted[row] ? combine(to[at], value) : value;
    }
    isStarted[row] = 1;
  }
  return to;
}

/** The gradient of an extremum: dy is shared by all values that equal the result. */
export function shareAmongEqual(
  edges: Edges,
  result: Float32Array,
  dy: Float32Array,
): Float32Array {
  const { count, width, from, fromRow, toRow } = edges;
  const shares = new Float32Array(result.length);
  const gradient = new Float32Array(from.length);
  const forEachEqual = (visit: (at: number, place: number) => void) => {
    for (let site = 0; site < count; site++) {
      const [row, source] = [toRow(site), fromRow(site)];
      if (row < 0 || source < 0) continue;
      for (let c = 0; c < width; c++) {
        const [at, place] = [source * width + c, row * width + c];
        if (from[at] === result[place]) visit(at, place);
      }
    }
  };
  forEachEqual((_, place) => shares[place]++);
  forEachEqual((at, place) => (gradient[at] += dy[place] / shares[place]));
  return gradient;
}

/** The dot products of the rows at both ends of sites. */
export function dotEdges({ count, width, from, fromRow, toRow }: Edges, to: Float32Array) {
  return Float32Array.from({ length: count }, (_, site) => {
    const [row, source] = [toRow(site), fromRow(site)];
    let sum = 0;
    for (let c = 0; c < width && row >= 0 && source >= 0; c++) {
      sum += from[source * width + c] * to[row * width + c];
    }
    return sum;
  });
}
