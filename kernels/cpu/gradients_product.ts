/**
 * The gradients of mul: dy times the product of all other factors of a place. Where no other factor is
 * zero it is the product of the factors that are not zero, divided by the own one; else 0.
 */
import { asFloats, intsOf } from './bits.js';
import { scatteredOf } from './gradient_call.js';
import type { GradientCall, GradientLoops } from './gradient_call.js';
import { clearTouched } from './gradients_linear.js';
import { productGradientsBySlice } from './gradients_product_slices.js';
import { productGradientsWithZeros } from './gradients_product_zeros.js';
import { forEachPlaces } from './places.js';
import { BLOCK, DIFFERENTIATES_SLICES_FROM } from './strategy.js';
import { holdsZeroOrNaN, timesOthers, timesOthersAt } from './unrolled_gradients_product.js';
import { sliceSizeOf } from './walk.js';

export const productGradients: GradientLoops = (call) => {
  const { plan, dy, toData } = call;
  const ofData = plan.attributes.includeSelf ? toData : null;
  if (ofData || call.toUpdates) {
    if (sliceSizeOf(plan.geometry) >= DIFFERENTIATES_SLICES_FROM) {
      productGradientsBySlice(call, ofData);
    } else productGradientsByPlaces(call, ofData);
  }
  if (toData && !ofData) {
    toData.set(dy);
    clearTouched(call, toData);
  }
};

/**
 * Computes the gradients; that of data only if its own value takes part.
 *
 * @public For the benchmark of the threshold.
 */
export function productGradientsByPlaces(call: GradientCall, toData: Float32Array | null): void {
  if (hasZeros(call)) productGradientsWithZeros(call, toData);
  else withoutZeros(call, toData);
}

/** Returns whether a factor may be zero: a product with one is 0, or NaN where another is infinite. */
function hasZeros(call: GradientCall): boolean {
  const { output } = scatteredOf(call);
  // int32 wraps, and the products of bool are bool.
  if (!(output instanceof Float32Array)) return true;
  const bits = intsOf(output);
  for (let p = 0; p < bits.length; p += BLOCK) {
    if (holdsZeroOrNaN(bits, p, Math.min(p + BLOCK, bits.length))) return true;
  }
  return false;
}

/** The output holds the product of all factors of each place. */
function withoutZeros(call: GradientCall, toData: Float32Array | null): void {
  const { plan, indices, dy, toUpdates } = call;
  const scattered = scatteredOf(call);
  const [data, updates] = [asFloats(scattered.data), asFloats(scattered.updates)];
  const output = asFloats(scattered.output);
  if (toData) timesOthers(dy, 0, data.length, output, 0, data, 0, toData, 0);
  if (!toUpdates) return;
  forEachPlaces(plan, indices, (places, begin, end, from) => {
    timesOthersAt(dy, output, places, begin, end, updates, from, toUpdates, from);
  });
}
