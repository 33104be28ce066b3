import type { Tensor } from '@tensorflow/tfjs-core';

import { cast, minimum, scalar } from '../../kernels/tfjs/seam.js';
import { keeping } from '../tape.js';
import type { Sites } from './sites.js';

/** The inputs of a scatter that have gradients. */
export type GradientName = 'data' | 'updates';

/** A scatter call that is differentiated. */
export interface DifferentiatedCall {
  includeSelf: boolean;
  sites: Sites;
  /** Kept by tfjs' tape, for reductions whose gradients read values. */
  tensors: Record<GradientName | 'output', Tensor>;
}

/** The gradient of L = Σ dy · output, for a flat dy. */
export interface ScatterGradient {
  /** Whether both gradients share work, which `of` does. Otherwise, their functions do all. */
  sharesWork?: true;
  /**
   * Returns functions for dL/d data and dL/d updates, which tfjs can differentiate again. That of data may overwrite
   * what the other reads. It is not called without includeSelf: data is then excluded where updates land.
   */
  of: (dy: Tensor, call: DifferentiatedCall) => Record<GradientName, () => Tensor>;
}

/** A tensor for data and one for updates. */
export type Both = Record<GradientName, Tensor>;

/** Casts a tensor to float32, with gradients for int32 and bool as well. */
export function asFloat(x: Tensor): Tensor {
  if (x.dtype === 'bool') return castBool(x, 'float32');
  return x.dtype === 'float32' ? x : cast(x, 'float32');
}

/** Casts a bool to 0 and 1, with dy as the gradient. tfjs' cast alone would keep bytes above 1. */
export function castBool(x: Tensor, dtype: 'float32' | 'int32'): Tensor {
  const run = () => minimum(cast(x, dtype), scalar(1, dtype));
  return keeping({ x }, [], run, (dy) => ({ x: () => dy }));
}
