/** The tfjs kernels that are made from a backend's kernels. */
import type {
  KernelConfig,
  NamedAttrMap,
  NamedTensorInfoMap,
  TensorInfo,
} from '@tensorflow/tfjs-core';

import type { Constant, End } from '../call/ends.js';
import { named } from '../call/errors.js';
import { GATHER_SEGMENT, planDot, planGathered, SAMPLED_DOT } from '../call/fused.js';
import { perSlice } from '../call/geometry.js';
import { OPS } from '../call/ops.js';
import {
  checkDirectCall,
  hasNoValues,
  indexedEndOf,
  type Plan,
  planCall,
  type ScatterPlan,
} from '../call/plan.js';
import { plainRead } from '../call/reads.js';
import { REDUCTION_ROWS } from '../call/reductions.js';
import { viewAs } from '../call/shapes.js';
import { asAnyBackend, type AnyBackend } from '../tfjs/seam.js';
import type { BackendKernels } from './backend_kernels.js';
import { composeKernels } from './compose_kernels.js';

interface Row {
  /** The name in errors. */
  name: string;
  kernelName: string;
  /** Checks a call. */
  plan: (inputs: NamedTensorInfoMap, attrs?: NamedAttrMap) => Plan;
}

/** The kernels: those of ONNX's names for direct calls, and the private ones. */
const KERNELS: readonly Row[] = [
  ...Object.values(OPS).flatMap((op): Row[] => {
    const plan: Row['plan'] = (inputs, attrs) => planCall(op, inputs, attrs);
    const planDirect: Row['plan'] = (inputs, attrs) => {
      checkDirectCall(op, inputs, attrs);
      return plan(inputs, attrs);
    };
    return [
      { name: op.name, kernelName: op.kernelName, plan },
      { name: op.name, kernelName: op.publicName, plan: planDirect },
    ];
  }),
  { name: 'gatherSegment', kernelName: GATHER_SEGMENT, plan: planGathered },
  { name: 'sampledDot', kernelName: SAMPLED_DOT, plan: planDot },
];

/** Makes the kernels of a backend. Each names the errors of a direct call. */
export function kernelConfigs(backendName: string, kernels: BackendKernels): KernelConfig[] {
  return KERNELS.map(({ name, kernelName, plan }) => ({
    kernelName,
    backendName,
    setupFunc: (backend) => kernels.setUp?.(asAnyBackend(backend)),
    disposeFunc: (backend) => kernels.dispose?.(asAnyBackend(backend)),
    kernelFunc: ({ inputs, attrs, backend }) =>
      named(name, () => runPlan(plan(inputs, attrs), backendName, asAnyBackend(backend), kernels)),
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
  if (indexedEndOf(plan).tensor.dtype !== 'complex64') {
    const isMean = plan.kind === 'scatter' && REDUCTION_ROWS[plan.attributes.reduction].averages;
    return isMean ? mean(plan, backendName, backend, kernels) : kernels.run(plan, backend);
  }
  return composeKernels(backendName, backend, ({ runKernel, freeAtEnd }) => {
    const part = (name: 'Real' | 'Imag'): TensorInfo => {
      const of = <E extends Exclude<End, Constant>>(end: E): E => ({
        ...end,
        tensor: runKernel(name, { input: end.tensor }),
      });
      if (plan.kind === 'gather') {
        const end = of(plan.read.end);
        if (name === 'Imag') end.fill = 0;
        return freeAtEnd(kernels.run({ ...plan, read: plainRead(end) }, backend));
      }
      const { end } = plan.read;
      const read = plainRead(end.tensor ? of(end) : end);
      return freeAtEnd(kernels.run({ ...plan, read, target: of(plan.target) }, backend));
    };
    return runKernel('Complex', { real: part('Real'), imag: part('Imag') });
  });
}

/**
 * Computes a mean from other kernels: a sum, a count of the sites of each slice, and one division. Places without
 * updates keep data's value.
 */
function mean(
  plan: ScatterPlan,
  backendName: string,
  backend: AnyBackend,
  kernels: BackendKernels,
): TensorInfo {
  const { attributes, target } = plan;
  const { includeSelf, dataIsZero } = attributes;
  const add = { ...attributes, reduction: 'add', includeSelf: includeSelf || dataIsZero } as const;
  const sumPlan = { ...plan, attributes: add };
  if (hasNoValues(plan)) return kernels.run(sumPlan, backend);
  const { dataSize, sliceSize, siteCount } = target.geometry;
  const slices = dataSize / sliceSize;
  return composeKernels(backendName, backend, ({ freeAtEnd }) => {
    const made = (values: Int32Array, shape: number[]): TensorInfo =>
      freeAtEnd({ dataId: backend.write(values, shape, 'int32'), shape, dtype: 'int32' });
    const sums = freeAtEnd(kernels.run(sumPlan, backend));
    const counts = made(new Int32Array(slices).fill(includeSelf ? 1 : 0), [slices]);
    const countPlan: ScatterPlan = {
      ...sumPlan,
      attributes: { ...add, includeSelf: true, intoData: true, dataIsZero: !includeSelf },
      read: plainRead({ tensor: null, geometry: null, value: 1 }),
      target: { ...target, tensor: counts, geometry: perSlice(target.geometry) },
      valuesShape: [siteCount],
    };
    const division = {
      data: viewAs(sums, [slices, sliceSize]),
      indices: made(new Int32Array(0), [slices, 0]),
      over: freeAtEnd(kernels.run(countPlan, backend)),
    };
    const divisionPlan = planCall(OPS.GatherND, division, { batchDims: 1, intoData: true });
    // Not viewed as another shape later: tfjs-node keeps the shape of what was written.
    return kernels.run({ ...divisionPlan, valuesShape: target.tensor.shape }, backend);
  });
}
