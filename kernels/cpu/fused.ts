/**
 * Updates read from their sources, one block of sites at a time: a gather at one end, then a scatter at the
 * other.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { asNumbers, type Numbers } from '../call/dtypes.js';
import { type FusedPlan, hasNoValues } from '../call/plan.js';
import type { Combination } from '../call/reductions.js';
import { keepRow } from './factor_loops.js';
import { changeValues, forEachKept } from './gather.js';
import type { FusedScatter, HostCall, HostLoops } from './host_loops.js';
import { sitesAt } from './memory.js';
import { scatterNumbers } from './scatter.js';
import { VALUES_AT_ONCE } from './strategy.js';
import { partOfLine } from './walk.js';

/** Scatters products into an output that is a copy of data. */
export function scatterProducts(plan: FusedPlan, call: HostCall): void {
  const { source, factors } = plan;
  const { memory, loops } = call;
  const numbers = (tensor: TensorInfo) => asNumbers(memory.read(tensor));
  const { weights = null, like = null, heads = 1 } = factors ?? {};
  scatterNumbers(plan, call, (combination, target, data) => {
    if (hasNoValues(plan)) return;
    const fused: FusedScatter = {
      source: sitesAt(source, memory),
      target,
      x: numbers(source.tensor),
      data,
      weights: weights && numbers(weights),
      heads,
      like: like && { source: numbers(like.source), target: numbers(like.target) },
      fill: source.fill,
    };
    if (!loops.combineFused?.(combination, fused)) combineInBlocks(combination, fused, loops);
  });
}

/** Combines all updates with an output, in the order of the sites. */
function combineInBlocks(combination: Combination, call: FusedScatter, loops: HostLoops): void {
  const { source, target, x, data, weights, heads, like, fill } = call;
  const { siteCount, sliceSize } = target.end.geometry;
  const perHead = sliceSize / heads;
  const atOnce = Math.max(1, (VALUES_AT_ONCE / sliceSize) | 0);
  const size = Math.min(atOnce, siteCount) * sliceSize;
  const blockLike = (array: Numbers) =>
    array instanceof Float32Array ? new Float32Array(size) : new Int32Array(size);
  const updates = blockLike(data);
  const compared = like && { source: blockLike(like.source), target: blockLike(like.target) };
  for (let first = 0; first < siteCount;) {
    const from = partOfLine(source, first, atOnce);
    const to = partOfLine(target, first, from.count);
    const { count } = to;
    const rows = x.subarray(from.offset);
    const isWhole = loops.gather(from.sites, rows, updates, fill);
    if (weights) {
      const numbers = weights.subarray(first * heads);
      const by = { weights: { numbers, per: 'slice' } } as const;
      const change = { x: updates, out: updates, sliceSize: perHead, by, exp: false, fill };
      forEachKept(from.sites, isWhole, (begin, end) => {
        changeValues(change, begin, end);
      });
    }
    if (like && compared) {
      loops.gather(from.sites, like.source.subarray(from.offset), compared.source, 0);
      loops.gather(to.sites, like.target.subarray(to.offset), compared.target, null);
      const [own, other] = [compared.source, compared.target].map(
        (numbers) => ({ numbers, at: 0, step: 1 }) as const,
      );
      keepRow(updates, own, other, 0, updates, 0, count * sliceSize);
    }
    loops.combine(combination, to.sites, updates, data.subarray(to.offset));
    first += count;
  }
}
