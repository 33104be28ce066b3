/** Gathers that change what they read, in the heap, have the bits of the cpu backend. */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';
import { COMBINE, OPS } from '../../kernels/call/ops.js';
import { chance, pick } from '../support/random_values.js';
import { testRandomly } from '../support/seed.js';
import type { Draw } from '../support/seed.js';
import { useWasm } from './backend.js';
import { expectSameBits, outcomeOf, randomCall, randomTensor } from './calls.js';
import type { KernelCall } from './calls.js';

useWasm();

/** Random factors of a gather; indices out of bounds may make it throw. */
function randomFactors(draw: Draw): KernelCall {
  const dtype = pick(draw, ['float32', 'float32', 'int32'] as const);
  const { kernel, inputs, attrs } = randomCall(draw, dtype, true);
  const { data, indices } = inputs;
  const batchDims = Number(attrs.batchDims || 0);
  const isND = kernel === OPS.GatherND.kernelName;
  const sites = isND ? indices.shape.slice(0, -1) : indices.shape;
  const depth = isND ? batchDims + indices.shape[indices.rank - 1] : data.rank;
  const values = [...sites, ...data.shape.slice(depth)];
  const factor = (whole: number[], slices: number[], kind: 'float32' | 'int32') =>
    randomTensor(draw, pick(draw, [whole, whole, slices, []]), kind);
  const like = pick(draw, ['float32', 'int32'] as const);
  const compares = chance(draw, 2);
  const few = (x: tf.Tensor) => tf.tidy(() => tf.mod(x, 2).cast(x.dtype));
  const over = pick(draw, ['float32', 'int32', null] as const);
  const overDtype = dtype === 'int32' && over ? dtype : over;
  return {
    kernel,
    inputs: {
      ...inputs,
      ...(dtype === 'float32' && chance(draw, 2) && { from: factor(values, sites, 'float32') }),
      ...(overDtype && { over: factor(values, sites, overDtype) }),
      ...(dtype === 'float32' && chance(draw, 2) && { weights: factor(values, sites, 'float32') }),
      ...(compares && {
        sourceLike: few(factor(data.shape, data.shape.slice(0, depth), like)),
        targetLike: few(factor(values, sites, like)),
      }),
    },
    attrs: {
      ...attrs,
      ...(chance(draw, 3) && { constant: pick(draw, [1, 0, -7]) }),
      ...(attrs.outOfBounds === 'drop' && { fill: pick(draw, [0, 1, -3]) }),
    },
  };
}

testRandomly('gathers with factors have the bits of the cpu backend', 1000, (draw) => {
  expectSameBits(randomFactors(draw));
  return Promise.resolve();
});

test.each([
  [[5000], [], 3000],
  [[5000], [], 2048],
  [[300], [40], 7],
  [[30], [2100], 2],
])('of data of %j by slices of %j, dropped every %i sites', (places, slice, period) => {
  const [size] = places;
  const ids = Array.from({ length: size }, (_, i) =>
    i % period === period - 1 ? 99_999 : (i * 7919) % (size >> 1),
  );
  const range = (step: number) =>
    tf.tidy(() => tf.mod(tf.range(0, size * (slice[0] ?? 1)), step).reshape([size, ...slice]));
  const inputs = {
    data: range(7),
    indices: tf.tensor2d(ids, [size, 1], 'int32'),
    over: range(5),
    weights: range(11),
    sourceLike: range(2),
    targetLike: range(3),
  };
  const call = {
    kernel: OPS.GatherND.kernelName,
    inputs,
    attrs: { outOfBounds: 'drop', fill: -2 },
  };
  const [onWasm, onCpu] = ['wasm', 'cpu'].map((name) => String(outcomeOf(name, 'auto', call)));
  // Showing the difference of long arrays takes minutes.
  expect(onWasm === onCpu).toBe(true);
  tf.dispose(inputs);
});

test('exponentials in the heap are close to exact ones', async () => {
  await tf.setBackend('wasm');
  const numbers = [NaN, Infinity, -Infinity, 0, -0, 88.72, 88.73, -87, -103.9, -104, 1e-30];
  const steps = Array.from({ length: 4001 }, (_, i) => (i - 2000) / 19);
  const x = Float32Array.from([...numbers, ...steps]);
  const change = { op: 'Change', map: 'exp' };
  const read = tf.engine().runKernel<tf.Tensor>(COMBINE, { data: tf.tensor1d(x) }, change);
  const found = read.dataSync();
  const wrong = [...x].filter((value, i) => {
    const exact = Math.fround(Math.exp(value));
    const lastBit = Math.max(2 ** -149, exact * 2 ** -23);
    return !Object.is(found[i], exact) && !(Math.abs(found[i] - exact) <= 2 * lastBit);
  });
  expect(wrong).toEqual([]);
});
