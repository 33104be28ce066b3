/** The tfjs kernels that are made from a backend's kernels. */
import type {
  KernelConfig,
  NamedAttrMap,
  NamedTensorInfoMap,
  TensorInfo,
} from '@tensorflow/tfjs-core';

import { type End, plainRead } from '../call/reads.js';
import { named } from '../call/errors.js';
import { planDot, planProduct } from '../call/fused.js';
import { perSlice } from '../call/geometry.js';
import { COMBINE, DOT, OPS } from '../call/ops.js';
import {
  checkDirectCall,
  gatherPlan,
  hasNoValues,
  type Plan,
  planCall,
  planChange,
  type ScatterPlan,
} from '../call/plan.js';
import { asAnyBackend, type AnyBackend } from '../tfjs/seam.js';
import type { BackendKernels } from './backend_kernels.js';
import { composeKernels } from './compose_kernels.js';

/** The name in errors, and what checks a call. */
type Row = readonly [
  name: string,
  plan: (inputs: NamedTensorInfoMap, attrs?: NamedAttrMap) => Plan,
];

/** What Combine plans, by its attribute `op`. */
const COMBINED: Record<string, Row> = {
  Product: ['gatherSegment', planProduct],
  Change: ['change', planChange],
};

/** The kernels: those of ONNX's names for direct calls, and the private ones. */
const KERNELS: Record<string, (op: unknown) => Row> = {
  [COMBINE]: (op) => COMBINED[String(op)],
  [DOT]: () => ['sampledDot', planDot],
};

for (const op of Object.values(OPS)) {
  const { name, kernelName } = op;
  COMBINED[kernelName] = [name, (inputs, attrs) => planCall(op, inputs, attrs)];
  const direct: Row = [
    name,
    (inputs, attrs) => {
      checkDirectCall(op, inputs, attrs);
      return planCall(op, inputs, attrs);
    },
  ];
  KERNELS[kernelName] = () => direct;
}

/** Makes the kernels of a backend. Each names the errors of a direct call. */
export function kernelConfigs(backendName: string, kernels: BackendKernels): KernelConfig[] {
  return Object.entries(KERNELS).map(([kernelName, rowOf]) => ({
    kernelName,
    backendName,
    setupFunc: (backend) => kernels.setUp?.(asAnyBackend(backend)),
    disposeFunc: (backend) => kernels.dispose?.(asAnyBackend(backend)),
    kernelFunc({ inputs, attrs, backend: any }) {
      const [name, plan] = rowOf(attrs?.op);
      const backend = asAnyBackend(any);
      return named(name, () => runPlan(plan(inputs, attrs), backendName, backend, kernels));
    },
  }));
}

/** Runs a call. Of complex64, the real and the imaginary parts run as two float32 calls. */
function runPlan(
  plan: Plan,
  backendName: string,
  backend: AnyBackend,
  kernels: BackendKernels,
): TensorInfo {
  if (plan.kind === 'dot') return kernels.run(plan, backend);
  if (plan.dtype !== 'complex64') {
    return plan.target && plan.averages
      ? mean(plan, backendName, backend, kernels)
      : kernels.run(plan, backend);
  }
  return composeKernels(backendName, backend, ({ runKernel, freeAtEnd }) => {
    const part = (name: 'Real' | 'Imag'): TensorInfo => {
      const of = <E extends { tensor: TensorInfo | null }>(end: E): E =>
        end.tensor ? { ...end, tensor: runKernel(name, { input: end.tensor }) } : end;
      const end: End = of(plan.read.end);
      if (end.geometry && name === 'Imag') end.fill = 0;
      const parts = { dtype: 'float32', read: plainRead(end), start: of(plan.start) } as const;
      return freeAtEnd(kernels.run({ ...plan, ...parts }, backend));
    };
    return runKernel('Complex', { real: part('Real'), imag: part('Imag') });
  });
}

/**
 * Computes a mean from other kernels: a sum, a count of the sites of each slice, and one division. Places without
 * updates keep what the call starts from.
 */
function mean(
  plan: ScatterPlan,
  backendName: string,
  backend: AnyBackend,
  kernels: BackendKernels,
): TensorInfo {
  const { target, start, shape, siteCount } = plan;
  const includesStart = plan.identity === null;
  const sum: ScatterPlan = { ...plan, averages: false };
  // A sum may start from its identity, which takes no place of its own.
  if (start.value === 0) sum.identity = null;
  if (hasNoValues(plan)) return kernels.run(sum, backend);
  const slices = target.geometry.dataSize / plan.sliceSize;
  return composeKernels(backendName, backend, ({ freeAtEnd }) => {
    const sums = freeAtEnd(kernels.run(sum, backend));
    const count: ScatterPlan = {
      ...sum,
      identity: null,
      start: { tensor: null, value: includesStart ? 1 : 0 },
      read: plainRead({ tensor: null, geometry: null, value: 1 }),
      target: { ...target, geometry: perSlice(target.geometry) },
      shape: [slices],
      dtype: 'int32',
      valuesShape: [siteCount],
      sliceSize: 1,
    };
    const over = { numbers: freeAtEnd(kernels.run(count, backend)), per: 'slice' } as const;
    const read = { ...plainRead({ tensor: sums, geometry: null, value: null }), by: { over } };
    const taken = { tensor: sums, isGivenUp: true, value: null };
    // Not viewed as another shape later: tfjs-node keeps the shape of what was written.
    const division = gatherPlan(read, taken, shape, plan.dtype, slices, plan.sliceSize);
    return kernels.run(division, backend);
  });
}
