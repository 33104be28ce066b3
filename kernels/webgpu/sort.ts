/**
 * A stable sort of sites by slice. The result has a pair of integers for each site, its slice and its
 * number. Dropped sites come last: their slice is the number of slices.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { Plan } from '../contract/plan.js';
import type { WebGPUBackend } from './backend.js';
import { keptOrder } from './kept_orders.js';
import type { Memory } from './memory.js';
import { sortByDigits } from './sort_digits.js';
import { type Keys, keysOfCall } from './sort_keys.js';
import { RANKS_UP_TO } from './strategy.js';

/** Returns a call's sorted sites, and caches their order for other calls. */
export function sortSites(plan: Plan, memory: Memory, backend: WebGPUBackend): TensorInfo {
  const { siteCount } = plan.geometry;
  return keptOrder(plan, backend, memory, (sorted) => {
    if (siteCount <= RANKS_UP_TO) sortByRanks(plan, keysOfSites(plan, memory), sorted, memory);
    else sortByDigits(plan, sorted, memory);
  });
}

/** Computes the keys of all sites once, in the order of sites. */
function keysOfSites(plan: Plan, memory: Memory): Keys {
  const { siteCount } = plan.geometry;
  const keys = keysOfCall(plan);
  const output = memory.integers(siteCount, 'for the slices of sites');
  memory.run({
    ...keys.run,
    name: 'SortKeys',
    output,
    threads: siteCount,
    numbers: keys.numbers,
    code: () => ({ functions: keys.functions, body: '  result[i] = keyOf(i);' }),
  });
  return {
    run: { variant: 'keys', inputs: { keys: output } },
    functions: '',
    numbers: {},
    key: (position) => `keys[${position}]`,
    site: (position) => position,
  };
}

/** Sorts few sites: each one counts the sites that come before it. */
function sortByRanks(plan: Plan, keys: Keys, sorted: TensorInfo, memory: Memory): void {
  const { siteCount } = plan.geometry;
  memory.run({
    ...keys.run,
    name: 'SortByRanks',
    pairs: ['result'],
    output: sorted,
    threads: siteCount,
    numbers: keys.numbers,
    code: () => ({
      functions: keys.functions,
      body: `  let key = ${keys.key('i')};
  var rank = 0;
  for (var j = 0; j < uniforms.threads; j++) {
    let other = ${keys.key('j')};
    rank += select(0, 1, other < key || (other == key && j < i));
  }
  result[rank] = vec2<i32>(key, i);`,
    }),
  });
}
