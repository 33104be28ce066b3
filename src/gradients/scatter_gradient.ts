import type { Tensor } from '@tensorflow/tfjs-core';

import { cast, minimum, scalar } from '../../kernels/tfjs/seam.js';
import type { GradientName, ScatterCall, Sites } from './sites.js';
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
  /** Both at once, which tfjs cannot differentiate again. Absent if they share no work. */
  both?: (dy: Tensor, call: DifferentiatedCall) => Both;
}

/** A tensor for data and one for updates. */
export type Both = Record<GradientName, Tensor>;

/** Narrows the values that a gradient reads. */
export function required<T>(value: T | null): T {
  if (value !== null) return value;
  throw new Error('The gradient got no values.');
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
