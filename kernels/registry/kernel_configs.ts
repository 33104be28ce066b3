/**
 * The tfjs kernels that are made from a backend's kernels.
 */
import type {
  KernelConfig,
  NamedAttrMap,
  NamedTensorInfoMap,
  TensorInfo,
} from '@tensorflow/tfjs-core';

import type { Constant, End } from '../call/ends.js';
import { named } from '../call/errors.js';
import { GATHER_SEGMENT, planDot, planGathered, SAMPLED_DOT } from '../call/fused.js';
import { OPS } from '../call/ops.js';
import { type GatherPlan, indexedEndOf, planCall, type ScatterPlan } from '../call/plan.js';
import { reductionRow } from '../call/reductions.js';
import { asHostBackend, type HostBackend } from '../tfjs/seam.js';
import type { BackendKernels } from './backend_kernels.js';
import { composeKernels } from './compose_kernels.js';
import { mean } from './mean.js';

type KernelCall = [
  inputs: NamedTensorInfoMap,
  attrs: NamedAttrMap | undefined,
  backend: HostBackend,
];

/** Makes the kernels of a backend. Each names the errors of a direct call. */
export function kernelConfigs(backendName: string, kernels: BackendKernels): KernelConfig[] {
  const config = (
    name: string,
    kernelName: string,
    run: (...call: KernelCall) => TensorInfo,
  ): KernelConfig => ({
    kernelName,
    backendName,
    setupFunc: (backend) => kernels.setUp?.(asHostBackend(backend)),
    disposeFunc: (backend) => kernels.dispose?.(asHostBackend(backend)),
    kernelFunc: ({ inputs, attrs, backend }) =>
      named(name, () => run(inputs, attrs, asHostBackend(backend))),
  });
  const configs = Object.values(OPS).map((op) =>
    config(op.name, op.kernelName, (inputs, attrs, backend) =>
      runPlan(planCall(op, inputs, attrs), backendName, backend, kernels),
    ),
  );
  return [
    ...configs,
    config('gatherSegment', GATHER_SEGMENT, (inputs, attrs, backend) =>
      runPlan(planGathered(inputs, attrs), backendName, backend, kernels),
    ),
    config('sampledDot', SAMPLED_DOT, (inputs, attrs, backend) =>
      kernels.dot(planDot(inputs, attrs), backend),
    ),
  ];
}

/** Runs a call of an op. Of complex64, the real and the imaginary parts run as two float32 calls. */
function runPlan(
  plan: GatherPlan | ScatterPlan,
  backendName: string,
  backend: HostBackend,
  kernels: BackendKernels,
): TensorInfo {
  const run = (part: GatherPlan | ScatterPlan) => {
    if (part.kind === 'gather') return kernels.gather(part, backend);
    const { averages } = reductionRow(part.attributes.reduction);
    return averages ? mean(part, backendName, backend, kernels) : kernels.scatter(part, backend);
  };
  if (indexedEndOf(plan).tensor.dtype !== 'complex64') return run(plan);
  return composeKernels(backendName, backend, ({ runKernel, freeAtEnd }) => {
    const part = (name: 'Real' | 'Imag'): TensorInfo => {
      const of = <E extends Exclude<End, Constant>>(end: E): E => ({
        ...end,
        tensor: runKernel(name, { input: end.tensor }),
      });
      if (plan.kind === 'scatter') {
        const source = plan.source.tensor ? of(plan.source) : plan.source;
        const ends = { source, target: of(plan.target) };
        return freeAtEnd(run({ ...plan, ...ends }));
      }
      const source = of(plan.source);
      const fill = name === 'Real' ? source.fill : 0;
      return freeAtEnd(run({ ...plan, source: { ...source, fill } }));
    };
    return runKernel('Complex', { real: part('Real'), imag: part('Imag') });
  });
}
