/**
 * The gradients of max and min: dy is split evenly over the operands that attain the result, over the
 * NaN operands where it is NaN. Until they are known, the gradients' memory holds what is counted.
 */
import { attainingIn } from './attaining.js';
import type { Attaining } from './attaining.js';
import { intsOf } from './bits.js';
import type { GradientCall, GradientLoops } from './gradient_call.js';
import { extremumGradientsBySlice } from './gradients_extremum_slices.js';
import { noneGradients } from './gradients_linear.js';
import { forEachPlaces } from './places.js';
import { BLOCK, DIFFERENTIATES_SLICES_FROM } from './strategy.js';
import { keepMasked, readAt } from './unrolled_gradients.js';
import { countAt } from './unrolled_gradients_extremum.js';
import { sliceSizeOf } from './walk.js';

/** Masks of operands; later the shares of dy at places. */
const block = new Int32Array(BLOCK);

export const extremumGradients: GradientLoops = (call) => {
  if (sliceSizeOf(call.plan.geometry) >= DIFFERENTIATES_SLICES_FROM) extremumGradientsBySlice(call);
  else extremumGradientsByPlaces(call);
};

/** @public For the benchmark of the threshold. */
export const extremumGradientsByPlaces: GradientLoops = (call) => {
  const { plan, dy, toData } = call;
  const { includeSelf } = plan.attributes;
  const toUpdates = call.toUpdates && intsOf(call.toUpdates);
  const own = includeSelf && toData ? intsOf(toData) : null;
  if (own || toUpdates) {
    const attaining = attainingIn(call);
    const counts = own ?? new Int32Array(dy.length);
    countUpdates(call, attaining, counts, toUpdates);
    const shares = new Float32Array(counts.buffer, counts.byteOffset, counts.length);
    attaining.share(counts, dy, includeSelf ? -1 : 0, shares);
    if (toUpdates) shareOut(call, counts, toUpdates);
    if (own) attaining.keepData(own);
  }
  // Without self, data's own value counts only where no update lands.
  if (toData && !own) noneGradients({ ...call, toUpdates: null });
};

/** Counts the updates that attain the result of their place, and leaves a mask of these. */
function countUpdates(
  { plan, indices }: GradientCall,
  attaining: Attaining,
  counts: Int32Array,
  masks: Int32Array | null,
): void {
  forEachPlaces(plan, indices, (places, begin, end, from) => {
    attaining.maskUpdatesAt(places, begin, end, from, block);
    if (masks) masks.set(block.subarray(0, end - begin), from);
    countAt(counts, places, begin, end, block);
  });
}

/** Gives the shares to the updates that are masked. */
function shareOut({ plan, indices }: GradientCall, shares: Int32Array, masks: Int32Array): void {
  forEachPlaces(plan, indices, (places, begin, end, from) => {
    readAt(shares, places, begin, end, block);
    keepMasked(masks, from, from + end - begin, block, 0);
  });
}
