/** The order of sites by slice, which webgl reads on the GPU. */
import * as core from '@tensorflow/tfjs-core';
import { ndGeometry } from '../../kernels/call/geometry.js';
import type * as Host from '../../kernels/cpu/host.js';
import { type EndSites, offsetsIn, orderSites } from '../../kernels/cpu/host.js';

/** Rows of 3 values that indices address; those out of bounds are dropped. */
function sitesOf(rows: number, indices: number[]): EndSites {
  const shape = [indices.length, 1];
  const geometry = ndGeometry([rows, 3], shape, 0);
  const end = { outOfBounds: 'drop', wrapNegatives: true, geometry, indices: { shape } } as const;
  return { end, indices: Int32Array.from(indices) };
}

/** The sites of each row that has any, and whether only these rows are listed. */
interface Found {
  runs: (readonly [row: number, sites: number[]])[];
  isListed: boolean;
}

function expectedOrder(rows: number, indices: number[], isListed: boolean): Found {
  const sitesByRow = new Map<number, number[]>();
  indices.forEach((index, site) => {
    const row = index < 0 ? index + rows : index;
    if (row >= 0 && row < rows) sitesByRow.set(row, [...(sitesByRow.get(row) ?? []), site]);
  });
  return { runs: [...sitesByRow].sort(([a], [b]) => a - b), isListed };
}

function foundOrder(rows: number, indices: number[], areFew: (touched: number) => boolean): Found {
  const { sites, kept, touched, begins, runs } = orderSites(sitesOf(rows, indices), areFew);
  expect([runs, begins[runs]]).toEqual([touched ? expect.any(Number) : rows, kept]);
  const found: Found = { runs: [], isListed: touched !== null };
  for (let run = 0; run < runs; run++) {
    const [begin, end] = [begins[run], begins[run + 1]];
    // Rows without sites have empty runs.
    if (!touched && begin === end) continue;
    found.runs.push([touched ? touched[run] : run, [...sites.subarray(begin, end)]]);
  }
  return found;
}

/** Rows that the sites address in no order, several of them more than once. */
const spread = (count: number, rows: number): number[] =>
  Array.from({ length: count }, (_, i) => ((i % 700) * 104_729) % rows);

const FEW = [1, 9, 1, -2, 99, 0, 9, -99, 1];

describe('sites are ordered by row, and by number within a row', () => {
  test.each([
    ['all of one row', 10, [7, 7, 7]],
    ['none', 10, []],
    ['all dropped', 3, [5, 9, -4]],
    ['some dropped, and negative ones', 10, FEW],
    ['a single row', 1, [0, 0]],
    ['counted at once', 2 ** 17, spread(1000, 2 ** 17)],
    ['sorted in two passes', 2 ** 17 + 1, spread(5000, 2 ** 17 + 1)],
    ['the last of many rows', 200_000, [199_999, 0, 199_999, 131_072]],
  ])('%s', (_, rows, indices) => {
    expect(foundOrder(rows, indices, () => false)).toEqual(expectedOrder(rows, indices, false));
    expect(foundOrder(rows, indices, () => true)).toEqual(expectedOrder(rows, indices, true));
  });

  test('without an array for all rows, if few are touched', () => {
    const rows = 2 ** 29;
    const indices = [...spread(100, rows), rows - 1, 0, 2 ** 28, -1];
    expect(foundOrder(rows, indices, () => true)).toEqual(expectedOrder(rows, indices, true));
  });

  test('whether they are few follows from the rows that are touched', () => {
    const isListed = (most: number) => foundOrder(10, FEW, (touched) => touched <= most).isListed;
    // Four rows have sites.
    expect([3, 4].map(isListed)).toEqual([false, true]);
  });
});

test('orders of any lengths follow one another, the longest first', () => {
  jest.isolateModules(() => {
    jest.doMock('@tensorflow/tfjs-core', () => core);
    const host = jest.requireActual<typeof Host>('../../kernels/cpu/host.js');
    for (const third of [2 ** 19, 100, 2 ** 19, 2000, 1]) {
      const ids = Array.from({ length: 3 * third }, (_, i) => i % 3);
      const { begins, kept } = host.orderSites(sitesOf(3, ids), () => false);
      expect([...begins.subarray(0, 4)]).toEqual([0, third, 2 * third, 3 * third]);
      expect(kept).toBe(3 * third);
    }
  });
});

test('offsets at the other end follow the order, and are -1 for dropped sites', () => {
  const order = orderSites(sitesOf(4, [3, 0, 9, 3, 1]), () => false);
  const offsets = offsetsIn(order, sitesOf(5, [4, 2, 0, -9, 1]));
  expect([...offsets.subarray(0, order.kept)]).toEqual([6, 3, 12, -1]);
});
