/**
 * The heap of tfjs' wasm backend, where tensors are views. This is the only file that knows how the
 * backend keeps them.
 *
 * An allocation may make the heap grow, which detaches every view. It may also fail without a word:
 * tfjs then takes a tensor for one at offset 0, where its own data lies.
 */
import type { BackendWasm } from '@tensorflow/tfjs-backend-wasm';
import { util } from '@tensorflow/tfjs-core';
import type { DataType, TensorInfo } from '@tensorflow/tfjs-core';

import { asNumbers, asNumeric, ofDtype } from '../contract/dtypes.js';
import type { Numbers, NumericDtype } from '../contract/dtypes.js';
import type { GradientPlan } from '../contract/gradient_plan.js';
import type { GradientOutputs, HostMemory, HostOutput } from '../contract/host_memory.js';
import { show } from '../contract/messages.js';
import type { HostBackend } from '../contract/tfjs_seam.js';
import { gradientsByModule } from './gradients.js';
import type { Addresses } from './gradient_sites.js';
import type { Module } from './module.js';
import { siteLoopOf } from './site_loop.js';

/** The parts of tfjs' wasm backend that the kernels use. */
export type WasmBackend = HostBackend &
  Pick<BackendWasm, 'dataIdMap' | 'makeOutput' | 'incRef'> & {
    /** The module that Emscripten made, of which tfjs types little. */
    wasm: {
      HEAPU8: Uint8Array;
      wasmMemory?: WebAssembly.Memory;
      asm?: { memory?: WebAssembly.Memory };
    };
  };

/** Narrows the backend, in a kernel registered for wasm. */
export function asWasmBackend(backend: HostBackend): WasmBackend {
  return backend as WasmBackend;
}

/** A constructor that takes the buffers of threads, too. */
type View = new (buffer: ArrayBufferLike, address: number, size: number) => Numbers;

const VIEWS: Record<NumericDtype, View> = {
  float32: Float32Array,
  int32: Int32Array,
  bool: Uint8Array,
};

/**
 * Offers the heap to the host's loops, and the module's where it has one. Inputs must be in the heap:
 * see `bringIn`.
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
    ownLoop(plan, indices, addressed, values) {
      const { buffer } = backend.wasm.HEAPU8;
      // tfjs may keep values of another type than a tensor's: the loops then have a copy.
      const inHeap = [indices, addressed, values].every(
        (array) => typeof array === 'number' || array.buffer === buffer,
      );
      return module && inHeap ? siteLoopOf(module, plan, indices, addressed, values) : null;
    },
    ownGradients(plan, outputs) {
      const addresses = module && addressesOf(backend, plan, outputs);
      if (!addresses) return false;
      return gradientsByModule({
        plan,
        module,
        at: addresses,
        buffer: backend.wasm.HEAPU8.buffer,
        withStatistic(use) {
          const statistic = allocate(backend, plan.dy.shape, 'float32');
          try {
            use(addressOf(backend, statistic.finish()), backend.wasm.HEAPU8.buffer);
          } finally {
            statistic.discard();
          }
        },
      });
    },
  };
}

/** Returns where the tensors of a gradient's call are; null if one has a dtype that the module lacks. */
function addressesOf(
  backend: WasmBackend,
  { dy, indices, tensors }: GradientPlan,
  { data, updates }: GradientOutputs,
): Addresses | null {
  // tfjs may keep values of another type than a tensor's.
  const isKeptAs = (expected: string) => (tensor: TensorInfo) =>
    tensor.dtype === expected && backend.dataIdMap.get(tensor.dataId).dtype === expected;
  const floats = [dy, ...Object.values(tensors ?? {})];
  if (!isKeptAs('int32')(indices) || !floats.every(isKeptAs('float32'))) return null;
  const at = (tensor?: TensorInfo): number => (tensor ? addressOf(backend, tensor) : 0);
  return {
    dy: at(dy),
    indices: at(indices),
    data: at(tensors?.data),
    updates: at(tensors?.updates),
    output: at(tensors?.output),
    toData: at(data?.finish()),
    toUpdates: at(updates?.finish()),
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
  const bytes = util.sizeFromShape(shape) * util.bytesPerElement(dtype);
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
  const size = util.sizeFromShape(tensor.shape);
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
