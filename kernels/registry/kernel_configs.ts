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
import { COMBINE, DOT, type Op, OPS } from '../call/ops.js';
import {
  checkDirectCall,
  type GatherPlan,
  hasNoValues,
  type Plan,
  planCall,
  planChange,
  type ScatterPlan,
} from '../call/plan.js';
import { asAnyBackend, type AnyBackend } from '../tfjs/seam.js';
import type { BackendKernels } from './backend_kernels.js';
import { composeKernels } from './compose_kernels.js';

/** How a kernel plans a call. */
interface Row {
  /** The name in errors. */
  name: string;
  /** Checks a call. */
  plan: (inputs: NamedTensorInfoMap, attrs?: NamedAttrMap) => Plan;
}

const ofOp = (op: Op): Row => ({
  name: op.name,
  plan: (inputs, attrs) => planCall(op, inputs, attrs),
});

const ofDirectCall = (op: Op): Row => ({
  name: op.name,
  plan(inputs, attrs) {
    checkDirectCall(op, inputs, attrs);
    return planCall(op, inputs, attrs);
  },
});

/** What Combine plans, by its attribute `op`. */
const COMBINED = new Map<unknown, Row>([
  ['Product', { name: 'gatherSegment', plan: planProduct }],
  ['Change', { name: 'change', plan: planChange }],
  ...Object.values(OPS).map((op): [string, Row] => [op.kernelName, ofOp(op)]),
]);

function combined(attrs?: NamedAttrMap): Row {
  const row = COMBINED.get(attrs?.op);
  if (!row) throw new Error('A call of the kernel Combine does not say which op it is.');
  return row;
}

/** The kernels: those of ONNX's names for direct calls, and the private ones. */
const KERNELS: readonly [kernelName: string, rowOf: (attrs?: NamedAttrMap) => Row][] = [
  ...Object.values(OPS).map((op): [string, () => Row] => {
    const row = ofDirectCall(op);
    return [op.kernelName, () => row];
  }),
  [COMBINE, combined],
  [DOT, () => ({ name: 'sampledDot', plan: planDot })],
];

/** Makes the kernels of a backend. Each names the errors of a direct call. */
export function kernelConfigs(backendName: string, kernels: BackendKernels): KernelConfig[] {
  return KERNELS.map(([kernelName, rowOf]) => ({
    kernelName,
    backendName,
    setupFunc: (backend) => kernels.setUp?.(asAnyBackend(backend)),
    disposeFunc: (backend) => kernels.dispose?.(asAnyBackend(backend)),
    kernelFunc({ inputs, attrs, backend: any }) {
      const { name, plan } = rowOf(attrs);
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
    const division: GatherPlan = {
      kind: 'combine',
      read: { ...plainRead({ tensor: sums, geometry: null, value: null }), by: { over } },
      target: null,
      start: { tensor: sums, isGivenUp: true, value: null },
      // Not viewed as another shape later: tfjs-node keeps the shape of what was written.
      shape,
      dtype: plan.dtype,
      valuesShape: shape,
      siteCount: slices,
      sliceSize: plan.sliceSize,
    };
    return kernels.run(division, backend);
  });
}
