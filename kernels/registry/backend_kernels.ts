/**
 * The interface that a backend implements, and the tfjs kernels made from it.
 */
import type {
  BackendValues,
  KernelConfig,
  NamedAttrMap,
  NamedTensorInfoMap,
  TensorInfo,
} from '@tensorflow/tfjs-core';

import { composeKernels } from './compose_kernels.js';
import { asIndices, type Limits, type NumericDtype } from '../call/dtypes.js';
import { GATHER_SEGMENT, planDot, planGathered, SAMPLED_DOT } from '../call/fused.js';
import type { Constant, End } from '../call/ends.js';
import { named } from '../call/errors.js';
import { type IndexRange, rangesIn } from '../call/index_ranges.js';
import { OPS } from '../call/ops.js';
import {
  type DotPlan,
  type GatherPlan,
  indexedEndOf,
  planCall,
  type ScatterPlan,
} from '../call/plan.js';
import { reductionRow } from '../call/reductions.js';
import { asHostBackend, type HostBackend } from '../tfjs/seam.js';
import { mean } from './mean.js';

/** The kernels of a backend. They never see complex64: its two parts arrive as float32. */
export interface BackendKernels {
  gather(plan: GatherPlan, backend: HostBackend): TensorInfo;
  scatter(plan: ScatterPlan, backend: HostBackend): TensorInfo;
  /** Computes the dot products of rows at the sites. */
  dot(plan: DotPlan, backend: HostBackend): TensorInfo;
  /** Returns a tensor's values, or null if reading them would stall a GPU and no flag allows that. */
  knownValues(tensor: TensorInfo, backend: HostBackend): BackendValues | null;
  /**
   * Returns the ranges of int32 indices in tuples of `width`, or null if the host has never seen the
   * indices and reading them would stall a GPU. Default: those of the known values.
   */
  indexRanges?(
    indices: TensorInfo,
    width: number,
    backend: HostBackend,
  ): readonly IndexRange[] | null;
  /** Set if values on the GPU cannot be read during a call, even at the cost of a stall. */
  neverStalls?: true;
  /** Set if shader compilers may assume that floats are finite, so tfjs' ops lose NaN and Infinity. */
  assumesFinite?: true;
  /** Set if tfjs' fill is faster than its zeros, which are copied to the backend. */
  fillsFast?: true;
  limits(dtype: NumericDtype): Limits;
  /** Makes kernels for tfjs' own ops that a backend of this kind lacks. */
  missingKernels?: (backendName: string) => KernelConfig[];
  /** Makes kernels that replace tfjs' own while acceleration is on. */
  accelerated?: (backendName: string) => KernelConfig[];
  /** Registers flags with tfjs; runs once, when the kernels are registered. */
  prepare?: () => void;
  /** Runs each time tfjs makes a backend current. */
  setUp?: (backend: HostBackend) => void;
  /** Frees the kernels' state for a backend; tfjs calls it when it removes the backend. */
  dispose?: (backend: HostBackend) => void;
}

/** Returns the ranges of indices on a backend; see `indexRanges`. */
export function rangesOn(
  kernels: Pick<BackendKernels, 'indexRanges' | 'knownValues'>,
  indices: TensorInfo,
  width: number,
  host: HostBackend,
): readonly IndexRange[] | null {
  if (kernels.indexRanges) return kernels.indexRanges(indices, width, host);
  const known = kernels.knownValues(indices, host);
  // The host's values may change, so nothing is cached.
  return known && rangesIn(asIndices(known), width);
}

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
