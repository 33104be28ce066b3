/**
 * The gradients of mul: dy times the product of the other factors at a place. If no other factor is zero,
 * that is the product of all nonzero factors, divided by this factor unless it is zero. Otherwise it is 0.
 */
import { required } from '../call/gradient_plan.js';
import { intsOf } from './bits.js';
import { keepUntouched } from './gradient_call.js';
import type { GradientCall, GradientLoops, Words } from './gradient_call.js';

/** The number of values that are examined together. */
const CHUNK = 64;

export const productGradients: GradientLoops = (call) => {
  const { includeSelf, dy, to, scratch } = call;
  const { data, updates, output } = required(call.scattered);
  const [ofData, factors] = [data, updates].map(asFloats);
  const [values, others] = scratch.sites;
  const [zeros, zerosOfPlaces] = [others, scratch.places].map(intsOf);
  // int32 products wrap, so the output does not have the true product.
  const isProduct = output instanceof Float32Array;
  const hasZeros = !isProduct || factors.includes(0) || (includeSelf && ofData.includes(0));
  const products = hasZeros ? to.data : output;
  let isMasked = hasZeros;
  if (hasZeros) multiplyNonzero(call, ofData, factors, zerosOfPlaces);
  else {
    // If nothing reads NaN, no site is dropped.
    call.gather(dy, values, NaN);
    isMasked = values.includes(NaN);
    if (isMasked) zerosOfPlaces.fill(0);
  }
  if (isMasked) {
    // The gradient of a dropped site is 0, whatever its factor.
    call.gather(zerosOfPlaces, zeros, -1);
    call.gather(dy, values);
  }
  call.gather(products, to.updates);
  timesOthers(values, to.updates, factors, isMasked ? zeros : null);
  if (includeSelf) timesOthers(dy, products, ofData, hasZeros ? zerosOfPlaces : null, to.data);
  else keepUntouched(call);
};

/** Multiplies the nonzero factors in data's gradient, and counts those that are zero. */
function multiplyNonzero(
  call: GradientCall,
  ofData: Float32Array,
  factors: Float32Array,
  zerosOfPlaces: Int32Array,
): void {
  const { includeSelf, to, scratch } = call;
  const [nonzero, others] = scratch.sites;
  const zeros = intsOf(others);
  if (includeSelf && ofData.includes(0)) splitZeros(ofData, to.data, zerosOfPlaces);
  else {
    if (includeSelf) to.data.set(ofData);
    else to.data.fill(1);
    zerosOfPlaces.fill(0);
  }
  splitZeros(factors, nonzero, zeros);
  call.combine('mul', nonzero, to.data);
  call.combine('add', zeros, zerosOfPlaces);
}

/** Writes the factors with 1 in place of 0, and whether each is 0. */
function splitZeros(factors: Float32Array, nonzero: Float32Array, isZero: Int32Array): void {
  for (let i = 0, count = factors.length; i < count; i++) {
    const zero = +(factors[i] === 0);
    isZero[i] = zero;
    nonzero[i] = factors[i] + zero;
  }
}

/**
 * Turns products into dy times the product of the other factors. `zeros` are the numbers of factors that are
 * zero, null if none is.
 */
function timesOthers(
  dy: Float32Array,
  products: Float32Array,
  factors: Float32Array,
  zeros: Int32Array | null,
  out = products,
): void {
  const bits = intsOf(out);
  for (let begin = 0; begin < out.length; begin += CHUNK) {
    const end = Math.min(out.length, begin + CHUNK) | 0;
    if (zeros && areAlone(factors, products, zeros, begin, end)) {
      for (let i = begin; i < end; i++) out[i] = dy[i];
      continue;
    }
    for (let i = begin; i < end; i++) {
      const factor = factors[i];
      // Rounds the product of the others to float32, as the composed gradient does.
      out[i] = dy[i] * Math.fround(products[i] / (factor + +(factor === 0)));
    }
    // In a loop of its own: a processor waits for a value that it has just stored as a float.
    for (let i = begin; zeros && i < end; i++) {
      bits[i] &= -Number(zeros[i] === +(factors[i] === 0));
    }
  }
}

/** Returns whether factors are finite and the product of the others is 1, as where nothing lands. */
function areAlone(
  factors: Float32Array,
  products: Float32Array,
  zeros: Int32Array,
  begin: number,
  end: number,
): boolean {
  for (let i = begin; i < end; i++) {
    if (zeros[i] !== 0 || factors[i] - products[i] !== 0) return false;
  }
  return true;
}

function asFloats(values: Words): Float32Array {
  return values instanceof Float32Array ? values : Float32Array.from(values);
}
