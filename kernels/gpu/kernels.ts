/**
 * The parts of the kernels that all GPU backends share. They decide which calls the host computes, and which
 * need no program.
 */
import type { KernelBackend, TensorInfo } from '@tensorflow/tfjs-core';

import { type AnyBackend, util } from '../tfjs/seam.js';
import type { BackendKernels } from '../registry/backend_kernels.js';
import { asNumeric } from '../call/dtypes.js';
import type { CallError } from '../call/errors.js';
import { addressedEndsOf, hasNoValues, inputsOf, isProduct, type Plan } from '../call/plan.js';
import { sizeOf, viewAs } from '../call/shapes.js';
import { hostKernels } from '../cpu/host.js';
import type { GpuValues } from './known_values.js';
import { checkKnownIndices, gpuIndexRanges, knownGpuValues } from './known_values.js';

type GpuBackend = Pick<KernelBackend, 'write' | 'incRef' | 'disposeData'> & {
  shouldExecuteOnCPU(tensors: TensorInfo[]): boolean;
};

/** The parts that differ between backends. */
interface Gpu<Backend> {
  backendOf(backend: AnyBackend): Backend;
  valuesOf: (backend: Backend) => GpuValues;
  /** Returns the error to throw if the GPU is lost. */
  lossOf: (backend: Backend) => CallError | null;
  /** Throws for a call on strings that the host cannot compute. */
  checkStrings?(plan: Plan, backend: Backend): void;
  /**
   * Runs a call that has values on the GPU. A scatter without updates copies data. All tensors that it adds
   * to `made`, except its result, are freed afterwards; if it throws, all are.
   */
  run(plan: Plan, backend: Backend, made: Set<TensorInfo>): TensorInfo;
}

export function gpuKernels<Backend extends GpuBackend>(
  gpu: Gpu<Backend>,
): Omit<BackendKernels, 'limits'> {
  const valuesIn = (backend: AnyBackend) => gpu.valuesOf(gpu.backendOf(backend));
  return {
    run(plan, anyBackend) {
      const backend = gpu.backendOf(anyBackend);
      const isString = plan.dtype === 'string';
      if (isString) gpu.checkStrings?.(plan, backend);
      // tfjs keeps small tensors on the host. Sparse products are seldom small.
      const isSmall = () => backend.shouldExecuteOnCPU(Object.values(inputsOf(plan)));
      if (isString || (!isProduct(plan) && isSmall())) return hostKernels.run(plan, anyBackend);
      // A dot product throws for no index.
      const { data: end } = addressedEndsOf(plan);
      if (plan.kind !== 'dot' && end) checkKnownIndices(end, gpu.valuesOf(backend));
      return withoutValues(plan, backend) ?? runOnGpu(gpu, plan, backend);
    },
    lossOf: (backend) => gpu.lossOf(gpu.backendOf(backend)),
    knownValues: (tensor, backend) => knownGpuValues(tensor, valuesIn(backend)),
    indexRanges: (indices, width, backend) => gpuIndexRanges(indices, width, valuesIn(backend)),
  };
}

/** Returns the result of a call that reads no values, or null. */
function withoutValues(plan: Plan, backend: GpuBackend): TensorInfo | null {
  const { shape, dtype } = plan;
  const filled = (value: number): TensorInfo => {
    const values = util.getTypedArrayFromDType(asNumeric(dtype), sizeOf(shape)).fill(value);
    return { dataId: backend.write(values, shape, dtype), shape, dtype };
  };
  if (plan.kind === 'dot') {
    // Without rows, or with empty rows, all products are 0.
    const sizes = [plan.source, plan.target].map(({ geometry }) => geometry.dataSize);
    const isEmpty = [...sizes, sizeOf(shape)].includes(0);
    return isEmpty ? filled(0) : null;
  }
  if (!hasNoValues(plan)) return null;
  const { start, target, read } = plan;
  if (!target) {
    // Data is empty, so every site is dropped.
    return filled(read.end.geometry ? read.end.fill : 0);
  }
  const { tensor: data } = start;
  if (!data) return filled(start.value);
  if (dtype === 'bool' && target.geometry.dataSize > 0) return null;
  // Shares data's values by reference count, as tfjs' Identity kernel does.
  backend.incRef(data.dataId);
  return viewAs(data, data.shape);
}

function runOnGpu<Backend extends GpuBackend>(
  gpu: Gpu<Backend>,
  plan: Plan,
  backend: Backend,
): TensorInfo {
  const loss = gpu.lossOf(backend);
  if (loss) throw loss;
  const made = new Set<TensorInfo>();
  let result: TensorInfo | null = null;
  try {
    result = gpu.run(plan, backend, made);
    return viewAs(result, plan.shape);
  } finally {
    for (const tensor of made) if (tensor !== result) backend.disposeData(tensor.dataId);
  }
}
