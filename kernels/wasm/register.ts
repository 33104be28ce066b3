/**
 * tfjs-gather-scatter/backend-wasm: importing it registers the kernels of the wasm backend, and kernels for
 * tfjs' own ops that have none there, such as unsortedSegmentSum. Use it with tfjs-gather-scatter/core; it
 * can be combined with the entries of other backends.
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
import {
  gatherND,
  gatherV2,
  inTfjsWords,
  overrideKernels,
  supplyMissing,
  type Repeat,
  scatterND,
  segmentSum,
  sparseToDense,
  tensorScatterUpdate,
} from '../builtins/index.js';
import { provideKernels } from '../registry/served.js';
import { findKernel } from '../tfjs/seam.js';
import { wasmKernels } from './index.js';
import { clone, equal, exp } from './elementwise.js';
import { fusedProducts } from './fused_products.js';
import { matrixAdapters } from './matrices.js';
import { runAtTuples } from './tuples.js';

const repeated: Repeat = ({ backend, runKernel }, { dataId, dtype }, shape) =>
  runKernel('Fill', {}, { shape, dtype, value: backend.readSync(dataId)[0] });

/** Adapters for ops whose kernels older releases of tfjs lack. */
const NEWER = [tensorScatterUpdate('error', runAtTuples), sparseToDense(repeated)];

provideKernels('wasm', {
  ...wasmKernels,
  accelerated: (name) =>
    overrideKernels(name, [
      inTfjsWords(gatherV2),
      gatherND('drop', runAtTuples),
      scatterND('drop', runAtTuples),
      ...NEWER,
      clone,
      equal,
      exp,
      ...matrixAdapters,
      fusedProducts,
    ]),
  // tfjs has no kernel for unsortedSegmentSum. The others wait until tfjs has registered its own kernels.
  missingKernels(name) {
    const isThere = findKernel('Reshape', name) !== undefined;
    return supplyMissing(name, [segmentSum, ...(isThere ? NEWER : [])]);
  },
});
