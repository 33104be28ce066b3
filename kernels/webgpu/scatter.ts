/**
 * Scattering on the GPU: chooses a method for each call.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { combinationOf } from '../call/reductions.js';
import { asNumeric } from '../call/dtypes.js';
import { linesOf } from '../call/geometry.js';
import { hasNoValues, type ScatterPlan } from '../call/plan.js';
import { env } from '../tfjs/seam.js';
import { isSoftware } from './adapter.js';
import { COMBINE_FLOATS, COMBINE_INTEGERS, type OnWebGPU } from './combine.js';
import { copyOf } from './copies.js';
import { areKnownDistinct } from './known_values.js';
import type { Memory } from './memory.js';
import { scatterInOrder } from './scatter_in_order.js';
import { scatterAtomically, scatterLast, scatterLines } from './scatter_in_place.js';
import { MAX_WALKED, PIECE } from './strategy.js';

/**
 * Whether float sums and products run in the order of the updates, so that results have the same bits in each
 * run.
 */
const ORDERED = 'GATHER_SCATTER_ORDERED';

env().registerFlag(ORDERED, () => true);

export function scatterOnGpu(plan: ScatterPlan, memory: Memory): TensorInfo {
  // Even without sites, bools other than 0 must become 1.
  if (hasNoValues(plan)) return copyOf(plan.target.tensor, memory);
  const combine = combineOf(plan);
  if (combine.by === 'atomics') return scatterAtomically(combine, plan, memory);
  // The few threads of a software adapter walk longer lines, and atomics gain nothing there.
  const inSoftware = isSoftware(memory.backend);
  const { length } = linesOf(plan.target.geometry);
  if (length <= (inSoftware ? PIECE : MAX_WALKED)) return scatterLines(combine, plan, memory, true);
  if (combine.inAnyOrder && !inSoftware && !env().getBool(ORDERED)) {
    return scatterAtomically(combine.inAnyOrder(), plan, memory);
  }
  const areDistinct = areKnownDistinct(plan.target, memory.backend);
  if (areDistinct) return scatterLines(combine, plan, memory, false);
  return combine.inAnyOrder
    ? scatterInOrder(combine, plan, memory)
    : scatterLast(combine, plan, memory);
}

/** Returns how a call combines values of its dtype. */
function combineOf({ attributes, target }: ScatterPlan): OnWebGPU {
  const dtype = asNumeric(target.tensor.dtype);
  if (dtype === 'float32') return COMBINE_FLOATS[combinationOf(attributes, dtype)];
  return COMBINE_INTEGERS[combinationOf(attributes, dtype)];
}
