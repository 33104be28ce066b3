/**
 * tfjs' ops where tfjs 4.0 lacks a kernel or refuses a call, or a backend gives a wrong result.
 */
import {
  abs,
  exp as tfjsExp,
  isFinite as tfjsIsFinite,
  isNaN as tfjsIsNaN,
  less,
  log as tfjsLog,
  notEqual,
  where as tfjsWhere,
  zerosLike,
} from '@tensorflow/tfjs-core';
import type { Tensor } from '@tensorflow/tfjs-core';

import { hasKernel, assumesFinite } from '../backends.js';

/** True where a value is NaN. The wasm backend of tfjs 4.0 has no kernel for that. */
export function isNaN(x: Tensor): Tensor {
  return hasKernel('IsNan') ? tfjsIsNaN(x) : notEqual(x, x);
}

/** True where a value is neither infinite nor NaN, for which that backend has no kernel either. */
export function isFinite(x: Tensor): Tensor {
  return hasKernel('IsFinite') ? tfjsIsFinite(x) : less(abs(x), Infinity);
}

/** tfjs' where, which tfjs 4.0 refuses for empty tensors. `a` and `b` have the same shape. */
export function where(condition: Tensor, a: Tensor, b: Tensor): Tensor {
  return b.size === 0 ? b : tfjsWhere(condition, a, b);
}

/** x where a condition holds, else 0. */
export function orZero(condition: Tensor, x: Tensor): Tensor {
  return where(condition, x, zerosLike(x));
}

/** tfjs' exp. Compilers for webgpu may take x for finite, and make Infinity of NaN. */
export function exp(x: Tensor): Tensor {
  return assumesFinite() ? where(isNaN(x), x, tfjsExp(x)) : tfjsExp(x);
}

/** tfjs' log of values that are not negative. For those compilers log(NaN) may be 89. */
export function log(x: Tensor): Tensor {
  return assumesFinite() ? where(isFinite(x), tfjsLog(x), x) : tfjsLog(x);
}
