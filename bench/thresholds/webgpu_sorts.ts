/** The thresholds of kernels/webgpu/strategy.ts for sites that are sorted. */
import { allOf, K, M, scatterSlices } from './calls.js';
import type { Threshold } from './harness.js';

/** No order is kept: each call sorts its sites, as one with new indices does. */
export const SORTS = { MOST_KEPT_BYTES: 0 };

/** Each output looks at all sites, or each site at those that come after it. */
const steps = (sites: number): Threshold => ({
  counted: `steps over ${sites} sites`,
  name: 'FEW_STEPS',
  values: [K, 8 * K, 64 * K, 256 * K],
  ways: ['from outputs', 'from sites'],
  callAt: (count) => scatterSlices(sites, count / sites),
});

const few = () => scatterSlices(32 * K, M);
const many = () => scatterSlices(M / 4, M / 4);

export const SORTING: Threshold[] = [
  {
    counted: 'sites, combined without a sort',
    name: 'FEW',
    values: [16, 32, 64, 128, 256],
    ways: ['in one program', 'sorted'],
    given: SORTS,
    callAt: (sites) => scatterSlices(sites, 64 * K),
  },
  steps(8),
  steps(64),
  {
    counted: 'sites, sorted by ranks',
    name: 'RANKS_UP_TO',
    values: [128, 256, 512, K, 2 * K],
    ways: ['by ranks', 'by digits'],
    given: SORTS,
    callAt: (sites) => scatterSlices(sites, 64 * K),
  },
  {
    // From 17 bits on keys have three digits of 8 bits at most, or two of 10.
    counted: 'sites, sorted by longer digits',
    name: 'MANY_SITES',
    values: [16 * K, 32 * K, 64 * K, 128 * K, 256 * K, M],
    ways: ['not', 'longer'],
    given: SORTS,
    callAt: (sites) => scatterSlices(sites, sites),
  },
  {
    counted: 'bits in a digit of 32,768 sites',
    name: 'FEW_BITS',
    values: [5, 7, 10],
    given: SORTS,
    callAt: few,
  },
  {
    counted: 'bits in a digit of 262,144 sites',
    name: 'MANY_BITS',
    values: [7, 8],
    given: SORTS,
    callAt: many,
  },
  {
    counted: 'threads that sort 32,768',
    name: 'FEW_COUNTERS',
    values: [32, 64, 256, 512],
    given: SORTS,
    callAt: few,
  },
  {
    counted: 'threads that sort 262,144',
    name: 'MANY_COUNTERS',
    values: [64, 128, 512, K],
    given: SORTS,
    callAt: many,
  },
  {
    counted: 'sites of a thread that sorts, at least',
    name: 'FEWEST_PER_COUNTER',
    values: [16, 32, 128, 256],
    given: SORTS,
    callAt: () => scatterSlices(2 * K, M),
  },
  {
    counted: 'numbers, added up by one thread',
    name: 'MOST_SUMMED',
    values: [K, 2 * K, 4 * K, 8 * K, 16 * K],
    ways: ['by one thread', 'in chunks'],
    forcedBy: [Infinity, 512],
    given: SORTS,
    // Counts of digits: 128 threads have as many as there are slices, and one.
    callAt: (numbers) => scatterSlices(8 * K, numbers / 128 - 1),
  },
  {
    counted: 'numbers in a chunk',
    name: 'CHUNK',
    values: [64, K],
    given: SORTS,
    callAt: many,
  },
  {
    counted: 'bytes, in a kept order',
    name: 'MOST_KEPT_BYTES',
    values: [2 * K, 32 * K, M / 2, 8 * M],
    ways: ['kept', 'sorted'],
    callAt: (bytes) => scatterSlices(bytes / 8, M),
  },
  {
    counted: 'orders kept, of 20 in turn',
    name: 'MOST_KEPT_ORDERS',
    values: [20],
    callAt: () => allOf(Array.from({ length: 20 }, () => scatterSlices(4 * K, 4 * K))),
  },
];
