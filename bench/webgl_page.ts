/**
 * Runs in a page: the package's webgl kernels against tfjs' own, in turn, on the same data. What is
 * timed ends with a pixel read from the result, for only that waits for the GPU.
 */
import * as tf from '@tensorflow/tfjs';
import { MathBackendWebGL } from '@tensorflow/tfjs-backend-webgl';
import { gatherND, scatterND } from '../src/index.js';

/** Two ways to do the same, of which the first should be the faster one by `factor`. */
interface Comparison {
  name: string;
  target: string;
  ours: string;
  theirs: string;
  /** Medians in ms, and how many times as long as ours theirs takes. */
  oursMs: number;
  theirsMs: number;
  ratio: number;
}

type Call = () => tf.Tensor;

function backend(): MathBackendWebGL {
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
function time(call: Call): number {
  waitForGpu();
  const start = performance.now();
  const result = call();
  waitForGpu();
  const elapsed = performance.now() - start;
  result.dispose();
  return elapsed;
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/** Medians of both, taken in turn after one call of each that does not count. */
function compare(rounds: number, ours: Call, theirs: Call): { oursMs: number; theirsMs: number } {
  const times: [number[], number[]] = [[], []];
  for (let round = -1; round < rounds; round++) {
    const pair = [time(ours), time(theirs)];
    if (round >= 0) pair.forEach((ms, i) => times[i].push(ms));
  }
  return { oursMs: median(times[0]), theirsMs: median(times[1]) };
}

function row(
  labels: Pick<Comparison, 'name' | 'target' | 'ours' | 'theirs'>,
  { oursMs, theirsMs }: { oursMs: number; theirsMs: number },
): Comparison {
  return { ...labels, oursMs, theirsMs, ratio: theirsMs / oursMs };
}

/** Runs something and frees the tensors that it made. */
function scoped<Result>(run: () => Result): Result {
  tf.engine().startScope();
  try {
    return run();
  } finally {
    tf.engine().endScope();
  }
}

/** A tensor whose values are on the GPU already. */
function uploaded(values: Float32Array | Int32Array, shape: number[]): tf.Tensor {
  const dtype = values instanceof Int32Array ? 'int32' : 'float32';
  const tensor = tf.tensor(values, shape, dtype);
  backend().uploadToGPU(tensor.dataId);
  return tensor;
}

function randomFloats(shape: number[]): tf.Tensor {
  return uploaded(Float32Array.from({ length: tf.util.sizeFromShape(shape) }, Math.random), shape);
}

/** Index tuples, uniform over the leading dimensions of a shape. */
function randomIndices(count: number, sizes: number[]): tf.Tensor {
  const values = Int32Array.from({ length: count * sizes.length }, (_, i) =>
    Math.floor(Math.random() * sizes[i % sizes.length]),
  );
  return uploaded(values, [count, sizes.length]);
}

function scatterAdd(updateCount: number, rounds: number, target: string): Comparison {
  return scoped(() => {
    const size = 65536;
    const zeros = uploaded(new Float32Array(size), [size]);
    const indices = randomIndices(updateCount, [size]);
    const updates = randomFloats([updateCount]);
    const measured = compare(
      rounds,
      () => scatterND(zeros, indices, updates, { reduction: 'add' }),
      () => tf.scatterND(indices, updates, [size]),
    );
    const name = `scatter-add, ${updateCount.toLocaleString('en')} updates into 65,536 outputs`;
    return row({ name, target, ours: 'scatterND', theirs: 'tf.scatterND' }, measured);
  });
}

function growth(): Comparison {
  return scoped(() => {
    const size = 2 ** 20;
    const zeros = uploaded(new Float32Array(size), [size]);
    const add = (count: number): Call => {
      const indices = randomIndices(count, [size]);
      const updates = randomFloats([count]);
      return () => scatterND(zeros, indices, updates, { reduction: 'add' });
    };
    const name = 'scatter-add into 1,048,576 outputs, 16 times the updates';
    const labels = { name, target: '≤ 20', ours: '65,536 updates', theirs: '1,048,576 updates' };
    return row(labels, compare(7, add(65536), add(size)));
  });
}

function rowsAgainstPoints(): Comparison {
  return scoped(() => {
    const [rows, width, count] = [65536, 64, 16384];
    const zeros = uploaded(new Float32Array(rows * width), [rows, width]);
    const values = Float32Array.from({ length: count * width }, Math.random);
    const byRow = Int32Array.from({ length: count }, () => Math.floor(Math.random() * rows));
    const byElement = Int32Array.from({ length: count * width * 2 }, (_, i) =>
      i % 2 === 0 ? byRow[Math.floor(i / 2 / width)] : (i >> 1) % width,
    );
    const rowIndices = uploaded(byRow, [count, 1]);
    const elementIndices = uploaded(byElement, [count * width, 2]);
    const rowUpdates = uploaded(values, [count, width]);
    const elementUpdates = uploaded(values, [count * width]);
    const name = 'scatter-add, 16,384 rows of 64 into 65,536 rows';
    return row(
      { name, target: '≥ 4', ours: 'by row', theirs: 'the same elements as points' },
      compare(
        7,
        () => scatterND(zeros, rowIndices, rowUpdates, { reduction: 'add' }),
        () => scatterND(zeros, elementIndices, elementUpdates, { reduction: 'add' }),
      ),
    );
  });
}

function warmGather(name: string, shape: number[], count: number, depth: number): Comparison {
  return scoped(() => {
    const data = randomFloats(shape);
    const indices = randomIndices(count, shape.slice(0, depth));
    return row(
      { name, target: '≥ 1 / 1.4', ours: 'gatherND', theirs: 'tf.gatherND' },
      compare(
        15,
        () => gatherND(data, indices),
        () => tf.gatherND(data, indices),
      ),
    );
  });
}

/** The first call on each of twenty shapes; one shape before, so that our program is there. */
function freshShapes(): Comparison {
  const call = (i: number, gather: (data: tf.Tensor, indices: tf.Tensor) => tf.Tensor) =>
    scoped(() => {
      const data = randomFloats([100 + i, 16]);
      const indices = randomIndices(200 + i, [100 + i]);
      return time(() => gather(data, indices));
    });
  const sums = [0, 0];
  for (let i = 0; i <= 20; i++) {
    const pair = [call(i, (x, at) => gatherND(x, at)), call(i, (x, at) => tf.gatherND(x, at))];
    if (i > 0) pair.forEach((ms, k) => (sums[k] += ms));
  }
  const labels = { target: '≥ 5', ours: 'gatherND', theirs: 'tf.gatherND' };
  return row(
    { name: 'gather, twenty shapes never seen before', ...labels },
    { oursMs: sums[0], theirsMs: sums[1] },
  );
}

async function run(): Promise<{ renderer: string; rows: Comparison[] }> {
  await tf.setBackend('webgl');
  const gl = backend().gpgpu.gl;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const renderer: unknown = gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  const rows = [
    scatterAdd(1024, 7, '≥ 30'),
    scatterAdd(4096, 3, '≥ 100'),
    growth(),
    rowsAgainstPoints(),
    warmGather('gather, 65,536 rows of 64 of 65,536', [65536, 64], 65536, 1),
    warmGather('gather, 1,048,576 elements of 1024×1024', [1024, 1024], 2 ** 20, 2),
    freshShapes(),
  ];
  return { renderer: String(renderer), rows };
}

Object.assign(globalThis, { run });
