/**
 * Means and similar results that fit in float32 although the sum they come from overflows.
 */
import { mul } from '@tensorflow/tfjs-core';
import type { Tensor } from '@tensorflow/tfjs-core';

import { asNumbers } from '../../kernels/contract/dtypes.js';
import { currentLimits, knownValues } from '../backends.js';
import { withGradient } from '../gradients/with_gradient.js';
import { isFinite, where } from '../ops/tfjs_workarounds.js';

/**
 * Computes a linear function that sums rows. Where it overflows, and only there, the result comes from
 * scaled-down rows, which lose small terms. The gradient of a linear function does not depend on the
 * rows. `terms` is the maximum number of terms in a sum.
 */
export function withoutOverflow(
  rows: Tensor,
  terms: number,
  compute: (rows: Tensor) => Tensor,
): Tensor {
  const direct = compute(rows);
  if (rows.dtype !== 'float32' || direct.size === 0 || isKnownFinite(direct)) return direct;
  const up = 2 ** exponentFor(terms);
  return withGradient(
    [direct],
    (direct) => where(isFinite(direct), direct, mul(compute(mul(rows, 1 / up)), up)),
    (dy) => [dy],
  );
}

/** Returns the power of 2 by which to scale sums of `terms` terms, limited by the backend's floats. */
function exponentFor(terms: number): number {
  const most = Math.floor(Math.log2(currentLimits('float32').highest)) - 1;
  return Math.min(most, Math.ceil(Math.log2(terms + 1)) + 1);
}

/** Returns whether the host knows that no value overflowed. */
function isKnownFinite(tensor: Tensor): boolean {
  const known = knownValues(tensor);
  return known !== null && asNumbers(known).every(Number.isFinite);
}
