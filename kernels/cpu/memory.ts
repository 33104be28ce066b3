/**
 * Backend memory as the host's loops see it. The cpu backend's values are used directly. Other backends'
 * values are read back, and results are written as a whole.
 */
import type { MathBackendCPU } from '@tensorflow/tfjs-backend-cpu';
import type { BackendValues, DataType } from '@tensorflow/tfjs-core';

import { type HostBackend, util } from '../tfjs/seam.js';
import { asIndices, isNumeric, ofDtype } from '../call/dtypes.js';
import type { Indexed } from '../call/ends.js';
import type { HostMemory, HostOutput } from '../registry/backend_kernels.js';
import { sizeOf, viewAs } from '../call/shapes.js';
import type { Sites } from './walk.js';

export const NO_BYTES = new Uint8Array(0);

type CpuBackend = HostBackend & Pick<MathBackendCPU, 'data' | 'incRef'>;

export function cpuMemory(backend: HostBackend): HostMemory {
  const { data } = backend as CpuBackend;
  const memory = memoryOf(backend, ({ dataId, dtype }) => {
    const { values } = data.get(dataId);
    if (values === undefined) throw new Error('The cpu backend has no values for a tensor.');
    return ofDtype(values, dtype);
  });
  return {
    ...memory,
    copyOf(tensor, mayOverwrite) {
      const { dataId, shape } = tensor;
      const values = memory.read(tensor);
      if (!mayOverwrite || values !== data.get(dataId).values) return memory.copyOf(tensor, false);
      const finish = () => {
        (backend as CpuBackend).incRef(dataId);
        return viewAs(tensor, shape);
      };
      return { values, finish, discard: () => undefined };
    },
  };
}

export function copiedMemory(backend: HostBackend): HostMemory {
  return memoryOf(backend, ({ dataId, dtype }) => ofDtype(backend.readSync(dataId), dtype));
}

/** Reads the indices of an end. */
export function sitesAt(end: Indexed, memory: HostMemory): Sites {
  return { end, indices: asIndices(memory.read(end.indices)) };
}

function memoryOf(backend: HostBackend, read: HostMemory['read']): HostMemory {
  return {
    read,
    output: (shape, dtype) => outputOf(backend, shape, dtype, emptyValues(shape, dtype)),
    copyOf: (tensor) => outputOf(backend, tensor.shape, tensor.dtype, read(tensor).slice()),
  };
}

/** Makes an output from an array. The backend gets it when it is complete; cpu does not copy it. */
function outputOf(
  backend: HostBackend,
  shape: number[],
  dtype: DataType,
  values: BackendValues,
): HostOutput {
  return {
    values,
    finish: () => ({ dataId: backend.write(values, shape, dtype), shape, dtype }),
    // The backend does not have the values yet, so there is nothing to free.
    discard: () => undefined,
  };
}

function emptyValues(shape: number[], dtype: DataType): BackendValues {
  const size = sizeOf(shape);
  if (isNumeric(dtype)) return util.getTypedArrayFromDType(dtype, size);
  return new Array<Uint8Array>(size).fill(NO_BYTES);
}
