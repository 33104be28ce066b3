/** tfjs' own clones, which copy all values on wasm, and its exponentials, which it computes one at a time. */
import { asNumbers } from '../call/dtypes.js';
import { sizeOf } from '../call/shapes.js';
import type { Adapter } from '../registry/compose_kernels.js';
import { Exp, Identity, version_core } from '../tfjs/seam.js';
import { allocate, asWasmBackend, viewOf } from './heap.js';
import { moduleOf } from './module.js';
import { factorLoops } from './loops.js';
import { EXP_FROM } from './strategy.js';

/** Until 4.10, tfjs' batchToSpaceND disposes its input twice, and with it all tensors that share their values. */
const SHARES_CLONES = !/^(3|4\.(\d|10))\./.test(version_core);

/** Shares the values, as tfjs' own Reshape does: no kernel changes those of its inputs. tfjs clones what a gradient reads. */
export const clone: Adapter = {
  name: 'tf.clone',
  kernelName: Identity,
  supports({ input, backend }) {
    const { dataId, dtype, shape } = input('x');
    // tfjs keeps strings outside the heap, and refuses a bias of fused ops that was stored with another rank.
    if (!SHARES_CLONES || dtype === 'string') return false;
    return shape.length !== 1 || asWasmBackend(backend).dataIdMap.get(dataId).shape.length === 1;
  },
  compute({ input, backend }) {
    const { dataId, shape, dtype } = input('x');
    asWasmBackend(backend).incRef(dataId);
    return { dataId, shape, dtype };
  },
};

export const exp: Adapter = {
  name: 'tf.exp',
  kernelName: Exp,
  supports({ input }) {
    const { dtype, shape } = input('x');
    return dtype === 'float32' && sizeOf(shape) >= EXP_FROM;
  },
  compute({ input, backend: host, runTfjs }) {
    const x = input('x');
    const backend = asWasmBackend(host);
    const module = moduleOf(backend);
    if (!module) return runTfjs();
    const output = allocate(backend, x.shape, 'float32');
    const [from, out] = [viewOf(backend, x), asNumbers(output.values)];
    factorLoops(module).change(
      { x: from, out, by: {}, map: 'exp', fillUnlike: 0, sliceSize: 1, heads: 1 },
      sizeOf(x.shape),
    );
    return output.finish();
  },
};
