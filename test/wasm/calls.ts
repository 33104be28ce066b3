/** Random direct calls of kernels, and their results on a backend. */
import * as tf from '@tensorflow/tfjs';
import fc from 'fast-check';
import { chance, int, pick } from '../support/random_values.js';
import type { Draw } from '../support/seed.js';
import { wasmBackend } from './backend.js';
import { POLICIES, reductionsOf } from '../support/oracle_words.js';

/** Values that a shortcut would get wrong. */
const SPECIAL = [0, -0, NaN, Infinity, -Infinity, 2 ** -149, -(2 ** -130), 3.4e38, 1 / 3];

const VALUES = {
  float32: fc.oneof(fc.constantFrom(...SPECIAL), fc.float()),
  /** Floats with few duplicates, whose products are neither 0 nor NaN. */
  factors: fc.oneof(fc.constantFrom(1, -1, 2), fc.float({ min: 0.5, max: 1.5, noNaN: true })),
  int32: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
};

/** A dtype, or factors, which are float32. */
type Kind = keyof typeof VALUES;

export function randomTensor(draw: Draw, shape: number[], kind: Kind): tf.Tensor {
  const size = shape.reduce((product, length) => product * length, 1);
  const value = VALUES[kind];
  const values = draw(() => fc.array(value, { minLength: size, maxLength: size, size: 'max' }));
  return tf.tensor(values, shape, kind === 'int32' ? kind : 'float32');
}

export interface KernelCall {
  kernel: string;
  inputs: tf.NamedTensorMap;
  attrs: tf.NamedAttrMap;
}

/** A kernel with its inputs and attributes, and sites in up to three dimensions. */
export function randomCall(
  draw: Draw,
  kind: Kind = pick(draw, ['float32', 'int32']),
  scatters = chance(draw, 2),
): KernelCall {
  const data = Array.from({ length: int(draw, 1, 4) }, () => int(draw, 1, 7));
  const isElements = chance(draw, 2);
  const along = int(draw, 0, data.length - 1);
  const depth = int(draw, 0, data.length - along);
  const indices = isElements
    ? data.map((length, d) => (d === along ? int(draw, 1, 30) : int(draw, 1, length)))
    : [...data.slice(0, along), int(draw, 1, 30), depth];
  const values = isElements ? indices : [...indices.slice(0, -1), ...data.slice(along + depth)];
  const outOfBounds = pick(draw, POLICIES);
  const sizes = isElements ? [data[along]] : data.slice(along, along + depth);
  const isBad = chance(draw, 2);
  const sites = indices.reduce((product, length) => product * length, 1);
  const ids = Array.from({ length: sites }, (_, i) => {
    const size = sizes[i % sizes.length];
    return isBad && chance(draw, 12) ? pick(draw, [size, -size - 1]) : int(draw, -size, size - 1);
  });
  return {
    kernel: `${scatters ? 'Scatter' : 'Gather'}${isElements ? 'Elements' : 'ND'}`,
    inputs: {
      data: randomTensor(draw, data, kind),
      indices: tf.tensor(ids, indices, 'int32'),
      ...(scatters && { updates: randomTensor(draw, values, kind) }),
    },
    attrs: {
      [isElements ? 'axis' : 'batchDims']: along,
      outOfBounds,
      ...(scatters && {
        reduction: pick(draw, reductionsOf(kind === 'int32' ? kind : 'float32')),
        includeSelf: chance(draw, 2),
      }),
    },
  };
}

/** The bits of a call's result, with all NaNs equal, or its error. Synchronous: random runs share tfjs. */
export function outcomeOf(
  backendName: string,
  way: string,
  { kernel, inputs, attrs }: KernelCall,
): Int32Array | string {
  const backend = tf.findBackend(backendName);
  tf.env().set('GATHER_SCATTER_WASM', way);
  try {
    const found = tf.getKernel(kernel, backendName).kernelFunc({ inputs, attrs, backend });
    const results = Array.isArray(found) ? found : [found];
    const bits = results.flatMap(({ dataId }) => {
      const values = backend.readSync(dataId) as Float32Array | Int32Array;
      backend.disposeData(dataId);
      const alike = values.map((value) => (Number.isNaN(value) ? NaN : value));
      return [...new Int32Array(alike.buffer, alike.byteOffset, alike.length)];
    });
    return Int32Array.from(bits);
  } catch (error) {
    return String(error);
  }
}

/** Expects the module, the views and the cpu backend to give the same bits, and to leave nothing. */
export function expectSameBits(call: KernelCall): void {
  // Also copies inputs from cpu into the heap.
  const byViews = outcomeOf('wasm', 'views', call);
  const before = wasmBackend().numDataIds();
  const byModule = outcomeOf('wasm', 'auto', call);
  const left = wasmBackend().numDataIds() - before;
  const onCpu = outcomeOf('cpu', 'auto', call);
  tf.dispose(call.inputs);
  expect(byModule).toEqual(onCpu);
  expect(byViews).toEqual(onCpu);
  expect(left).toBe(0);
}
