/**
 * The gradients of mul by places, where factors may be zero: what gradients_product.ts computes.
 */
import { intsOf } from './bits.js';
import { factorsIn } from './factors.js';
import type { Factors } from './factors.js';
import { scatteredOf } from './gradient_call.js';
import type { GradientCall } from './gradient_call.js';
import { forEachPlaces } from './places.js';
import { BLOCK } from './strategy.js';
import { keepMasked } from './unrolled_gradients.js';
import {
  countZeros,
  countZerosAt,
  keepAlone,
  maskAloneAt,
  multiplyAt,
  nonZeros,
  timesOtherNonZeros,
  timesOtherNonZerosAt,
} from './unrolled_gradients_product_zeros.js';
import { forEachPart } from './walk.js';

/** Gradients of a run, before they are masked. */
const block = new Float32Array(BLOCK);
const blockBits = intsOf(block);

/**
 * Counts the zeros of each place, then multiplies the other factors, in the memory of data's gradient
 * where that is wanted. Else both have the same memory: the gradient of updates holds masks by then.
 * Each pass over the sites reads one array at random, two at most: with more the cache does not keep up.
 */
export function productGradientsWithZeros(call: GradientCall, toData: Float32Array | null): void {
  const { plan, dy } = call;
  const scattered = scatteredOf(call);
  const products = call.toData ?? new Float32Array(dy.length);
  const zeros = call.toData
    ? new Uint8ClampedArray(dy.length)
    : new Uint8ClampedArray(products.buffer, 0, dy.length);
  const data = plan.attributes.includeSelf ? factorsIn(scattered.data) : null;
  const updates = factorsIn(scattered.updates);
  const toUpdates = call.toUpdates && intsOf(call.toUpdates);
  if (data) countOwn(data, zeros);
  countUpdates(call, updates, zeros);
  if (toUpdates) maskUpdates(call, updates, zeros, toUpdates);
  if (data) startFrom(data, products);
  else products.fill(1);
  multiplyUpdates(call, updates, products);
  if (toUpdates) timesMasked(call, updates, products, toUpdates);
  if (toData && data) timesOwn(dy, data, zeros, toData);
}

/** Counts data's own values that are zero. */
function countOwn(data: Factors, zeros: Uint8ClampedArray): void {
  forEachPart(zeros.length, (begin, end) => {
    countZeros(zeros, begin, end, data.floats, data.at(begin, end));
  });
}

/** Counts the updates of each place that are zero, up to 255 with data's own. */
function countUpdates(
  { plan, indices }: GradientCall,
  updates: Factors,
  zeros: Uint8ClampedArray,
): void {
  forEachPlaces(plan, indices, (places, begin, end, from) => {
    const at = updates.at(from, from + end - begin);
    countZerosAt(zeros, places, begin, end, updates.floats, at);
  });
}

/** Masks the updates beside which no other factor is zero. */
function maskUpdates(
  { plan, indices }: GradientCall,
  updates: Factors,
  zeros: Uint8ClampedArray,
  masks: Int32Array,
): void {
  forEachPlaces(plan, indices, (places, begin, end, from) => {
    const at = updates.at(from, from + end - begin);
    maskAloneAt(zeros, places, begin, end, updates.floats, at, masks, from);
  });
}

/** Starts from data's own values that are not zero. */
function startFrom(data: Factors, products: Float32Array): void {
  forEachPart(products.length, (begin, end) => {
    nonZeros(data.floats, data.at(begin, end), products, begin, end);
  });
}

/** Multiplies by the updates that are not zero. */
function multiplyUpdates(
  { plan, indices }: GradientCall,
  updates: Factors,
  products: Float32Array,
): void {
  forEachPlaces(plan, indices, (places, begin, end, from) => {
    const at = updates.at(from, from + end - begin);
    multiplyAt(products, places, begin, end, updates.floats, at);
  });
}

/** Replaces the masks by the gradient of the updates that are masked. */
function timesMasked(
  { plan, indices, dy }: GradientCall,
  updates: Factors,
  products: Float32Array,
  masks: Int32Array,
): void {
  forEachPlaces(plan, indices, (places, begin, end, from) => {
    const to = from + end - begin;
    const at = updates.at(from, to);
    timesOtherNonZerosAt(dy, products, places, begin, end, updates.floats, at, block);
    keepMasked(masks, from, to, blockBits, 0);
  });
}

/** Replaces the products by the gradient of data. */
function timesOwn(
  dy: Float32Array,
  data: Factors,
  zeros: Uint8ClampedArray,
  products: Float32Array,
): void {
  const bits = intsOf(products);
  forEachPart(products.length, (begin, end) => {
    const at = data.at(begin, end);
    timesOtherNonZeros(dy, begin, end, products, begin, data.floats, at, products, begin);
    keepAlone(bits, begin, end, data.floats, at, zeros, begin);
  });
}
