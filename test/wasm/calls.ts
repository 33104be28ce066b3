/** Random direct calls of kernels, and their results on a backend. */
import * as tf from '@tensorflow/tfjs';
import { COMBINE } from '../../kernels/call/ops.js';
import { isGather, type TensorData } from '../support/call.js';
import { OPS, randomUse } from '../support/random_calls.js';
import * as values from '../support/random_values.js';
import type { Draw } from '../support/seed.js';
import { buildTensor } from '../support/tensors.js';
import { wasmBackend } from './backend.js';

type Numeric = 'float32' | 'int32';

export const randomTensor = (draw: Draw, shape: number[], dtype: Numeric): tf.Tensor =>
  buildTensor(values.randomTensor(draw, dtype, shape));

export interface KernelCall {
  kernel: string;
  inputs: tf.NamedTensorMap;
  attrs: tf.NamedAttrMap;
}

/** A kernel with its inputs and attributes, and enough sites for the module's blocks of four. */
export function randomCall(
  draw: Draw,
  dtype: Numeric = values.pick(draw, ['float32', 'int32']),
  gathers = values.chance(draw, 2),
): KernelCall {
  const op = values.pick(
    draw,
    OPS.filter((each) => isGather(each) === gathers && each !== 'scatterNDUpdate'),
  );
  const limits = { maxRank: 4, allowEmpty: false, allowErrors: true, longest: 30 };
  const { inputs, options } = randomUse(draw, op, { ...limits, dtypes: [dtype] });
  const tensors = Object.entries<TensorData | undefined>({ ...inputs }).flatMap(([name, data]) =>
    data ? [[name, buildTensor(data)] as const] : [],
  );
  return {
    kernel: `${op[0].toUpperCase()}${op.slice(1)}`,
    inputs: Object.fromEntries(tensors),
    attrs: { ...options },
  };
}

/** The bits of values, with all NaNs equal. */
export function bitsOf(values: Float32Array | Int32Array): number[] {
  const alike = values.map((value) => (Number.isNaN(value) ? NaN : value));
  return [...new Int32Array(alike.buffer, alike.byteOffset, alike.length)];
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
    const call = { inputs, attrs: { op: kernel, ...attrs }, backend };
    const found = tf.getKernel(COMBINE, backendName).kernelFunc(call);
    const results = Array.isArray(found) ? found : [found];
    const bits = results.flatMap(({ dataId }) => {
      const values = backend.readSync(dataId) as Float32Array | Int32Array;
      backend.disposeData(dataId);
      return bitsOf(values);
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
