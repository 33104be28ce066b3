/**
 * The gradients of max and min: dy is split evenly over the operands that equal the result, or over the
 * NaN operands if the result is NaN. Where no update lands, data equals the result, and gets dy.
 */
import { required } from '../call/gradient_plan.js';
import { intsOf } from './bits.js';
import { keepUntouched } from './gradient_call.js';
import type { GradientLoops, Words } from './gradient_call.js';

export const extremumGradients: GradientLoops = (call) => {
  const { includeSelf, dy, to, scratch } = call;
  const { data, updates, output } = required(call.scattered);
  const counts = scratch.places;
  const [shares, own] = scratch.sites;
  const like = (array: Float32Array) => (output instanceof Float32Array ? array : intsOf(array));
  const results = like(shares);
  call.gather(output, results);
  if (includeSelf) {
    call.gather(data, like(own));
    findAttaining(like(own), results, own);
    call.combine('replace', own, counts);
  } else call.fill(0, counts);
  findAttaining(updates, results, to.updates);
  call.combine('add', to.updates, counts);
  // A dropped site has no share.
  call.gather(counts, shares, 1);
  call.gather(dy, to.updates);
  for (let i = 0; i < shares.length; i++) shares[i] = to.updates[i] / shares[i];
  if (includeSelf) {
    to.data.set(dy);
    keepAttaining(shares, own, own);
    call.combine('replace', own, to.data);
  } else keepUntouched(call);
  call.gather(output, like(own));
  findAttaining(updates, like(own), own);
  keepAttaining(shares, own, to.updates);
};

/**
 * Writes 1 for the operands that determine the result, else 0. A NaN always does, because the result is NaN
 * then. `out` may share memory with the operands or the results.
 */
function findAttaining(operands: Words, results: Words, out: Float32Array): void {
  for (let i = 0; i < out.length; i++) {
    const operand = operands[i];
    out[i] = +(operand === results[i]) | +(operand !== operand);
  }
}

/** Writes the shares of attaining operands, else 0. Masks bits, because a share may be infinite. */
function keepAttaining(shares: Float32Array, attaining: Float32Array, out: Float32Array): void {
  const [from, to] = [intsOf(shares), intsOf(out)];
  for (let i = 0; i < to.length; i++) to[i] = from[i] & -attaining[i];
}
