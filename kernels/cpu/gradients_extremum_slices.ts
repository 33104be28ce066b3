/**
 * The gradients of max and min, slice by slice: what gradients_extremum.ts computes.
 */
import { attainingIn } from './attaining.js';
import { intsOf } from './bits.js';
import { forEachSlice } from './by_slice.js';
import type { GradientCall } from './gradient_call.js';
import { BLOCK } from './strategy.js';
import { divideBy, keepMasked } from './unrolled_gradients.js';
import { countMasks } from './unrolled_gradients_extremum.js';

// Of the places of a slice.
const counts = new Int32Array(BLOCK);
const masks = new Int32Array(BLOCK);
const shares = new Float32Array(BLOCK);
const shareBits = intsOf(shares);

export function extremumGradientsBySlice(call: GradientCall): void {
  const { plan, indices, dy } = call;
  const attaining = attainingIn(call);
  const { includeSelf } = plan.attributes;
  const toUpdates = call.toUpdates && intsOf(call.toUpdates);
  // Without self, data's own value counts only where no update lands: elsewhere its zeros stay.
  const toData = includeSelf && call.toData ? intsOf(call.toData) : null;
  forEachSlice(plan, indices, {
    touched(place, count, froms, begin, end) {
      const placeEnd = place + count;
      counts.fill(0, 0, count);
      if (includeSelf) {
        const to = toData ?? masks;
        const at = toData ? place : 0;
        attaining.maskData(place, count, to, at);
        countMasks(counts, count, to, at);
      }
      for (let i = begin; i < end; i++) {
        const from = froms[i];
        const to = toUpdates ?? masks;
        const at = toUpdates ? from : 0;
        attaining.maskUpdates(from, count, place, to, at);
        countMasks(counts, count, to, at);
      }
      divideBy(counts, count, dy, place, shares);
      if (toData) keepMasked(toData, place, placeEnd, shareBits, 0);
      if (!toUpdates) return;
      for (let i = begin; i < end; i++) {
        keepMasked(toUpdates, froms[i], froms[i] + count, shareBits, 0);
      }
    },
    untouched(begin, end) {
      call.toData?.set(dy.subarray(begin, end), begin);
    },
  });
}
