/**
 * The gradients of mul by places, where factors may be zero: what gradients_product.ts computes.
 */
import { intsOf } from './bits.js';
import { factorsIn } from './factors.js';
import type { Factors } from './factors.js';
import { scatteredOf } from './gradient_call.js';
import type { GradientCall } from './gradient_call.js';
import { forEachPlaces } from './places.js';
import type { PlacesConsumer } from './places.js';
import { BLOCK } from './strategy.js';
import { mulFloats } from './unrolled_combine.js';
import {
  countZeros,
  countZerosAt,
  keepAlone,
  keepMasked,
  maskAlone,
  replaceZeros,
  timesOthers,
  timesOthersAt,
} from './unrolled_gradients.js';
import { forEachPart } from './walk.js';

/** Factors of a run, with 1 instead of zeros, as floats and as their bits. */
const factors = new Float32Array(BLOCK);
const factorBits = intsOf(factors);

/**
 * Counts the zeros of each place and multiplies its other factors, in the memory of data's gradient, and
 * computes the gradients; that of data only if its own value takes part. If only updates have one, zeros
 * and products have the same memory in turn: all that the zeros are needed for is masked by then.
 */
export function productGradientsWithZeros(call: GradientCall, toData: Float32Array | null): void {
  const { plan, dy, toUpdates } = call;
  const scattered = scatteredOf(call);
  const data = plan.attributes.includeSelf ? factorsIn(scattered.data) : null;
  const updates = factorsIn(scattered.updates);
  const products = call.toData ?? new Float32Array(dy.length);
  const zeros = call.toData
    ? new Uint8ClampedArray(dy.length)
    : new Uint8ClampedArray(products.buffer, 0, dy.length);
  const count = zeroCounter(updates, zeros);
  const multiply = multiplier(updates, products);
  const mask = toUpdates && masker(updates, zeros, toUpdates);
  const write = toUpdates && writer(updates, products, dy, toUpdates);
  if (data) countOwnZeros(data, zeros);
  if (call.toData) {
    startProducts(data, products);
    pass(call, count, multiply);
    pass(call, mask, write);
  } else {
    pass(call, count);
    pass(call, mask);
    startProducts(data, products);
    pass(call, multiply);
    pass(call, write);
  }
  if (toData && data) timesOwn(dy, data, zeros, toData);
}

/** Hands the places of all updates to each consumer, a run at a time. */
function pass({ plan, indices }: GradientCall, ...given: (PlacesConsumer | null)[]): void {
  const consumers = given.filter((consumer) => consumer !== null);
  if (consumers.length === 0) return;
  forEachPlaces(plan, indices, (places, begin, end, from) => {
    for (const consume of consumers) consume(places, begin, end, from);
  });
}

/** Counts the updates of each place that are zero, up to 255 with data's own. */
function zeroCounter(updates: Factors, zeros: Uint8ClampedArray): PlacesConsumer {
  return (places, begin, end, from) => {
    const at = updates.at(from, from + end - begin);
    countZerosAt(zeros, places, begin, end, updates.bits, at);
  };
}

/** Multiplies by the updates that are not zero. */
function multiplier(updates: Factors, products: Float32Array): PlacesConsumer {
  return (places, begin, end, from) => {
    readWithoutZeros(updates, from, from + end - begin);
    mulFloats(products, places, begin, end, factors, 0);
  };
}

/** Masks the updates beside which no other factor is zero, in the memory of their gradient. */
function masker(
  updates: Factors,
  zeros: Uint8ClampedArray,
  toUpdates: Float32Array,
): PlacesConsumer {
  const masks = intsOf(toUpdates);
  return (places, begin, end, from) => {
    const at = updates.at(from, from + end - begin);
    maskAlone(zeros, places, begin, end, updates.bits, at, masks, from);
  };
}

/** Replaces the masks by the gradient of the updates that are masked. */
function writer(
  updates: Factors,
  products: Float32Array,
  dy: Float32Array,
  toUpdates: Float32Array,
): PlacesConsumer {
  const masks = intsOf(toUpdates);
  return (places, begin, end, from) => {
    const to = from + end - begin;
    readWithoutZeros(updates, from, to);
    timesOthersAt(dy, products, places, begin, end, factors, 0, factors, 0);
    keepMasked(masks, from, to, factorBits, 0);
  };
}

/** Reads factors, with 1 instead of zeros. */
function readWithoutZeros(from: Factors, begin: number, end: number): void {
  const at = from.at(begin, end);
  replaceZeros(from.bits, at, at + end - begin, factorBits, 0);
}

/** Counts data's own values that are zero. */
function countOwnZeros(data: Factors, zeros: Uint8ClampedArray): void {
  forEachPart(zeros.length, (begin, end) => {
    countZeros(zeros, begin, end, data.bits, data.at(begin, end));
  });
}

/** Starts from data's own values that are not zero, else from 1. */
function startProducts(data: Factors | null, products: Float32Array): void {
  if (!data) {
    products.fill(1);
    return;
  }
  const bits = intsOf(products);
  forEachPart(products.length, (begin, end) => {
    const at = data.at(begin, end);
    replaceZeros(data.bits, at, at + end - begin, bits, begin);
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
    readWithoutZeros(data, begin, end);
    timesOthers(dy, begin, end, products, begin, factors, 0, products, begin);
    const at = data.at(begin, end);
    keepAlone(bits, begin, end, data.bits, at, zeros, begin);
  });
}
