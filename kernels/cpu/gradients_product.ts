/**
 * The gradients of mul: dy times the product of the other factors at a place. If no other factor is zero,
 * that is the product of all nonzero factors, divided by the factor itself unless it is zero; else it is 0.
 */
import { required } from '../contract/gradient_plan.js';
import { intsOf } from './bits.js';
import { keepUntouched, maskOfZero } from './gradient_call.js';
import type { GradientCall, GradientLoops, Words } from './gradient_call.js';

export const productGradients: GradientLoops = (call) => {
  const { includeSelf, to } = call;
  if (to.updates || (to.data && includeSelf)) {
    const { data, updates, output } = required(call.scattered);
    const own = includeSelf ? asFloats(data) : null;
    const factors = asFloats(updates);
    // int32 products wrap, so the output does not have the true product.
    const isSimple =
      output instanceof Float32Array && areNonzero(factors) && (!own || areNonzero(own));
    if (isSimple) fillNonzero(call, own, factors, output);
    else fillCounting(call, own, factors);
  }
  if (to.data && !includeSelf) keepUntouched(call, to.data);
};

/** Fills the gradients if no factor is zero or NaN: then the output holds the products. */
function fillNonzero(
  call: GradientCall,
  own: Float32Array | null,
  factors: Float32Array,
  products: Float32Array,
): void {
  const { dy, to, scratch } = call;
  if (to.updates) {
    call.gather(products, to.updates);
    call.gather(dy, scratch.updates);
    timesNonzero(scratch.updates, to.updates, factors, to.updates);
  }
  if (to.data && own) timesNonzero(dy, products, own, to.data);
}

/** Fills the gradients by counting the zeros at each place. */
function fillCounting(call: GradientCall, own: Float32Array | null, factors: Float32Array): void {
  const { dy, to, scratch } = call;
  const products = scratch.data;
  // The zeros are counted in data's gradient, or if that is not requested, in the products' memory.
  start(own, products, to.data);
  withoutZeros(factors, scratch.updates);
  call.combine('mul', scratch.updates, products);
  if (to.updates) {
    call.gather(products, to.updates);
    call.gather(dy, scratch.updates);
    timesOthers(scratch.updates, to.updates, factors, to.updates);
  }
  const zeros = to.data ?? products;
  if (!to.data) start(own, null, zeros);
  findZeros(factors, scratch.updates);
  call.combine('add', scratch.updates, zeros);
  if (to.updates) {
    // The gradient of a dropped site is 0, whatever its factor.
    call.gather(zeros, scratch.updates, -1);
    clearBesideZeros(scratch.updates, factors, to.updates);
  }
  if (to.data && own) {
    for (let p = 0; p < zeros.length; p++) {
      const zero = isZero(own[p]);
      zeros[p] = zeros[p] === zero ? dy[p] * Math.fround(products[p] / (own[p] + zero)) : 0;
    }
  }
}

function asFloats(values: Words): Float32Array {
  return values instanceof Float32Array ? values : Float32Array.from(values);
}

/** Returns whether no value is zero or NaN. */
function areNonzero(values: Float32Array): boolean {
  let i = 0;
  while (i < values.length && values[i] !== 0 && values[i] === values[i]) i++;
  return i === values.length;
}

function isZero(factor: number): number {
  return factor === 0 ? 1 : 0;
}

/**
 * Starts the products and the counts of zeros from data's factors, with zeros replaced by 1; else from 1 and
 * 0.
 */
function start(
  own: Float32Array | null,
  products: Float32Array | null,
  zeros: Float32Array | null,
): void {
  if (!own) {
    products?.fill(1);
    zeros?.fill(0);
    return;
  }
  for (let p = 0; p < own.length; p++) {
    const zero = isZero(own[p]);
    if (products) products[p] = own[p] + zero;
    if (zeros) zeros[p] = zero;
  }
}

function findZeros(factors: Float32Array, out: Float32Array): void {
  for (let i = 0; i < out.length; i++) out[i] = isZero(factors[i]);
}

/** Replaces zeros with 1. */
function withoutZeros(factors: Float32Array, out: Float32Array): void {
  for (let i = 0; i < out.length; i++) out[i] = factors[i] + isZero(factors[i]);
}

/** Writes dy times the product of the other factors, if no factor is zero. */
function timesNonzero(
  dy: Float32Array,
  products: Float32Array,
  factors: Float32Array,
  out: Float32Array,
): void {
  for (let i = 0; i < out.length; i++) out[i] = dy[i] * Math.fround(products[i] / factors[i]);
}

/** Writes dy times the product of the other nonzero factors, rounded as a tensor of them would be. */
function timesOthers(
  dy: Float32Array,
  products: Float32Array,
  factors: Float32Array,
  out: Float32Array,
): void {
  for (let i = 0; i < out.length; i++) {
    out[i] = dy[i] * Math.fround(products[i] / (factors[i] + isZero(factors[i])));
  }
}

/** Clears gradients where another factor of the place is zero. */
function clearBesideZeros(zeros: Float32Array, factors: Float32Array, out: Float32Array): void {
  const bits = intsOf(out);
  for (let i = 0; i < bits.length; i++) bits[i] &= maskOfZero(zeros[i] - isZero(factors[i]));
}
