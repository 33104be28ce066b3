/** tfjs' own exponentials, which it computes one at a time. */
import { asNumbers } from '../call/dtypes.js';
import { sizeOf } from '../call/shapes.js';
import type { Adapter } from '../registry/compose_kernels.js';
import { Exp } from '../tfjs/seam.js';
import { allocate, asWasmBackend, viewOf } from './heap.js';
import { moduleOf } from './module.js';
import { factorLoops } from './row_loops.js';
import { EXP_FROM } from './strategy.js';

export const exp: Adapter = {
  name: 'tf.exp',
  kernelName: Exp,
  supports({ input, backend }) {
    const { dtype, shape } = input('x');
    const isLarge = dtype === 'float32' && sizeOf(shape) >= EXP_FROM;
    return isLarge && moduleOf(asWasmBackend(backend)) !== null;
  },
  compute({ input, backend: host, freeAtEnd, runOwn }) {
    const x = input('x');
    const backend = asWasmBackend(host);
    const module = moduleOf(backend);
    if (!module) return runOwn();
    const output = allocate(backend, x.shape, 'float32');
    const [from, out] = [viewOf(backend, x), asNumbers(output.values)];
    const change = {
      x: from,
      out,
      by: {},
      map: 'exp',
      fillUnlike: 0,
      sliceSize: 1,
      heads: 1,
    } as const;
    factorLoops(module).change(change, sizeOf(x.shape));
    return freeAtEnd(output.finish());
  },
};
