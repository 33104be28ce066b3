/**
 * The order of sites by slice: a pair of integers for each site, its slice and its number, sorted by both. Dropped
 * sites come last, in any order: their slice is the number of slices.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { Indexed } from '../call/ends.js';
import { isSoftware } from './adapter.js';
import { cachedOrder } from './cached_orders.js';
import type { Memory } from './memory.js';
import { sortByCounts } from './sort_by_counts.js';
import { sortByDigits } from './sort_by_digits.js';

/** Returns a call's sorted sites, and caches their order for other calls. */
export function sortSites(end: Indexed, memory: Memory): TensorInfo {
  const sort = isSoftware(memory.backend) ? sortByDigits : sortByCounts;
  return cachedOrder(end, memory, (sorted) => {
    sort(end, sorted, memory);
  });
}
