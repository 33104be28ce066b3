/** tfjs' own clones, which copy all values on wasm. tfjs clones each tensor that a gradient will read. */
import type { Adapter } from '../registry/compose_kernels.js';
import { Identity } from '../tfjs/seam.js';
import { asWasmBackend } from './heap.js';

/** Shares the values, as tfjs' own Reshape does: no kernel changes those of its inputs. */
export const clone: Adapter = {
  name: 'tf.clone',
  kernelName: Identity,
  // tfjs keeps strings outside the heap.
  supports: ({ input }) => input('x').dtype !== 'string',
  compute({ input, backend }) {
    const { dataId, shape, dtype } = input('x');
    asWasmBackend(backend).incRef(dataId);
    return { dataId, shape, dtype };
  },
};
