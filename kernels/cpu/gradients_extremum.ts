/**
 * The gradients of max and min: dy is split evenly over the operands that equal the result, or over the
 * NaN operands if the result is NaN.
 */
import { required } from '../contract/gradient_plan.js';
import { intsOf } from './bits.js';
import { keepUntouched } from './gradient_call.js';
import type { GradientCall, GradientLoops, Words } from './gradient_call.js';
import { divide } from './gradients_linear.js';

export const extremumGradients: GradientLoops = (call) => {
  const { includeSelf, to } = call;
  const ofData = includeSelf ? to.data : null;
  if (ofData || to.updates) split(call, ofData);
  // Without self, data's value counts only where no update lands.
  if (to.data && !ofData) keepUntouched(call, to.data);
};

function split(call: GradientCall, toData: Float32Array | null): void {
  const { includeSelf, dy, to, scratch } = call;
  const { data, updates, output } = required(call.scattered);
  const results = output instanceof Float32Array ? scratch.updates : intsOf(scratch.updates);
  call.gather(output, results);
  const attaining = to.updates ?? scratch.updates;
  for (let i = 0; i < attaining.length; i++) attaining[i] = +attains(updates[i], results[i]);
  const counts = scratch.data.fill(0);
  call.combine('add', attaining, counts);
  if (includeSelf) shareWithData(dy, data, output, counts, toData);
  else divide(dy, counts);
  if (!to.updates) return;
  call.gather(counts, scratch.updates);
  const [shares, masks] = [intsOf(scratch.updates), intsOf(to.updates)];
  // Masks bits, as a share may be infinite.
  for (let i = 0; i < masks.length; i++) masks[i] = shares[i] & -attaining[i];
}

/** Returns whether an operand determines the result. A NaN always does, because the result is NaN then. */
function attains(operand: number, result: number): boolean {
  return operand === result || operand !== operand;
}

/** Replaces the counts of updates with each operand's share of dy, and writes data's shares. */
function shareWithData(
  dy: Float32Array,
  data: Words,
  output: Words,
  counts: Float32Array,
  toData: Float32Array | null,
): void {
  for (let p = 0; p < counts.length; p++) {
    const isAttaining = attains(data[p], output[p]);
    counts[p] = dy[p] / (counts[p] + (isAttaining ? 1 : 0));
    if (toData) toData[p] = isAttaining ? counts[p] : 0;
  }
}
