/**
 * The interface that a backend implements, and the tfjs kernels made from it.
 */
import type { BackendValues, KernelConfig, TensorInfo } from '@tensorflow/tfjs-core';

import { composeKernels } from './compose_kernels.js';
import type { Limits, NumericDtype } from './dtypes.js';
import { GATHER_SEGMENT, planDot, planGathered, SAMPLED_DOT } from './fused.js';
import type { DotPlan } from './fused.js';
import type { IndexRange } from './index_ranges.js';
import { OPS } from './ops.js';
import type { Op } from './ops.js';
import { planCall } from './plan.js';
import type { GatherPlan, Plan, ScatterPlan } from './plan.js';
import { asHostBackend, findKernel } from './tfjs_seam.js';
import type { HostBackend } from './tfjs_seam.js';

/** The kernels of a backend. They never see complex64, whose two parts come as float32. */
export interface BackendKernels {
  gather(plan: GatherPlan, backend: HostBackend): TensorInfo;
  scatter(plan: ScatterPlan, backend: HostBackend): TensorInfo;
  /** Computes the dot products of rows at the sites. */
  dot(plan: DotPlan, backend: HostBackend): TensorInfo;
  /**
   * Makes the kernels of the scatters' gradients; see gradient_kernels.ts. Absent where the gradients are
   * composed of the backend's other kernels.
   */
  gradientKernels?: (backendName: string) => KernelConfig[];
  /** Returns a tensor's values; null where reading them would stall a GPU and no flag allows it. */
  knownValues(tensor: TensorInfo, backend: HostBackend): BackendValues | null;
  /**
   * Returns the ranges of int32 indices in tuples of `width`; null where the host has never seen them
   * and reading would stall a GPU.
   */
  indexRanges(
    indices: TensorInfo,
    width: number,
    backend: HostBackend,
  ): readonly IndexRange[] | null;
  /** Set where values on the GPU cannot be read in the middle of a call, even at the cost of a stall. */
  neverStalls?: true;
  /** Set where compilers of tfjs' own programs may take floats for finite, and lose NaN and Infinity. */
  takesForFinite?: true;
  /** Set where a gather of one value fills a tensor faster than tfjs makes one of zeros, which it copies. */
  fillsByGather?: true;
  limits(dtype: NumericDtype): Limits;
  /** Makes kernels of tfjs' own ops for a backend of this kind that has none. */
  lacking?: (backendName: string) => KernelConfig[];
  /** Makes kernels that take the place of tfjs' own while these are accelerated. */
  accelerated?: (backendName: string) => KernelConfig[];
  /** Runs once, when the kernels are registered, to register flags with tfjs. */
  prepare?: () => void;
  /** Runs each time that tfjs makes a backend current. */
  setUp?: (backend: HostBackend) => void;
  /** Frees what the kernels keep for a backend; tfjs calls it when the backend is removed. */
  dispose?: (backend: HostBackend) => void;
}

/** Makes the configurations by which tfjs runs all ops on the backend of this name. */
export function kernelConfigs(backendName: string, kernels: BackendKernels): KernelConfig[] {
  const configs = Object.values(OPS).map((op) => opConfig(op, backendName, kernels));
  const fused: KernelConfig[] = [
    {
      kernelName: GATHER_SEGMENT,
      backendName,
      kernelFunc: ({ inputs, attrs, backend }) =>
        kernels.scatter(planGathered(inputs, attrs), asHostBackend(backend)),
    },
    {
      kernelName: SAMPLED_DOT,
      backendName,
      kernelFunc: ({ inputs, attrs, backend }) =>
        kernels.dot(planDot(inputs, attrs), asHostBackend(backend)),
    },
  ];
  return [...configs, ...fused, ...(kernels.gradientKernels?.(backendName) ?? [])];
}

function opConfig(op: Op, backendName: string, kernels: BackendKernels): KernelConfig {
  return {
    kernelName: op.kernelName,
    backendName,
    setupFunc: (backend) => kernels.setUp?.(asHostBackend(backend)),
    disposeFunc: (backend) => kernels.dispose?.(asHostBackend(backend)),
    kernelFunc: ({ inputs, attrs, backend }) => {
      const plan = planCall(op, inputs, attrs);
      const host = asHostBackend(backend);
      const run = (part: Plan) =>
        part.kind === 'gather' ? kernels.gather(part, host) : kernels.scatter(part, host);
      return plan.data.dtype === 'complex64' ? runParts(plan, backendName, host, run) : run(plan);
    },
  };
}

/** Runs a call on complex64 as two calls on float32, on the real and on the imaginary parts. */
function runParts(
  plan: Plan,
  backendName: string,
  backend: HostBackend,
  run: (plan: Plan) => TensorInfo,
): TensorInfo {
  return composeKernels(backendName, backend, ({ runKernel, freeAtEnd }) => {
    if (!findKernel('Complex', backendName)) {
      throw new Error(
        `${plan.attributes.caller}: data has dtype complex64, which backend '${backendName}' cannot ` +
          'hold: it has no kernel Complex.',
      );
    }
    const part = (name: 'Real' | 'Imag'): TensorInfo => {
      const data = runKernel(name, { input: plan.data });
      if (plan.kind === 'gather') {
        const { attributes } = plan;
        const fill = name === 'Real' ? attributes.fill : 0;
        return freeAtEnd(run({ ...plan, data, attributes: { ...attributes, fill } }));
      }
      const updates = runKernel(name, { input: plan.updates });
      return freeAtEnd(run({ ...plan, data, updates }));
    };
    return runKernel('Complex', { real: part('Real'), imag: part('Imag') });
  });
}
