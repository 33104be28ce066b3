/** The thresholds of kernels/webgpu/strategy.ts for sorting sites. */
import { allOf, K, M, scatterSlices } from './calls.js';
import { threshold } from './harness.js';

/** No order is cached: each call sorts its sites, as it would for new indices. */
export const SORTS = { MAX_CACHED_BYTES: 0 };

const few = () => scatterSlices(32 * K, M);
const many = () => scatterSlices(M / 4, M / 4);

export const SORTING = [
  threshold(
    'MAX_UNSORTED_SITES',
    'sites combined without sorting',
    [16, 32, 64, 128, 256],
    (sites) => scatterSlices(sites, 64 * K),
    { ways: ['walked', 'sorted'], given: SORTS },
  ),
  // From 17 bits on, keys have three digits of at most 8 bits, or two of 10.
  threshold(
    'MANY_SITES',
    'sites sorted by longer digits',
    [16 * K, 32 * K, 64 * K, 128 * K, 256 * K, M],
    (sites) => scatterSlices(sites, sites),
    { ways: ['shorter', 'longer'], given: SORTS },
  ),
  threshold('FEW_BITS', 'bits in a digit of 32,768 sites', [5, 7, 10], few, { given: SORTS }),
  threshold('MANY_BITS', 'bits in a digit of 262,144 sites', [7, 8], many, { given: SORTS }),
  threshold('FEW_COUNTERS', 'threads that sort 32,768 sites', [32, 64, 256, 512], few, {
    given: SORTS,
  }),
  threshold('MANY_COUNTERS', 'threads that sort 262,144 sites', [64, 128, 512, K], many, {
    given: SORTS,
  }),
  threshold(
    'MIN_PER_COUNTER',
    'sites per sorting thread, at least',
    [16, 32, 128, 256],
    () => scatterSlices(2 * K, M),
    { given: SORTS },
  ),
  threshold(
    'MAX_CACHED_BYTES',
    'bytes in a cached order',
    [2 * K, 32 * K, M / 2, 8 * M],
    (bytes) => scatterSlices(bytes / 8, M),
    { ways: ['cached', 'sorted'] },
  ),
  threshold('MAX_CACHED_ORDERS', 'cached orders, with 20 in turn', [20], () =>
    allOf(Array.from({ length: 20 }, () => scatterSlices(4 * K, 4 * K))),
  ),
];
