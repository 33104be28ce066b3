/** Times tfjs' own ops with and without acceleration, in turn, in Node and in pages. */
import { median } from 'simple-statistics';

const M = 2 ** 20;
const SIDE = [1024, 1024];
const ROWS = [65_536, 64];

/** Values and ids computed on the backend, so that a GPU's host does not know them. */
const values = (tf, shape) => tf.randomUniform(shape).add(0);
const ids = (tf, below, shape) =>
  tf.randomUniform(shape, 0, below, 'int32').add(tf.scalar(0, 'int32'));

const gather = (shape, count) => (tf) => {
  const [data, indices] = [values(tf, shape), ids(tf, shape[0], [count])];
  return () => tf.gather(data, indices);
};

const gatherND =
  (shape, count, depth = 1) =>
  (tf) => {
    const [data, indices] = [values(tf, shape), ids(tf, shape[0], [count, depth])];
    return () => tf.gatherND(data, indices);
  };

const scatterND = (shape, count) => (tf) => {
  const indices = ids(tf, shape[0], [count, 1]);
  const updates = values(tf, [count, ...shape.slice(1)]);
  return () => tf.scatterND(indices, updates, shape);
};

const update = (shape, count) => (tf) => {
  const [data, indices] = [values(tf, shape), ids(tf, shape[0], [count, 1])];
  const updates = values(tf, [count, ...shape.slice(1)]);
  return () => tf.tensorScatterUpdate(data, indices, updates);
};

const sparseToDense = (rest) => (tf) => {
  const [indices, updates] = [ids(tf, M, [M]), values(tf, [M])];
  return () => tf.sparseToDense(indices, updates, [M], rest);
};

/** Each function makes the tensors, and returns a function that makes the call. */
export const LOOKUP = {
  'gradient of tf.gather, 512 ids in 4,096 × 64': (tf) => {
    const [table, dy] = [values(tf, [4096, 64]), values(tf, [512, 64])];
    const indices = ids(tf, 4096, [512]);
    const gradient = tf.grad((x) => tf.gather(x, indices));
    return () => gradient(table, dy);
  },
};

export const ON_WASM = {
  'gather, 1M elements': gather([M], M),
  'gather, 65,536 rows of 64': gather(ROWS, ROWS[0]),
  'gatherND, 1M elements by pairs': gatherND(SIDE, M, 2),
  'gatherND, 65,536 rows of 64': gatherND(ROWS, ROWS[0]),
  'scatterND, 1M elements': scatterND([M], M),
  'scatterND, 16,384 rows of 64 into 65,536': scatterND(ROWS, 16_384),
  'tensorScatterUpdate, 1M elements': update([M], M),
  'tensorScatterUpdate, 16,384 rows of 64': update(ROWS, 16_384),
  'sparseToDense, 1M elements': sparseToDense(0),
  'sparseToDense, 1M elements, default -1': sparseToDense(-1),
};

export const ON_WEBGPU = {
  ...LOOKUP,
  'tf.unsortedSegmentSum, 16,384 rows of 64 into 4,096': (tf) => {
    const [rows, segments] = [values(tf, [16_384, 64]), ids(tf, 4096, [16_384])];
    return () => tf.unsortedSegmentSum(rows, segments, 4096);
  },
  'tf.scatterND, 16,384 rows of 64 into 65,536': scatterND(ROWS, 16_384),
  'tf.scatterND, 262,144 elements into 262,144': scatterND([262_144], 262_144),
  'tf.tensorScatterUpdate, 4,096 rows of 64 of 16,384': update([16_384, 64], 4096),
  'tf.gatherND, 16,384 rows of 64 of 65,536': gatherND(ROWS, 16_384),
};

/**
 * Times each op on the current backend with and without acceleration; returns medians in ms. Each
 * time includes waiting for the result, by `finish`.
 */
export async function timeOps(
  { tf, functions },
  ops,
  { rounds, warmUp = 3, finish = () => undefined },
) {
  const found = [];
  for (const [name, prepare] of Object.entries(ops)) {
    const run = prepare(tf);
    const times = { stock: [], accelerated: [] };
    for (let round = -warmUp; round < rounds; round++) {
      for (const [way, list] of Object.entries(times)) {
        const undo = way === 'stock' ? () => undefined : functions.accelerateBuiltins();
        const start = performance.now();
        const result = run();
        await finish(result);
        if (round >= 0) list.push(performance.now() - start);
        result.dispose();
        undo();
      }
    }
    found.push({ name, stockMs: median(times.stock), acceleratedMs: median(times.accelerated) });
  }
  return found;
}

/** Times the gradient of a lookup on a backend, including reading its values. */
export async function timeLookup(loaded, backend, rounds) {
  await loaded.tf.setBackend(backend);
  const settings = { rounds, warmUp: 1, finish: (result) => result.data() };
  const [times] = await timeOps(loaded, LOOKUP, settings);
  return { ...times, name: backend };
}

export async function timeOnWasm(loaded, rounds) {
  await loaded.tf.setBackend('wasm');
  return timeOps(loaded, ON_WASM, { rounds });
}
