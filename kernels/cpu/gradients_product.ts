/**
 * The gradients of mul: dy times the product of the other factors at a place. If no other factor is zero,
 * that is the product of all nonzero factors, divided by this factor unless it is zero. Otherwise it is 0.
 */
import { required } from '../contract/gradient_plan.js';
import { keepUntouched } from './gradient_call.js';
import type { GradientCall, GradientLoops, Words } from './gradient_call.js';

export const productGradients: GradientLoops = (call) => {
  const { includeSelf, dy, to, scratch } = call;
  const { data, updates, output } = required(call.scattered);
  const ofData = asFloats(data);
  const factors = asFloats(updates);
  const [own, dyAtSites, zeros] = scratch.sites;
  const products = to.updates;
  if (includeSelf) call.gather(ofData, own, 1);
  const isOwnNonzero = !includeSelf || areNonzero(own);
  // int32 products wrap, so the output does not have the true product.
  const isSimple = output instanceof Float32Array && isOwnNonzero && areNonzero(factors);
  if (isSimple) {
    call.gather(output, products);
    zeros.fill(0);
  } else {
    if (includeSelf) scratch.places.set(ofData);
    else scratch.places.fill(1);
    to.data.fill(0);
    if (!isOwnNonzero) countZeros(call, 'replace', own);
    countZeros(call, 'add', factors);
    call.gather(scratch.places, products);
    // The gradient of a dropped site is 0, whatever its factor.
    call.gather(to.data, zeros, -1);
  }
  call.gather(dy, dyAtSites);
  if (includeSelf) {
    timesOthers(dyAtSites, products, zeros, own, own);
    // An infinite factor gives NaN, as it does where updates land.
    for (let p = 0; p < dy.length; p++) to.data[p] = dy[p] * (ofData[p] - ofData[p] + 1);
    call.combine('replace', own, to.data);
  } else keepUntouched(call);
  timesOthers(dyAtSites, products, zeros, factors, to.updates);
};

/** Multiplies places by the nonzero factors, and counts zeros in data's gradient; or replaces both. */
function countZeros(call: GradientCall, how: 'replace' | 'add', factors: Float32Array): void {
  const { scratch, to } = call;
  const [, nonzero, isZero] = scratch.sites;
  findZeros(factors, nonzero, isZero);
  call.combine(how === 'add' ? 'mul' : how, nonzero, scratch.places);
  call.combine(how, isZero, to.data);
}

/** Writes 1 for the factors that are zero, else 0, and the factors with zeros replaced by 1. */
function findZeros(factors: Float32Array, nonzero: Float32Array, isZero: Float32Array): void {
  for (let i = 0; i < factors.length; i++) {
    const zero = +(factors[i] === 0);
    isZero[i] = zero;
    nonzero[i] = factors[i] + zero;
  }
}

/** Writes dy times the product of the other factors; `out` may be the factors or the products. */
function timesOthers(
  dy: Float32Array,
  products: Float32Array,
  zeros: Float32Array,
  factors: Float32Array,
  out: Float32Array,
): void {
  for (let i = 0, count = out.length; i < count; i++) {
    const factor = factors[i];
    const zero = +(factor === 0);
    // Rounds the product of the others to float32, as the composed gradient does.
    const value = dy[i] * Math.fround(products[i] / (factor + zero));
    out[i] = zeros[i] === zero ? value : 0;
  }
}

function asFloats(values: Words): Float32Array {
  return values instanceof Float32Array ? values : Float32Array.from(values);
}

/** Returns whether no value is zero or NaN. */
function areNonzero(values: Float32Array): boolean {
  for (let i = 0, count = values.length; i < count; i++) {
    const value = values[i];
    if (value === 0 || value !== value) return false;
  }
  return true;
}
