/**
 * tfjs-gather-scatter/backend-webgl: importing it registers the kernels of the webgl backend. Use it with
 * tfjs-gather-scatter/core; it can be combined with the entries of other backends.
 *
 * ```ts
 * import '@tensorflow/tfjs-backend-webgl';
 * import { gatherND } from 'tfjs-gather-scatter/core';
 * import 'tfjs-gather-scatter/backend-webgl';
 *
 * const pick = () => gatherND([10, 20, 30], [[2]]);
 * ```
 *
 * @module tfjs-gather-scatter/backend-webgl
 */
import { overrideKernels, gpuAdapters, sparseSegments } from '../builtins/index.js';
import { provideKernels } from '../registry/served.js';
import { webglKernels } from './index.js';

provideKernels('webgl', {
  ...webglKernels,
  accelerated: (name) => overrideKernels(name, [...gpuAdapters(), ...sparseSegments(webglKernels)]),
});
