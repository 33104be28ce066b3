/** What gradients of tfjs' kernels are made with. */
import type { GradConfig, NamedAttrMap, Tensor } from '@tensorflow/tfjs-core';

import { kindServed } from '../../kernels/registry/served.js';
import { asGradFunc, engine, getBackend, type SingleGradFunc } from '../../kernels/tfjs/seam.js';

/** Computes gradients from dy and the tensors that the tape keeps. */
export type GradientOf<Attrs = object> = (
  dy: Tensor,
  saved: Tensor[],
  attrs: NamedAttrMap & Attrs,
) => ReturnType<SingleGradFunc>;

/** Makes the gradient of a kernel. The tape keeps some inputs, and perhaps the result. */
export const configOf = <Attrs = object>(
  kernelName: string,
  inputsToSave: string[],
  gradFunc: GradientOf<Attrs>,
  keepsResult = false,
): GradConfig => ({
  kernelName,
  inputsToSave,
  outputsToSave: [keepsResult],
  gradFunc: asGradFunc(gradFunc as SingleGradFunc),
});

/** Returns whose kernels of tfjs run now; a backend may have another name. */
export const kindNow = (): string => kindServed(getBackend());

/** Runs a kernel with one output. */
export const run = (
  kernelName: string,
  inputs: Record<string, Tensor>,
  attrs?: NamedAttrMap,
): Tensor => engine().runKernel<Tensor>(kernelName, inputs, attrs);
