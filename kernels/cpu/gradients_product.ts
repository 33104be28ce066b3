/**
 * The gradients of mul: dy times the product of the other factors at a place. If no other factor is zero,
 * that is the product of all nonzero factors, divided by this factor unless it is zero. Otherwise it is 0.
 */
import { required } from '../contract/gradient_plan.js';
import { intsOf } from './bits.js';
import { keepUntouched } from './gradient_call.js';
import type { GradientCall, GradientLoops, Words } from './gradient_call.js';
import { BLOCK } from './strategy.js';

/** Shared, because only one kernel runs at a time. */
const masks = new Int32Array(BLOCK);

export const productGradients: GradientLoops = (call) => {
  const { includeSelf, dy, to, scratch } = call;
  const { data, updates, output } = required(call.scattered);
  const ofData = asFloats(data);
  const factors = asFloats(updates);
  const [dyAtSites] = scratch.sites;
  // int32 products wrap, so the output does not have the true product.
  const isProduct = output instanceof Float32Array;
  if (!isProduct || !areNonzero(factors) || (includeSelf && !areNonzero(ofData))) {
    withZeros(call, ofData, factors);
    return;
  }
  call.gather(dy, dyAtSites);
  call.gather(output, to.updates);
  timesOthers(dyAtSites, to.updates, factors, null, to.updates);
  if (includeSelf) timesOthers(dy, output, ofData, null, to.data);
  else keepUntouched(call);
};

/** Fills the gradients if factors may be zero. Data may be much larger than the updates. */
function withZeros(call: GradientCall, ofData: Float32Array, factors: Float32Array): void {
  const { includeSelf, dy, to, scratch } = call;
  const [dyAtSites, others, own] = scratch.sites;
  const zeros = intsOf(others);
  intsOf(scratch.places).fill(0);
  if (includeSelf) {
    to.data.set(ofData);
    call.gather(ofData, own, 1);
    if (!areNonzero(own)) combineNonzero(call, 'replace', own);
  } else to.data.fill(1);
  combineNonzero(call, 'mul', factors);
  call.gather(to.data, to.updates);
  // The gradient of a dropped site is 0, whatever its factor.
  call.gather(intsOf(scratch.places), zeros, -1);
  call.gather(dy, dyAtSites);
  if (includeSelf) {
    timesOthers(dyAtSites, to.updates, own, zeros, own);
    copyFinite(dy, ofData, to.data);
    call.combine('replace', own, to.data);
  } else keepUntouched(call);
  timesOthers(dyAtSites, to.updates, factors, zeros, to.updates);
}

/** Combines the nonzero factors in data's gradient, and the numbers of zeros in the scratch places. */
function combineNonzero(call: GradientCall, how: 'replace' | 'mul', factors: Float32Array): void {
  const { scratch, to } = call;
  const [nonzero, others] = scratch.sites;
  const isZero = intsOf(others);
  for (let i = 0; i < factors.length; i++) {
    const zero = +(factors[i] === 0);
    isZero[i] = zero;
    nonzero[i] = factors[i] + zero;
  }
  call.combine(how, nonzero, to.data);
  call.combine(how === 'mul' ? 'add' : how, isZero, intsOf(scratch.places));
}

/**
 * Writes dy times the product of the other factors; `out` may be the factors or the products. `zeros` are the
 * numbers of factors that are zero, null if none is.
 */
function timesOthers(
  dy: Float32Array,
  products: Float32Array,
  factors: Float32Array,
  zeros: Int32Array | null,
  out: Float32Array,
): void {
  const bits = intsOf(out);
  for (let begin = 0; begin < out.length; begin += BLOCK) {
    const end = Math.min(out.length, begin + BLOCK) | 0;
    for (let i = begin; zeros && i < end; i++) {
      masks[i - begin] = -Number(zeros[i] === +(factors[i] === 0));
    }
    for (let i = begin; i < end; i++) {
      const factor = factors[i];
      // Rounds the product of the others to float32, as the composed gradient does.
      out[i] = dy[i] * Math.fround(products[i] / (factor + +(factor === 0)));
    }
    for (let i = begin; zeros && i < end; i++) bits[i] &= masks[i - begin];
  }
}

/** Copies dy; an infinite factor gives NaN, as it does where updates land. */
function copyFinite(dy: Float32Array, factors: Float32Array, out: Float32Array): void {
  out.set(dy);
  for (let i = 0, count = factors.length; i < count; i++) {
    const factor = factors[i];
    if (factor - factor !== 0) out[i] = NaN;
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
