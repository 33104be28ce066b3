/** Registers tfjs' wasm backend, with the addresses of its binaries in this site. */
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import simd from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url';
import threadedSimd from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-threaded-simd.wasm?url';
import plain from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm?url';

let isSet = false;

export function registerWasm(): void {
  // tfjs takes no paths any more once the backend has started.
  if (isSet) return;
  isSet = true;
  setWasmPaths({
    'tfjs-backend-wasm.wasm': plain,
    'tfjs-backend-wasm-simd.wasm': simd,
    'tfjs-backend-wasm-threaded-simd.wasm': threadedSimd,
  });
}
