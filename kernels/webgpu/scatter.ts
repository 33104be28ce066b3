/**
 * Scattering on the GPU: chooses a method for each call.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { averageOf, combinationOf } from '../contract/combination.js';
import { asNumeric } from '../contract/dtypes.js';
import { hasNoValues, type ScatterPlan } from '../contract/plan.js';
import { COMBINE_FLOATS, COMBINE_INTEGERS, LAST_IN_ORDER, type OnWebGPU } from './combine.js';
import { copyOf, inOwnDtype } from './copies.js';
import { keepsOrder } from './flags.js';
import { orderedCall } from './in_order.js';
import { areKnownDistinct } from './known_distinct.js';
import type { Memory } from './memory.js';
import { scatterAtomically } from './scatter_atomic.js';
import { scatterInOrder } from './scatter_in_order.js';
import { scatterLast } from './scatter_last.js';
import { hasLines, scatterLines } from './scatter_lines.js';
import { scatterUnordered } from './scatter_unordered.js';
import { MAX_UNSORTED_SITES, PIECE, MAX_UNORDERED_LINE, SORTED_ROWS } from './strategy.js';

export function scatterOnGpu(given: ScatterPlan, memory: Memory): TensorInfo {
  const data = inOwnDtype(given.data, memory);
  // Even without sites, bools other than 0 must become 1.
  if (hasNoValues(given)) return copyOf(data, memory);
  const updates = inOwnDtype(given.updates, memory);
  const plan = { ...given, data, updates, gathered: gatheredInOwnDtype(given, memory) };
  const combine = combineOf(plan);
  if (combine.by === 'atomics') return scatterAtomically(combine, plan, memory);
  const call = orderedCall(combine.by === 'last site' ? LAST_IN_ORDER : combine, plan);
  if (combine.by === 'order' && mayReorder(plan)) {
    if (hasLines(call, MAX_UNORDERED_LINE)) return scatterLines(call, memory);
    return scatterUnordered(combine, plan, memory);
  }
  // The lines' code does not count the terms that a mean divides by.
  if (!call.isMean) {
    const isFew = plan.geometry.siteCount <= MAX_UNSORTED_SITES;
    if (isFew || hasLines(call, PIECE)) return scatterLines(call, memory);
    if (areKnownDistinct(plan, memory.backend)) return scatterLines(call, memory, 'spread');
  }
  if (combine.by === 'last site') return scatterLast(plan, memory);
  return scatterInOrder(call, memory);
}

/** Converts the tensors that updates are computed from, so that each buffer has its tensor's dtype. */
function gatheredInOwnDtype({ gathered }: ScatterPlan, memory: Memory): ScatterPlan['gathered'] {
  if (!gathered) return undefined;
  const { weights, like } = gathered;
  const own = (tensor: TensorInfo) => inOwnDtype(tensor, memory);
  return {
    ...gathered,
    weights: weights && own(weights),
    like: like && { source: own(like.source), data: own(like.data) },
  };
}

/** Returns how a call combines values of its dtype. */
function combineOf(plan: ScatterPlan): OnWebGPU {
  const { attributes, data } = plan;
  const dtype = asNumeric(data.dtype);
  // Means of int32 are combined in order, too: that code counts the terms to divide by.
  const average = averageOf(attributes, dtype);
  if (dtype !== 'float32') {
    return average === null
      ? COMBINE_INTEGERS[combinationOf(attributes, dtype)]
      : COMBINE_FLOATS.add;
  }
  return COMBINE_FLOATS[combinationOf(attributes, dtype)];
}

/** Returns whether sums and products use atomics. For long slices sorting the sites is faster. */
function mayReorder({ attributes, data, geometry: { sliceSize } }: ScatterPlan): boolean {
  const isMean = averageOf(attributes, asNumeric(data.dtype)) !== null;
  const hasRows = sliceSize >= SORTED_ROWS && sliceSize % 4 === 0;
  return !keepsOrder() && !isMean && !hasRows;
}
