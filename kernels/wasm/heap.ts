/**
 * The heap of tfjs' wasm backend, where tensors are views. This is the only file that knows how the
 * backend keeps them.
 *
 * An allocation may make the heap grow, which detaches every view. It may also fail without a word:
 * tfjs then takes a tensor for one at offset 0, where its own data lies.
 */
import { util } from '@tensorflow/tfjs-core';
import type { DataType, TensorInfo } from '@tensorflow/tfjs-core';

import { asNumbers, asNumeric, ofDtype } from '../contract/dtypes.js';
import type { Numbers, NumericDtype } from '../contract/dtypes.js';
import type { HostMemory, HostOutput } from '../contract/host_memory.js';
import { show } from '../contract/messages.js';
import { sizeOf } from '../contract/shapes.js';
import type { WasmBackend } from './backend.js';
import type { Module } from './module.js';

/** A constructor that takes the buffers of threads, too. */
type View = new (buffer: ArrayBufferLike, address: number, size: number) => Numbers;

const VIEWS: Record<NumericDtype, View> = {
  float32: Float32Array,
  int32: Int32Array,
  bool: Uint8Array,
};

/**
 * Offers the heap to the host's loops. Inputs must be in it: see `bringIn`. The module copies, where
 * there is one.
 */
export function heapMemory(backend: WasmBackend, module: Module | null): HostMemory {
  return {
    read: (tensor) => viewOf(backend, tensor),
    output(shape, dtype, filled = true) {
      const output = allocate(backend, shape, dtype, filled);
      if (filled) asNumbers(output.values).fill(0);
      return output;
    },
    copyOf(tensor) {
      // Throws before there is an output to free.
      addressOf(backend, tensor);
      const output = allocate(backend, tensor.shape, tensor.dtype);
      const [from, to] = [viewOf(backend, tensor), asNumbers(output.values)];
      if (module && from.buffer === to.buffer) {
        module.copy(to.byteOffset, from.byteOffset, from.byteLength);
      } else {
        to.set(from);
      }
      return output;
    },
    reuse(tensor) {
      addressOf(backend, tensor);
      backend.incRef(tensor.dataId);
      return outputOf(backend, { ...tensor });
    },
  };
}

/**
 * Brings tensors into the heap that are on another backend as yet. tfjs does so when it is asked for
 * one, and that allocates: views of the others would be lost.
 */
export function bringIn({ dataIdMap }: WasmBackend, tensors: TensorInfo[]): void {
  for (const { dataId } of tensors) dataIdMap.get(dataId);
}

/** Returns the address of a tensor's values; throws if the heap had no room for them. */
function addressOf(backend: WasmBackend, { dataId, shape, dtype }: TensorInfo): number {
  const bytes = sizeOf(shape) * util.bytesPerElement(dtype);
  // Older releases of tfjs keep it as a signed number.
  const address = backend.dataIdMap.get(dataId).memoryOffset >>> 0;
  if (bytes === 0 || (address > 0 && address + bytes <= backend.wasm.HEAPU8.length)) return address;
  throw new Error(
    `The wasm backend had no memory for a tensor of ${bytes} bytes (shape ${show(shape)}, ${dtype}); ` +
      `its heap has ${backend.wasm.HEAPU8.length}, and grows to 4 GB at most.`,
  );
}

function viewOf(backend: WasmBackend, tensor: TensorInfo): Numbers {
  const dtype = asNumeric(tensor.dtype);
  const { dtype: stored } = backend.dataIdMap.get(tensor.dataId);
  const values = view(backend, { ...tensor, dtype: stored }, asNumeric(stored));
  return asNumbers(ofDtype(values, dtype));
}

function view(backend: WasmBackend, tensor: TensorInfo, dtype: NumericDtype): Numbers {
  const { buffer } = backend.wasm.HEAPU8;
  const size = sizeOf(tensor.shape);
  return new VIEWS[dtype](buffer, addressOf(backend, tensor), size);
}

function allocate(
  backend: WasmBackend,
  shape: number[],
  dtype: DataType,
  filled = true,
): HostOutput {
  // Memory that was freed before still holds what it held.
  const output = outputOf(backend, backend.makeOutput(shape, dtype), !filled);
  try {
    addressOf(backend, output.finish());
  } catch (error) {
    output.discard();
    throw error;
  }
  return output;
}

function outputOf(backend: WasmBackend, tensor: TensorInfo, holdsAny = false): HostOutput {
  return {
    holdsAny,
    get values() {
      return viewOf(backend, tensor);
    },
    finish: () => tensor,
    discard() {
      backend.disposeData(tensor.dataId);
    },
  };
}
