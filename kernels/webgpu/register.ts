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
  gatherND,
  overrideKernels,
  gpuAdapters,
  sparseSegmentMessage,
  sparseSegments,
} from '../builtins/index.js';
import { provideKernels } from '../registry/served.js';
import { webgpuKernels } from './index.js';

provideKernels('webgpu', {
  ...webgpuKernels,
  accelerated: (name) =>
    overrideKernels(name, [
      // tfjs reads some other value for an index out of bounds, and rounds int32.
      gatherND('drop'),
      ...gpuAdapters(),
      ...sparseSegments(webgpuKernels, sparseSegmentMessage),
    ]),
});
