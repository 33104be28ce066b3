import type { Tensor } from '@tensorflow/tfjs-core';

import { cast, minimum, notEqual, scalar } from '../../kernels/tfjs/seam.js';
import type { GradientName } from '../../kernels/call/gradient_plan.js';
import type { ScatterCall, Sites } from './sites.js';
import { withGradient } from './with_gradient.js';

/** A scatter call that is differentiated. */
export interface DifferentiatedCall extends ScatterCall {
  sites: Sites;
  /** Flat, like dy. tfjs frees them before a derivative of the gradient runs. */
  operands: Both | null;
}

/** The gradient of L = Σ dy · output, for a flat dy. */
export interface ScatterGradient {
  /**
   * dL/d data, which tfjs can differentiate again. Absent for a reduction that keeps nothing of data
   * where updates land. Not used without includeSelf: data is then excluded there.
   */
  data?: (dy: Tensor, call: DifferentiatedCall) => Tensor;
  /** dL/d updates, which tfjs can differentiate again. */
  updates: (dy: Tensor, call: DifferentiatedCall) => Tensor;
  /**
   * Both at once, composed, which tfjs cannot differentiate again. Absent if they share no work. A backend's
   * gradient kernel, if it has one, is tried first.
   */
  both?: ComposeBoth;
}

/** A tensor for data and one for updates. */
export type Both = Record<GradientName, Tensor>;

type ComposeBoth = (dy: Tensor, call: DifferentiatedCall) => Both;

/** Computes both gradients with the backend's kernel, or composes them. */
export function computeBoth(dy: Tensor, call: DifferentiatedCall, compose: ComposeBoth): Both {
  const found = call.sites.gradients(['data', 'updates'], dy, call);
  return found ? { data: found[0], updates: found[1] } : compose(dy, call);
}

/** Computes one of the gradients in the same way. */
export function computeOne(
  of: GradientName,
  dy: Tensor,
  call: DifferentiatedCall,
  compose: ComposeBoth,
): Tensor {
  return call.sites.gradients([of], dy, call)?.[0] ?? compose(dy, call)[of];
}

/** Casts a tensor to float32, with gradients for int32 and bool as well. */
export function asFloat(x: Tensor): Tensor {
  if (x.dtype === 'bool') return castBool(x, 'float32');
  return x.dtype === 'float32' ? x : cast(x, 'float32');
}

/** Casts a bool to 0 and 1, with dy as the gradient. tfjs' cast alone would keep bytes above 1. */
export function castBool(x: Tensor, dtype: 'float32' | 'int32'): Tensor {
  return withGradient(
    [x],
    (x) => minimum(cast(x, dtype), scalar(1, dtype)),
    (dy) => [dy],
  );
}

/** Turns every nonzero byte of a bool into 1; returns other dtypes unchanged. */
export function zeroOrOne(x: Tensor): Tensor {
  return x.dtype === 'bool' ? notEqual(x, scalar(false)) : x;
}
