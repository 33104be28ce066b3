/**
 * tfjs-gather-scatter/backend-cpu: importing it registers the kernels of the cpu backend. They also serve backends
 * without an entry of their own. Use it with tfjs-gather-scatter/core; it can be combined with the entries of other
 * backends.
 *
 * ```ts
 * import '@tensorflow/tfjs-backend-cpu';
 * import { gatherND } from 'tfjs-gather-scatter/core';
 * import 'tfjs-gather-scatter/backend-cpu';
 *
 * const pick = () => gatherND([10, 20, 30], [[2]]);
 * ```
 *
 * @module tfjs-gather-scatter/backend-cpu
 */
import {
  gatherMany,
  gatherND,
  inTfjsWords,
  overrideKernels,
  scatterND,
  segmentSum,
  tensorScatterUpdate,
} from '../builtins/index.js';
import { provideKernels } from '../registry/served.js';
import { cpuKernels, fallbackKernels } from './index.js';

provideKernels('others', fallbackKernels);
provideKernels('cpu', {
  ...cpuKernels,
  accelerated: (name) =>
    overrideKernels(name, [
      gatherMany(),
      inTfjsWords(gatherND('error')),
      inTfjsWords(scatterND('error')),
      tensorScatterUpdate('error'),
      segmentSum,
    ]),
});
