/**
 * Random calls of stated sizes: as many sites, places or values in a slice as a power of two or a threshold of a
 * backend, and one more or less. Their numbers are few and exact, so that sums do not depend on their order.
 */
import type { CallOptions, OpName, TensorData } from './call.js';
import { chance, int, pick } from './random_values.js';
import type { Draw } from './seed.js';
import type { NUMBERS } from './oracle_words.js';

/** The most values at the sites, and in data. */
const MOST = 2 ** 17 + 1;

/** The dtypes of numbers; bools are 0 and 1. */
export type Swept = (typeof NUMBERS)[number];

/** A call without its values. */
export interface Sweep {
  title: string;
  gather: OpName;
  scatter: OpName;
  shapes: Record<'data' | 'indices' | 'values', number[]>;
  options: CallOptions;
  indices: number[];
}

/** Rows of data at sites: the form that segment ops and fused products have, too. */
export interface Rows {
  title: string;
  sites: number;
  places: number;
  width: number;
  /** The row that each site addresses, or -1. */
  rows: Int32Array;
}

/** A fast generator of integers below a limit, because fast-check is slow for a hundred thousand. */
export function integersBelow(draw: Draw): (limit: number) => number {
  let state = int(draw, 0, 2 ** 31 - 1);
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) % limit;
  };
}

/** Which place each site addresses. */
const SPREADS: Record<
  string,
  (next: (limit: number) => number, places: number, i: number) => number
> = {
  even: (next, places) => next(places),
  skewed: (next, places) => (next(8) > 0 ? places >> 1 : next(places)),
  single: (_, places) => places - 1,
  sorted: (next, places, i) => Math.min(places - 1, (i >> 2) + next(2)),
  distinct: (_, places, i) => (i * 7 + 3) % places,
};

/** Draws sizes of which one is near `size`: one more or less, or the same. */
export function randomRows(draw: Draw, size: number, name: string): Rows {
  const near = Math.max(1, size + int(draw, -1, 1));
  const atMost = (limit: number, ...sizes: number[]) =>
    Math.max(1, Math.min(limit, pick(draw, sizes)));
  const sizesOf = {
    sites: () => {
      const width = atMost(Math.floor(MOST / near), 1, 1, 2, 3, 4, 8, 33);
      return {
        sites: near,
        width,
        places: atMost(Math.floor(MOST / width), 1, 7, near >> 3, near, 2 * near),
      };
    },
    places: () => {
      const width = atMost(Math.floor(MOST / near), 1, 1, 3, 4, 16);
      return {
        places: near,
        width,
        sites: atMost(Math.floor(MOST / width), 1, 65, near >> 2, near),
      };
    },
    width: () => {
      const most = Math.floor(MOST / near);
      return { width: near, sites: atMost(most, 1, 2, 5, 70, 300), places: atMost(most, 1, 3, 40) };
    },
  };
  const role = pick(draw, ['sites', 'sites', 'places', 'width'] as const);
  const { sites, places, width } = sizesOf[role]();
  const spread = pick(draw, Object.keys(SPREADS));
  const next = integersBelow(draw);
  const drops = chance(draw, 3) ? 9 : 0;
  const rows = Int32Array.from({ length: sites }, (_, i) =>
    drops > 0 && next(drops) === 0 ? -1 : SPREADS[spread](next, places, i),
  );
  const title = `${name}: ${sites} ${spread} sites, ${places} slices of ${width}${drops > 0 ? ', some dropped' : ''}`;
  return { title, sites, places, width, rows };
}

/** Makes a call that addresses rows, pairs of indices, or lines along an axis. */
export function sweepOf(draw: Draw, { title, sites, places, width, rows }: Rows): Sweep {
  const outOfBounds = rows.includes(-1) ? 'drop' : pick(draw, ['error', 'drop', 'clamp']);
  const wraps = chance(draw, 3);
  const indexOf = (row: number, i: number, size: number) =>
    row < 0 ? (i % 2 === 0 ? size : -size - 1) : wraps && i % 3 === 0 ? row - size : row;
  const places1 = Array.from(rows, (row, i) => indexOf(row, i, places));
  const way = pick(draw, ['rows', 'rows', 'pairs', 'lines', 'columns'] as const);
  const nd = { gather: 'gatherND', scatter: 'scatterND', options: { outOfBounds } } as const;
  if (way === 'rows' || (way === 'pairs' && width === 1)) {
    return {
      ...nd,
      title: `rows, ${title}`,
      shapes: { data: [places, width], indices: [sites, 1], values: [sites, width] },
      indices: places1,
    };
  }
  if (way === 'pairs') {
    const columnOf = (i: number) => ((i * 5) % width) - (wraps ? width : 0);
    return {
      ...nd,
      title: `pairs, ${title}`,
      shapes: { data: [places, width], indices: [sites, 2], values: [sites] },
      indices: places1.flatMap((index, i) => [index, columnOf(i)]),
    };
  }
  const elements = { gather: 'gatherElements', scatter: 'scatterElements' } as const;
  if (way === 'lines') {
    // Each column of data is a line; the sites of a row address the same row.
    return {
      ...elements,
      title: `lines, ${title}`,
      options: { axis: 0, outOfBounds },
      shapes: { data: [places, width], indices: [sites, width], values: [sites, width] },
      indices: places1.flatMap((index) => Array<number>(width).fill(index)),
    };
  }
  return {
    ...elements,
    title: `columns, ${title}`,
    options: { axis: 1, outOfBounds },
    shapes: { data: [width, places], indices: [width, sites], values: [width, sites] },
    indices: Array.from({ length: width }, () => places1).flat(),
  };
}

/** The numbers of a tensor, of which few combine to more than floats hold exactly. */
export function numbersFor(draw: Draw, dtype: Swept, reduction: string, size: number): number[] {
  const next = integersBelow(draw);
  const ofOne: Record<string, () => number> = {
    bool: () => next(2),
    mul: () =>
      next(512) === 0 ? (dtype === 'int32' ? -1 : 2 ** (1 - 2 * next(2))) : 1 - 2 * next(2),
    others: () => (next(9) - 4) / (dtype === 'int32' ? 1 : 4),
  };
  const value = ofOne[dtype === 'bool' ? dtype : reduction] ?? ofOne.others;
  return Array.from({ length: size }, value);
}

export function tensorOf(dtype: Swept, shape: number[], numbers: number[]): TensorData {
  return { dtype, shape, values: dtype === 'bool' ? numbers.map((x) => x !== 0) : numbers };
}
