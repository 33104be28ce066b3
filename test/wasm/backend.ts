/** The wasm backend of this process, and functions that watch its heap. */
import * as tf from '@tensorflow/tfjs';
import { BackendWasm } from '@tensorflow/tfjs-backend-wasm';
import { asWasmBackend } from '../../kernels/wasm/heap.js';
import { type Module, moduleOf } from '../../kernels/wasm/module.js';
import { startBackend, stopBackend } from '../support/in_process.js';

/** Parts of tfjs' module that it does not type. */
interface Heap {
  HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(address: number): void;
}

/** Makes wasm the current backend for the tests of a file. */
export function useWasm(): void {
  beforeAll(async () => {
    await startBackend('wasm');
    packageModule();
  });
  afterEach(() => {
    tf.env().set('GATHER_SCATTER_WASM', 'auto');
  });
  afterAll(stopBackend);
}

/** Returns the package's module. The first call makes it, which allocates the memory for its arguments. */
export function packageModule(): Module {
  const module = moduleOf(asWasmBackend(wasmBackend()));
  if (module) return module;
  throw new Error('the backend has no module');
}

/** Removes the backend, and sets up another one, with a new heap. */
export async function setUpAgain(): Promise<void> {
  const factory = tf.findBackendFactory('wasm');
  tf.removeBackend('wasm');
  tf.registerBackend('wasm', factory);
  await tf.setBackend('wasm');
  packageModule();
}

export function wasmBackend(): BackendWasm {
  const backend = tf.backend();
  if (backend instanceof BackendWasm) return backend;
  throw new Error('the current backend is not wasm');
}

export function heap(): Heap {
  return wasmBackend().wasm as object as Heap;
}

/** The sizes of all heap allocations in a function, and how many of them it does not free. */
export function allocationsOf(run: () => void): { sizes: number[]; left: number } {
  const malloc = jest.spyOn(heap(), '_malloc');
  const free = jest.spyOn(heap(), '_free');
  try {
    run();
    const sizes = malloc.mock.calls.map(([bytes]) => bytes);
    // tfjs also frees address 0, of tensors whose memory was taken over.
    const freed = free.mock.calls.filter(([address]) => address !== 0);
    return { sizes, left: sizes.length - freed.length };
  } finally {
    malloc.mockRestore();
    free.mockRestore();
  }
}

/** Runs a function, and expects the backend to hold the same data as before, and no more of the heap. */
export function expectNoLeak(run: () => void): void {
  const before = wasmBackend().numDataIds();
  expect(allocationsOf(run).left).toBe(0);
  expect(wasmBackend().numDataIds()).toBe(before);
}

/** Runs a function while each allocation grows the heap, which detaches all views of it. */
export function whileGrowing<Result>(run: () => Result): Result {
  const module = heap();
  const allocate = module._malloc.bind(module);
  const grow = (): void => {
    const { length } = module.HEAPU8;
    const blocks: number[] = [];
    while (module.HEAPU8.length === length) blocks.push(allocate(2 ** 22));
    for (const block of blocks) module._free(block);
  };
  const malloc = jest.spyOn(module, '_malloc').mockImplementation((bytes) => {
    grow();
    return allocate(bytes);
  });
  try {
    return run();
  } finally {
    malloc.mockRestore();
  }
}
