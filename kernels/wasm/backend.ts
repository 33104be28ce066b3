/**
 * The parts of tfjs' wasm backend that the kernels use.
 */
import type { BackendWasm } from '@tensorflow/tfjs-backend-wasm';

import type { HostBackend } from '../contract/tfjs_seam.js';

export type WasmBackend = HostBackend &
  Pick<BackendWasm, 'dataIdMap' | 'makeOutput' | 'incRef'> & {
    /** Emscripten's module, mostly untyped in tfjs. */
    wasm: {
      HEAPU8: Uint8Array;
      _malloc(bytes: number): number;
      wasmMemory?: WebAssembly.Memory;
      asm?: { memory?: WebAssembly.Memory };
    };
  };

/** Narrows the backend, in a kernel registered for wasm. */
export function asWasmBackend(backend: HostBackend): WasmBackend {
  return backend as WasmBackend;
}
