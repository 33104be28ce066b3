import type { Tensor } from '@tensorflow/tfjs-core';

import { cast, notEqual, scalar } from '../../kernels/contract/tfjs_seam.js';
import type { ScatterCall, Sites } from './sites.js';
import { withGradient } from './with_gradient.js';

/** A scatter call that is differentiated. */
export interface DifferentiatedCall extends ScatterCall {
  caller: string;
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
   * Both at once, which tfjs cannot differentiate again. Absent if they share no work. Returns null if
   * they are as fast separately.
   */
  together?: (dy: Tensor, call: DifferentiatedCall) => Both | null;
}

/** A tensor for data and one for updates. */
export type Both = Record<'data' | 'updates', Tensor>;

/** Computes both gradients with the backend's kernel; null if it has none. */
export function bothByKernel(dy: Tensor, call: DifferentiatedCall): Both | null {
  const found = call.sites.gradients(['data', 'updates'], dy, call);
  return found && { data: found[0], updates: found[1] };
}

/** Casts a tensor to float32, with gradients for int32 and bool as well. */
export function asFloat(x: Tensor): Tensor {
  if (x.dtype !== 'bool') return x.dtype === 'float32' ? x : cast(x, 'float32');
  return withGradient(
    [x],
    (x) => cast(zeroOrOne(x), 'float32'),
    (dy) => [dy],
  );
}

/** Turns every nonzero byte of a bool into 1; returns other dtypes unchanged. */
export function zeroOrOne(x: Tensor): Tensor {
  return x.dtype === 'bool' ? notEqual(x, scalar(false)) : x;
}
