/**
 * tfjs-gather-scatter/backend-webgpu: importing it registers the kernels of the webgpu backend. Use it with
 * tfjs-gather-scatter/core; it can be combined with the entries of other backends.
 *
 * ```ts
 * import '@tensorflow/tfjs-backend-webgpu';
 * import { gatherND } from 'tfjs-gather-scatter/core';
 * import 'tfjs-gather-scatter/backend-webgpu';
 *
 * const pick = () => gatherND([10, 20, 30], [[2]]);
 * ```
 *
 * @module tfjs-gather-scatter/backend-webgpu
 */
import {
  gatherNDOfNumbers,
  overrideKernels,
  gpuAdapters,
  sparseSegmentMessage,
  sparseSegments,
  zeros,
} from '../builtins/index.js';
import { provideKernels } from '../registry/served.js';
import { webgpuKernels } from './index.js';

provideKernels('webgpu', {
  ...webgpuKernels,
  accelerated: (name) =>
    overrideKernels(name, [
      gatherNDOfNumbers('drop'),
      ...gpuAdapters(),
      ...sparseSegments(webgpuKernels, zeros, sparseSegmentMessage),
    ]),
});
