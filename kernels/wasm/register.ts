/**
 * tfjs-gather-scatter/backend-wasm: the kernels of the wasm backend, which importing it registers. It also
 * brings kernels of tfjs' own ops that tfjs lacks there, such as that of unsortedSegmentSum. It goes with
 * tfjs-gather-scatter/core, and with the entries of other backends.
 *
 * ```ts
 * import '@tensorflow/tfjs-backend-wasm';
 * import { gatherND } from 'tfjs-gather-scatter/core';
 * import 'tfjs-gather-scatter/backend-wasm';
 *
 * const pick = () => gatherND([10, 20, 30], [[2]]);
 * ```
 *
 * @module tfjs-gather-scatter/backend-wasm
 */
import { lackingOnWasm } from '../builtins/index.js';
import { provideKernels } from '../contract/served.js';
import { wasmKernels } from './index.js';

provideKernels('wasm', { ...wasmKernels, lacking: lackingOnWasm });
