/**
 * tfjs' ops, for cases where tfjs 4.0 has no kernel, throws, or computes a wrong result on some backend.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import {
  abs,
  isFinite as tfjsIsFinite,
  isNaN as tfjsIsNaN,
  less,
  notEqual,
  where as tfjsWhere,
} from '../../kernels/tfjs/seam.js';
import { hasKernel, requireKernels } from '../backends.js';
import { log as tfjsLog } from '../tfjs_ops.js';

/** True where a value is NaN. The wasm backend of tfjs 4.0 has no kernel for it. */
export function isNaN(x: Tensor): Tensor {
  return hasKernel('IsNan') ? tfjsIsNaN(x) : notEqual(x, x);
}

/** True where a value is neither infinite nor NaN. That backend has no kernel for this either. */
function isFinite(x: Tensor): Tensor {
  return hasKernel('IsFinite') ? tfjsIsFinite(x) : less(abs(x), Infinity);
}

/** tfjs' where, which throws for empty tensors in tfjs 4.0. `a` and `b` must have the same shape. */
export function where(condition: Tensor, a: Tensor, b: Tensor): Tensor {
  return b.size === 0 ? b : tfjsWhere(condition, a, b);
}

/** tfjs' log of nonnegative values. Compilers for webgpu may assume that x is finite, and return 89 for NaN. */
export function log(x: Tensor): Tensor {
  return requireKernels().assumesFinite ? where(isFinite(x), tfjsLog(x), x) : tfjsLog(x);
}
