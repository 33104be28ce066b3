/**
 * The parts of the kernels that all GPU backends share. They decide which calls the host computes, and which
 * need no program.
 */
import type { KernelBackend, TensorInfo } from '@tensorflow/tfjs-core';

import { util } from '../tfjs/seam.js';
import type { BackendKernels } from '../registry/backend_kernels.js';
import { asNumeric, type NumericDtype } from '../call/dtypes.js';
import { checkKnownIndices, gpuIndexRanges, knownGpuValues } from './known_values.js';
import type { GpuValues } from './known_values.js';
import { hasNoValues, indexedEndOf, inputsOf } from '../call/plan.js';
import type { GatherPlan, Plan } from '../call/plan.js';
import { sizeOf, viewAs } from '../call/shapes.js';
import type { HostBackend } from '../tfjs/seam.js';
import { hostKernels } from '../cpu/host.js';

type GpuBackend = Pick<KernelBackend, 'write' | 'incRef' | 'disposeData'> & {
  shouldExecuteOnCPU(tensors: TensorInfo[]): boolean;
};

/** The parts that differ between backends. */
interface Gpu<Backend> {
  backendOf(host: HostBackend): Backend;
  valuesOf: (backend: Backend) => GpuValues;
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
  const valuesIn = (host: HostBackend) => gpu.valuesOf(gpu.backendOf(host));
  return {
    gather(plan, host) {
      const backend = gpu.backendOf(host);
      if (staysOnHost(gpu, plan, backend)) return hostKernels.gather(plan, host);
      checkKnownIndices(plan.source, gpu.valuesOf(backend));
      return hasNoValues(plan) ? allDropped(plan, backend) : runOnGpu(gpu, plan, backend);
    },
    scatter(plan, host) {
      const backend = gpu.backendOf(host);
      if (staysOnHost(gpu, plan, backend)) return hostKernels.scatter(plan, host);
      checkKnownIndices(plan.target, gpu.valuesOf(backend));
      const { tensor: data, geometry } = plan.target;
      if (hasNoValues(plan) && (data.dtype !== 'bool' || geometry.dataSize === 0)) {
        // Shares data's values by reference count, as tfjs' Identity kernel does.
        backend.incRef(data.dataId);
        return viewAs(data, data.shape);
      }
      return viewAs(runOnGpu(gpu, plan, backend), data.shape);
    },
    dot(plan, host) {
      const backend = gpu.backendOf(host);
      if (backend.shouldExecuteOnCPU(inputsOf(plan))) return hostKernels.dot(plan, host);
      const { source, target, valuesShape } = plan;
      // Without rows, or with empty rows, all products are 0.
      const sizes = [source.geometry.dataSize, target.geometry.dataSize, sizeOf(valuesShape)];
      if (sizes.includes(0)) {
        return filled(0, valuesShape, 'float32', backend);
      }
      return viewAs(runOnGpu(gpu, plan, backend), valuesShape);
    },
    transposesFast: true,
    knownValues: (tensor, host) => knownGpuValues(tensor, valuesIn(host)),
    indexRanges: (indices, width, host) => gpuIndexRanges(indices, width, valuesIn(host)),
  };
}

function runOnGpu<Backend extends GpuBackend>(
  gpu: Gpu<Backend>,
  plan: Plan,
  backend: Backend,
): TensorInfo {
  const made = new Set<TensorInfo>();
  let result: TensorInfo | null = null;
  try {
    result = gpu.run(plan, backend, made);
    return result;
  } finally {
    for (const tensor of made) if (tensor !== result) backend.disposeData(tensor.dataId);
  }
}

/** Returns whether the host computes a call: for strings, and for small tensors that tfjs keeps there. */
function staysOnHost<Backend extends GpuBackend>(
  gpu: Gpu<Backend>,
  plan: Plan,
  backend: Backend,
): boolean {
  if (indexedEndOf(plan).tensor.dtype === 'string') {
    gpu.checkStrings?.(plan, backend);
    return true;
  }
  return backend.shouldExecuteOnCPU(inputsOf(plan));
}

/** Gathers from empty data, where every site is dropped. */
export function allDropped(
  { source: { tensor, fill }, valuesShape: shape }: GatherPlan,
  backend: Pick<KernelBackend, 'write'>,
): TensorInfo {
  return filled(fill, shape, asNumeric(tensor.dtype), backend);
}

function filled(
  value: number,
  shape: number[],
  dtype: NumericDtype,
  backend: Pick<KernelBackend, 'write'>,
): TensorInfo {
  const values = util.getTypedArrayFromDType(dtype, sizeOf(shape)).fill(value);
  return { dataId: backend.write(values, shape, dtype), shape, dtype };
}
