/**
 * Backend memory as the host's loops see it, and views of it as integers or floats. The cpu backend's values are used
 * directly. Other backends' values are read back, and results are written as a whole.
 */
import type { MathBackendCPU } from '@tensorflow/tfjs-backend-cpu';
import type { BackendValues, DataType, TensorInfo } from '@tensorflow/tfjs-core';

import { type AnyBackend, engine, util } from '../tfjs/seam.js';
import { asIndices, asNumbers, isNumeric, type Numbers, ofDtype } from '../call/dtypes.js';
import type { Addressed } from '../call/reads.js';
import { sizeOf } from '../call/shapes.js';
import { isOwned, own } from './owned.js';
import type { EndSites } from './sites.js';
import { OWNED_FROM } from './strategy.js';

/** The memory that the host's loops work on: a backend's own where they can read it directly, or copies. */
export interface HostMemory {
  /** Returns a tensor's values in the array type of its dtype; strings as their UTF-8 bytes. */
  read(tensor: TensorInfo): BackendValues;
  /**
   * Allocates an output; its numbers may have any values, its strings are ''. Allocate outputs before
   * reading inputs: an allocation can make memory grow, which detaches arrays read earlier.
   */
  output(shape: number[], dtype: DataType): HostOutput;
  /** Allocates an output that starts as a copy of a tensor. Call it before reading inputs, too. */
  copyOf(tensor: TensorInfo): HostOutput;
  /**
   * Returns an output over the memory of a tensor, which nobody may read once the output is finished; or a copy, if
   * others have that memory, or it cannot be written. They are looked for only if there may be some. The result has a
   * new record: whatever is kept by the old one, such as copies that XNNPACK has packed, goes with it.
   */
  takeOver(tensor: TensorInfo, mayBeShared: boolean): HostOutput;
}

export interface HostOutput {
  /** The values. Read them after allocating all outputs, as another output may make memory grow. */
  readonly values: BackendValues;
  /** Set if numbers may have other values than 0. */
  readonly holdsAny?: boolean;
  /** Makes the tensor after its values are written. */
  finish(): TensorInfo;
  /** Frees the memory after a failed call. */
  discard(): void;
}

export const NO_BYTES = new Uint8Array(0);

type CpuBackend = AnyBackend & Pick<MathBackendCPU, 'data' | 'bufferSync'>;

export function cpuMemory(backend: AnyBackend): HostMemory {
  const { data } = backend as CpuBackend;
  const memory = copiedMemory(backend, ({ dataId, dtype }) => {
    const { values } = data.get(dataId);
    if (values === undefined) throw new Error('The cpu backend has no values for a tensor.');
    return ofDtype(values, dtype);
  });
  memory.takeOver = (tensor, mayBeShared) => {
    const { dataId, shape, dtype } = tensor;
    if (mayBeShared && sizeOf(shape) < OWNED_FROM) return memory.copyOf(tensor);
    const record = data.get(dataId);
    const values = asNumbers(memory.read(tensor));
    const isAlone = !mayBeShared || (record.refCount === 1 && isOwned(values));
    const takesOver = isAlone && values === record.values;
    const output = arrayOutput(backend, shape, dtype, takesOver ? values : values.slice());
    const finish = () => {
      const result = output.finish();
      if (mayBeShared) own(asNumbers(output.values), backend as CpuBackend);
      return result;
    };
    return { ...output, finish };
  };
  return memory;
}

/** Reads a tensor from the backend that has it: not all move a tensor of another one that they read, as tfjs-node's. */
const readFrom =
  (backend: AnyBackend): HostMemory['read'] =>
  ({ dataId, dtype }) => {
    const owner = engine().state.tensorInfo.get(dataId)?.backend ?? backend;
    return ofDtype(owner.readSync(dataId), dtype);
  };

/** Memory whose values are read back, unless `read` finds them. */
export function copiedMemory(
  backend: AnyBackend,
  read: HostMemory['read'] = readFrom(backend),
): HostMemory {
  const copyOf = (tensor: TensorInfo) =>
    arrayOutput(backend, tensor.shape, tensor.dtype, read(tensor).slice());
  return {
    read,
    output(shape, dtype) {
      const size = sizeOf(shape);
      const values = isNumeric(dtype)
        ? util.getTypedArrayFromDType(dtype, size)
        : new Array<Uint8Array>(size).fill(NO_BYTES);
      return arrayOutput(backend, shape, dtype, values);
    },
    copyOf,
    takeOver: copyOf,
  };
}

/** Reads the indices of an end. */
export function sitesAt(end: Addressed, memory: HostMemory): EndSites {
  return { end, indices: asIndices(memory.read(end.indices)) };
}

/** Makes an output from an array. The backend gets it when it is complete; cpu does not copy it. */
function arrayOutput(
  backend: AnyBackend,
  shape: number[],
  dtype: DataType,
  values: BackendValues,
): HostOutput {
  return {
    values,
    finish: () => ({ dataId: backend.write(values, shape, dtype), shape, dtype }),
    // Only JavaScript has the values until they are finished.
    discard: () => undefined,
  };
}

/**
 * Memory as integers: float32 as its bits, int32 and bool as they are. Loops that only move values work on these: one
 * loop then serves float32 and int32, V8 keeps it fast, and a NaN keeps its bits.
 */
export type Bits = Int32Array | Uint8Array;

export function asBits(values: Numbers): Bits {
  return values instanceof Float32Array ? intsOf(values) : values;
}

export function intsOf({ buffer, byteOffset, length }: Float32Array): Int32Array {
  return new Int32Array(buffer, byteOffset, length);
}

/** Normalises bool bytes in place: callers may have written any byte, and all but 0 become 1. */
export function toTruth(values: Numbers): Numbers {
  for (let i = 0; i < values.length; i++) values[i] = values[i] === 0 ? 0 : 1;
  return values;
}

const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);

/** Returns the bits of a number as stored in an array of this type. */
export function bitsOf(value: number, like: Numbers): number {
  float[0] = value;
  return like instanceof Float32Array ? bits[0] : value;
}
