/**
 * tfjs' own clones, which copy all values on wasm, its exponentials, which it computes one at a time, and comparisons of
 * tensors that broadcast, as in the gradient of a maximum, for which it finds the place of each value anew.
 */
import { asNumbers } from '../call/dtypes.js';
import { sizeOf } from '../call/shapes.js';
import type { Adapter, BuiltinCall } from '../registry/compose_kernels.js';
import { broadcast_util, Equal, Exp, Identity, version_core } from '../tfjs/seam.js';
import { allocate, asWasmBackend, tooLarge, viewOf } from './heap.js';
import { moduleOf } from './module.js';
import { factorLoops } from './loops.js';
import { EQUAL_FROM, EXP_FROM } from './strategy.js';

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

/** XNNPACK multiplies no tensors of more dimensions: tfjs then logs that, and returns any numbers. */
const MOST_DIMENSIONS = 6;

export const equal: Adapter = {
  name: 'tf.equal',
  kernelName: Equal,
  supports(call) {
    const { shape, repeated } = repeatedIn(call);
    const size = sizeOf(shape);
    if (repeated.length === 0 || size < EQUAL_FROM || shape.length > MOST_DIMENSIONS) return false;
    // tfjs' kernels do not notice that there is no room: for ones, their products and the bytes of the result.
    const room = (1 + repeated.length) * size + (size >> 2) + 1;
    return tooLarge(room, asWasmBackend(call.backend)) === null;
  },
  compute(call) {
    const { shape, repeated } = repeatedIn(call);
    const ones = call.runKernel('Fill', {}, { shape, value: 1, dtype: 'float32' });
    // tfjs multiplies by XNNPACK, which broadcasts fast. The product with 1 has the same bits, or is NaN, too.
    const [a, b] = ['a', 'b'].map((name) =>
      repeated.includes(name)
        ? call.runKernel('Multiply', { a: call.input(name), b: ones })
        : call.input(name),
    );
    return call.runTfjs({ a, b });
  },
};

/** The shape of a comparison, and the names of tensors of floats to repeat. tfjs is fast if only leading axes broadcast. */
function repeatedIn({ input }: BuiltinCall) {
  const names = ['a', 'b'];
  const [a, b] = names.map(input);
  const shape = broadcast_util.assertAndGetBroadcastShape(a.shape, b.shape);
  const areFloats = a.dtype === 'float32' && b.dtype === 'float32';
  const isRepeated = (name: string) =>
    areFloats &&
    broadcast_util.getBroadcastDims(input(name).shape, shape).some((axis, i) => axis !== i);
  return { shape, repeated: names.filter(isRepeated) };
}
