/**
 * Runs in a page: the package's webgl kernels against tfjs' own, in turn, on the same data. Each
 * timing ends with a pixel read from the result, for only that waits for the GPU.
 */
import * as tf from '@tensorflow/tfjs';
import { gatherND, scatterND } from '../src/index.js';
import { thresholds } from './webgl/thresholds.js';
import {
  backend,
  compare,
  randomFloats,
  randomIndices,
  row,
  scoped,
  time,
  uploaded,
} from './webgl/timing.js';
import type { Call, Comparison } from './webgl/timing.js';

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
      { name, target: '≥ 1', ours: 'gatherND', theirs: 'tf.gatherND' },
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
    warmGather('gather, 16,384 rows of 64 of 65,536', [65536, 64], 16384, 1),
    warmGather('gather, 16,384 rows of 64 of 16,384', [16384, 64], 16384, 1),
    warmGather('gather, 16,384 rows of 50 of 16,384', [16384, 50], 16384, 1),
    warmGather('gather, 1,048,576 elements of 1024×1024', [1024, 1024], 2 ** 20, 2),
    warmGather('gather, 1,048,576 elements of 4096×2048', [4096, 2048], 2 ** 20, 2),
    freshShapes(),
    ...thresholds(),
  ];
  return { renderer: String(renderer), rows };
}

Object.assign(globalThis, { run });
