/** The thresholds of kernels/webgpu/strategy.ts for sites that are sorted. */
import { addSlices, allOf, M, SORTS } from './calls.js';
import { against, around } from './timing.js';
import type { Comparison } from '../comparison.js';

const K = 2 ** 10;

/** Each output looks at all sites, or each site at those that come after it. */
function steps(siteCount: number): Promise<Comparison[]> {
  return around(
    `steps over ${siteCount} sites`,
    'FEW_STEPS',
    [K, 8 * K, 64 * K, 256 * K],
    [
      ['from outputs', { FEW_STEPS: Infinity }],
      ['from sites', { FEW_STEPS: 0 }],
    ],
    (count) => addSlices(siteCount, count / siteCount),
  );
}

/** Few sites, combined without a sort or sorted, and sorted by ranks or by digits. */
async function fewSites(): Promise<Comparison[]> {
  return [
    ...(await around(
      'sites, combined without a sort',
      'FEW',
      [16, 32, 64, 128, 256],
      [
        ['in one program', { ...SORTS, FEW: Infinity }],
        ['sorted', { ...SORTS, FEW: 0 }],
      ],
      (siteCount) => addSlices(siteCount, 64 * K),
    )),
    ...(await steps(8)),
    ...(await steps(64)),
    ...(await around(
      'sites, sorted by ranks',
      'RANKS_UP_TO',
      [128, 256, 512, K, 2 * K],
      [
        ['by ranks', { ...SORTS, RANKS_UP_TO: Infinity }],
        ['by digits', { ...SORTS, RANKS_UP_TO: 0 }],
      ],
      (siteCount) => addSlices(siteCount, 64 * K),
    )),
  ];
}

/** From 17 bits on keys have three digits of 8 bits at most, or two of 10. */
async function digits(): Promise<Comparison[]> {
  const few = () => addSlices(32 * K, M);
  const many = () => addSlices(M / 4, M / 4);
  return [
    ...(await around(
      'sites, sorted by longer digits',
      'MANY_SITES',
      [16 * K, 32 * K, 64 * K, 128 * K, 256 * K, M],
      [
        ['not', { ...SORTS, MANY_SITES: Infinity }],
        ['longer', { ...SORTS, MANY_SITES: 0 }],
      ],
      (siteCount) => addSlices(siteCount, siteCount),
    )),
    ...(await against('bits in a digit of 32,768 sites', 'FEW_BITS', [5, 7, 10], few, SORTS)),
    ...(await against('bits in a digit of 262,144 sites', 'MANY_BITS', [7, 8], many, SORTS)),
    ...(await against('threads that sort 32,768', 'FEW_COUNTERS', [32, 64, 256, 512], few, SORTS)),
    ...(await against(
      'threads that sort 262,144',
      'MANY_COUNTERS',
      [64, 128, 512, K],
      many,
      SORTS,
    )),
    ...(await against(
      'sites of a thread that sorts, at least',
      'FEWEST_PER_COUNTER',
      [16, 32, 128, 256],
      () => addSlices(2 * K, M),
      SORTS,
    )),
  ];
}

/** Counts of digits: 128 threads have as many as there are slices, and one. */
async function sums(): Promise<Comparison[]> {
  return [
    ...(await around(
      'numbers, added up by one thread',
      'MOST_SUMMED',
      [K, 2 * K, 4 * K, 8 * K, 16 * K],
      [
        ['by one thread', { ...SORTS, MOST_SUMMED: Infinity }],
        ['in chunks', { ...SORTS, MOST_SUMMED: 512 }],
      ],
      (numbers) => addSlices(8 * K, numbers / 128 - 1),
    )),
    ...(await against(
      'numbers in a chunk',
      'CHUNK',
      [64, K],
      () => addSlices(M / 4, M / 4),
      SORTS,
    )),
  ];
}

async function keptOrders(): Promise<Comparison[]> {
  return [
    ...(await around(
      'sites, in a kept order',
      'MOST_KEPT_BYTES',
      [256, 4 * K, 64 * K, M],
      [
        ['sorted', SORTS],
        ['kept', {}],
      ],
      (siteCount) => addSlices(siteCount, M),
    )),
    ...(await against('orders kept, of 20 in turn', 'MOST_KEPT_ORDERS', [20], () =>
      allOf(Array.from({ length: 20 }, () => addSlices(4 * K, 4 * K))),
    )),
  ];
}

export async function sortThresholds(): Promise<Comparison[]> {
  return [...(await fewSites()), ...(await digits()), ...(await sums()), ...(await keptOrders())];
}
