/**
 * The heap of tfjs' wasm backend, in which tensors are views. This is the only file that knows how the
 * backend stores them.
 *
 * An allocation may make the heap grow, which detaches every view. It may also fail silently: tfjs then
 * places the tensor at offset 0, on top of its own data.
 */
import type { BackendWasm } from '@tensorflow/tfjs-backend-wasm';
import type { DataType, TensorInfo } from '@tensorflow/tfjs-core';

import { type AnyBackend, util } from '../tfjs/seam.js';
import { ARRAYS, asNumbers, asNumeric, ofDtype } from '../call/dtypes.js';
import type { Numbers, NumericDtype } from '../call/dtypes.js';
import type { HostMemory, HostOutput } from '../cpu/host.js';
import { show } from '../call/errors.js';
import { sizeOf } from '../call/shapes.js';

/** The parts of tfjs' wasm backend that the kernels use. */
export type WasmBackend = AnyBackend &
  Pick<BackendWasm, 'dataIdMap' | 'makeOutput' | 'incRef'> & {
    /** Emscripten's module, mostly untyped in tfjs. */
    wasm: {
      HEAPU8: Uint8Array;
      _malloc(bytes: number): number;
      _free(address: number): void;
      wasmMemory?: WebAssembly.Memory;
      asm?: { memory?: WebAssembly.Memory };
    };
  };

/** Narrows the backend, in a kernel registered for wasm. */
export function asWasmBackend(backend: AnyBackend): WasmBackend {
  return backend as WasmBackend;
}

/** A constructor that also accepts shared buffers. */
interface View {
  new (buffer: ArrayBufferLike, address: number, size: number): Numbers;
  readonly BYTES_PER_ELEMENT: number;
}

/** The size that a heap can grow to, which 32-bit addresses can reach. */
const MAX_BYTES = 2 ** 32;

const VIEWS: Record<NumericDtype, View> = ARRAYS;

/**
 * Makes the heap available to the host's loops. Inputs must be in it: see `moveToHeap`. A function
 * that copies bytes within the heap is used if there is one.
 */
export function heapMemory(
  backend: WasmBackend,
  copy: ((to: number, from: number, bytes: number) => void) | null,
): HostMemory {
  const copyOf = (tensor: TensorInfo) => {
    // Throws before there is an output to free.
    addressOf(backend, tensor);
    const output = allocate(backend, tensor.shape, tensor.dtype);
    const [from, to] = [viewOf(backend, tensor), asNumbers(output.values)];
    if (copy && from.buffer === to.buffer) {
      copy(to.byteOffset, from.byteOffset, from.byteLength);
    } else {
      to.set(from);
    }
    return output;
  };
  return {
    read: (tensor) => viewOf(backend, tensor),
    output: (shape, dtype) => allocate(backend, shape, dtype),
    takeOver(tensor, mayBeShared) {
      const { refCount, dtype } = backend.dataIdMap.get(tensor.dataId);
      const isAlone = !mayBeShared || refCount === 1;
      return isAlone && dtype === tensor.dtype
        ? new TakenOutput(backend, tensor, addressOf(backend, tensor))
        : copyOf(tensor);
    },
    copyOf,
  };
}

/**
 * Moves tensors that are still on another backend into the heap. tfjs does so on access, and that
 * allocates: views made before would be detached.
 */
export function moveToHeap({ dataIdMap }: WasmBackend, tensors: TensorInfo[]): void {
  for (const { dataId } of tensors) dataIdMap.get(dataId);
}

/**
 * Says what is expected instead of a tensor that the heap has no room for. tfjs' own kernels, such as Fill, would write
 * it at address 0, on top of its data.
 */
export function tooLarge(size: number, { wasm }: WasmBackend): string | null {
  const bytes = size * 4;
  if (bytes === 0) return null;
  const address = bytes < MAX_BYTES ? wasm._malloc(bytes) >>> 0 : 0;
  if (address > 0) wasm._free(address);
  if (address > 0 && address + bytes <= wasm.HEAPU8.length) return null;
  return `fewer: the heap of the wasm backend has ${roomIn(wasm)}`;
}

function roomIn({ HEAPU8 }: WasmBackend['wasm']): string {
  return `${HEAPU8.length} bytes and can grow to 4 GB`;
}

/** Returns the address of a tensor's values; throws if their allocation failed. */
export function addressOf(
  backend: WasmBackend,
  { dataId, shape, dtype }: TensorInfo,
  bytes = sizeOf(shape) * util.bytesPerElement(dtype),
): number {
  // Older releases of tfjs store it as a signed number.
  const address = backend.dataIdMap.get(dataId).memoryOffset >>> 0;
  if (bytes === 0 || (address > 0 && address + bytes <= backend.wasm.HEAPU8.length)) return address;
  throw new Error(
    `The wasm backend had no memory for a tensor of ${bytes} bytes (shape ${show(shape)}, ${dtype}); ` +
      `its heap has ${roomIn(backend.wasm)}.`,
  );
}

export function viewOf(backend: WasmBackend, tensor: TensorInfo): Numbers {
  const { dataId, shape, dtype } = tensor;
  const { dtype: stored } = backend.dataIdMap.get(dataId);
  const size = sizeOf(shape);
  const View = VIEWS[asNumeric(stored)];
  const address = addressOf(backend, tensor, size * View.BYTES_PER_ELEMENT);
  const values = new View(backend.wasm.HEAPU8.buffer, address, size);
  return stored === dtype ? values : asNumbers(ofDtype(values, dtype));
}

export function allocate(backend: WasmBackend, shape: number[], dtype: DataType): HostOutput {
  const output = new HeapOutput(backend, backend.makeOutput(shape, dtype));
  try {
    addressOf(backend, output.finish());
  } catch (error) {
    output.discard();
    throw error;
  }
  return output;
}

/** A class, because an object literal with a getter takes as long as a small call. */
class HeapOutput implements HostOutput {
  /** Memory that was freed before still holds its old values. */
  readonly holdsAny = true;

  constructor(
    private readonly backend: WasmBackend,
    private readonly tensor: TensorInfo,
  ) {}

  get values() {
    return viewOf(this.backend, this.tensor);
  }

  finish(): TensorInfo {
    return this.tensor;
  }

  discard(): void {
    this.backend.disposeData(this.tensor.dataId);
  }
}

/** An output over the memory of a tensor. */
class TakenOutput implements HostOutput {
  readonly holdsAny = true;

  constructor(
    private readonly backend: WasmBackend,
    private readonly tensor: TensorInfo,
    private readonly address: number,
  ) {}

  get values() {
    return viewOf(this.backend, this.tensor);
  }

  finish(): TensorInfo {
    const { dataId, shape, dtype } = this.tensor;
    const result = this.backend.makeOutput(shape, dtype, this.address);
    // Disposing the old record then frees nothing.
    this.backend.dataIdMap.get(dataId).memoryOffset = 0;
    return result;
  }

  discard(): void {
    // The tensor keeps its memory.
  }
}
