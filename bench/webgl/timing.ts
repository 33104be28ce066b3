/** Timing calls on the webgl backend, two ways of doing the same in turn. */
import * as tf from '@tensorflow/tfjs';
import { MathBackendWebGL } from '@tensorflow/tfjs-backend-webgl';
import { median } from 'simple-statistics';

/** Two ways to do the same. */
export interface Comparison {
  name: string;
  /** The ratio that is expected; empty where it only informs. */
  target: string;
  ours: string;
  theirs: string;
  /** Medians in ms, and how many times as long as ours theirs takes. */
  oursMs: number;
  theirsMs: number;
  ratio: number;
}

export type Call = () => tf.Tensor;

export function backend(): MathBackendWebGL {
  const current = tf.backend();
  if (current instanceof MathBackendWebGL) return current;
  throw new Error('the benchmark needs the webgl backend');
}

const pixel = new Float32Array(4);

/** Reads from what was drawn last. */
function waitForGpu(): void {
  const { gl } = backend().gpgpu;
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.FLOAT, pixel);
}

/** Milliseconds until the result of a call is on the GPU. */
export function time(call: Call): number {
  waitForGpu();
  const start = performance.now();
  const result = call();
  waitForGpu();
  const elapsed = performance.now() - start;
  result.dispose();
  return elapsed;
}

/** Medians of both, taken in turn after one call of each that does not count. */
export function compare(
  rounds: number,
  ours: Call,
  theirs: Call,
): { oursMs: number; theirsMs: number } {
  const times: [number[], number[]] = [[], []];
  for (let round = -1; round < rounds; round++) {
    const pair = [time(ours), time(theirs)];
    if (round >= 0) pair.forEach((ms, i) => times[i].push(ms));
  }
  return { oursMs: median(times[0]), theirsMs: median(times[1]) };
}

export function row(
  labels: Pick<Comparison, 'name' | 'target' | 'ours' | 'theirs'>,
  { oursMs, theirsMs }: { oursMs: number; theirsMs: number },
): Comparison {
  return { ...labels, oursMs, theirsMs, ratio: theirsMs / oursMs };
}

/** Runs something and frees the tensors that it made. */
export function scoped<Result>(run: () => Result): Result {
  tf.engine().startScope();
  try {
    return run();
  } finally {
    tf.engine().endScope();
  }
}

/** A tensor whose values are on the GPU already. */
export function uploaded(values: Float32Array | Int32Array, shape: number[]): tf.Tensor {
  const dtype = values instanceof Int32Array ? 'int32' : 'float32';
  const tensor = tf.tensor(values, shape, dtype);
  backend().uploadToGPU(tensor.dataId);
  return tensor;
}

export function randomFloats(shape: number[]): tf.Tensor {
  return uploaded(Float32Array.from({ length: tf.util.sizeFromShape(shape) }, Math.random), shape);
}

/** Index tuples, uniform over the leading dimensions of a shape. */
export function randomIndices(count: number, sizes: number[]): tf.Tensor {
  const values = Int32Array.from({ length: count * sizes.length }, (_, i) =>
    Math.floor(Math.random() * sizes[i % sizes.length]),
  );
  return uploaded(values, [count, sizes.length]);
}
