/**
 * Gradient kernels of the scatters, imported only by backends that implement them.
 */
import type { KernelConfig, TensorInfo } from '@tensorflow/tfjs-core';

import type { BackendKernels } from './backend_kernels.js';
import { type GradientPlan, planGradients } from './gradient_plan.js';
import { gradientKernelName, type Op, OPS } from './ops.js';
import { asHostBackend, type HostBackend } from './tfjs_seam.js';

/** Computes the requested gradients of a scatter, float32, in the order of the plan. */
type ScatterGradients = (plan: GradientPlan, backend: HostBackend) => TensorInfo[];

export interface KernelsWithGradients extends BackendKernels {
  scatterGradients: ScatterGradients;
}

/** Adds gradients to the kernels of a backend. */
export function withGradients(
  kernels: BackendKernels,
  scatterGradients: ScatterGradients,
): KernelsWithGradients {
  return {
    ...kernels,
    scatterGradients,
    gradientKernels: (backendName) =>
      Object.values(OPS)
        .filter(({ scatters }) => scatters)
        .map((op) => gradientConfig(op, backendName, scatterGradients)),
  };
}

function gradientConfig(
  op: Op,
  backendName: string,
  scatterGradients: ScatterGradients,
): KernelConfig {
  return {
    kernelName: gradientKernelName(op),
    backendName,
    kernelFunc: ({ inputs, attrs, backend }) =>
      scatterGradients(planGradients(op, inputs, attrs), asHostBackend(backend)),
  };
}
