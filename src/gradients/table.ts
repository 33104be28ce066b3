/**
 * The gradients of scatters, by reduction.
 */
import type { KernelReduction } from '../../kernels/call/reductions.js';
import { extremumGradient } from './extremum.js';
import { addGradient, meanGradient, noneGradient, subGradient } from './linear.js';
import { productGradient } from './product.js';
import type { ScatterGradient } from './scatter_gradient.js';

export const GRADIENTS: Record<KernelReduction, ScatterGradient> = {
  none: noneGradient,
  add: addGradient,
  sub: subGradient,
  mul: productGradient,
  max: extremumGradient,
  min: extremumGradient,
  mean: meanGradient,
};
