/**
 * Gradients that depend on dy alone.
 */
import { intsOf } from './bits.js';
import { type GradientLoops, keepUntouched, maskOfZero } from './gradient_call.js';

/** none: dy goes to the last update of each place, or to data if there is no update. */
export const noneGradients: GradientLoops = (call) => {
  const { dy, to, scratch } = call;
  if (to.data) keepUntouched(call, to.data);
  if (!to.updates) return;
  const [last, found] = [intsOf(scratch.data), intsOf(scratch.updates)];
  const masks = intsOf(to.updates);
  for (let i = 0; i < found.length; i++) found[i] = i;
  call.combine('replace', found, last);
  call.gather(last, found);
  for (let i = 0; i < masks.length; i++) masks[i] = maskOfZero(found[i] - i);
  call.gather(intsOf(dy), found);
  for (let i = 0; i < masks.length; i++) masks[i] &= found[i];
};

/** mean: dy divided by the number of terms. */
export const meanGradients: GradientLoops = (call) => {
  const { includeSelf, dy, to, scratch } = call;
  const terms = scratch.data.fill(includeSelf ? 1 : 0);
  call.combine('add', scratch.updates.fill(1), terms);
  const shares = divide(dy, terms);
  if (to.data && includeSelf) to.data.set(shares);
  else if (to.data) keepUntouched(call, to.data);
  if (to.updates) call.gather(shares, to.updates);
};

/** Divides dy by `terms`, in place. */
export function divide(dy: Float32Array, terms: Float32Array): Float32Array {
  for (let p = 0; p < terms.length; p++) terms[p] = dy[p] / terms[p];
  return terms;
}
