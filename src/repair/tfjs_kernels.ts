/** tfjs' kernels on the current backend. */
import type { NamedAttrMap, Tensor } from '@tensorflow/tfjs-core';

import { kindServed } from '../../kernels/registry/served.js';
import { engine, getBackend } from '../../kernels/tfjs/seam.js';

/** Returns whose kernels of tfjs run now; a backend may have another name. */
export const kindNow = (): string => kindServed(getBackend());

/** Runs a kernel with one output. */
export const run = (
  kernelName: string,
  inputs: Record<string, Tensor>,
  attrs?: NamedAttrMap,
): Tensor => engine().runKernel<Tensor>(kernelName, inputs, attrs);
