/**
 * The interface of a scatter's gradient.
 */
import { cast, notEqual, scalar } from '@tensorflow/tfjs-core';
import type { Tensor } from '@tensorflow/tfjs-core';

import type { ScatterCall, Sites } from './sites.js';
import { withGradient } from './with_gradient.js';

/** A call of a scatter that is differentiated. */
export interface DifferentiatedCall extends ScatterCall {
  caller: string;
  sites: Sites;
  /** Flat, as dy is; tfjs frees them before a derivative of the gradient runs. */
  operands: Both | null;
}

/** The gradient of L = Σ dy · output, for a flat dy. */
export interface ScatterGradient {
  /**
   * dL/d data where data's own value takes part. Absent for a reduction that keeps nothing of data at
   * the places where updates land. Not used without includeSelf, where none keeps any. tfjs can
   * differentiate it again.
   */
  data?: (dy: Tensor, call: DifferentiatedCall) => Tensor;
  /** dL/d updates, which tfjs can differentiate again. */
  updates: (dy: Tensor, call: DifferentiatedCall) => Tensor;
  /**
   * Both, by the statistics that they share; tfjs cannot differentiate them again. Absent where they
   * share nothing. Returns null where they are as fast by themselves.
   */
  together?: (dy: Tensor, call: DifferentiatedCall) => Both | null;
}

/** The gradients of data and of updates; that of data is not used where `data` would not be. */
export type Both = Record<'data' | 'updates', Tensor>;

/** Computes both by a kernel of the backend's own; null where it has none. */
export function ownBoth(dy: Tensor, call: DifferentiatedCall): Both | null {
  const found = call.sites.gradients(['data', 'updates'], dy, call);
  return found && { data: found[0], updates: found[1] };
}

/** Casts a tensor to float32; int32 and bool count as the numbers they are. */
export function asFloat(x: Tensor): Tensor {
  if (x.dtype !== 'bool') return x.dtype === 'float32' ? x : cast(x, 'float32');
  return withGradient(
    [x],
    (x) => cast(zeroOrOne(x), 'float32'),
    (dy) => [dy],
  );
}

/** Makes 1 of any byte of a bool but 0; returns other dtypes as they are. */
export function zeroOrOne(x: Tensor): Tensor {
  return x.dtype === 'bool' ? notEqual(x, scalar(false)) : x;
}
