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

// All axes that indices address have the same length.
const gatherND =
  (shape, count, depth = 1) =>
  (tf) => {
    const [data, indices] = [values(tf, shape), ids(tf, shape[0], [count, depth])];
    return () => tf.gatherND(data, indices);
  };

const scatterND =
  (shape, count, depth = 1) =>
  (tf) => {
    const indices = ids(tf, shape[0], [count, depth]);
    const updates = values(tf, [count, ...shape.slice(depth)]);
    return () => tf.scatterND(indices, updates, shape);
  };

const update =
  (shape, count, depth = 1) =>
  (tf) => {
    const [data, indices] = [values(tf, shape), ids(tf, shape[0], [count, depth])];
    const updates = values(tf, [count, ...shape.slice(depth)]);
    return () => tf.tensorScatterUpdate(data, indices, updates);
  };

/** Makes a call a hundred times. */
const hundredfold = (prepare) => (tf) => {
  const run = prepare(tf);
  return () => {
    for (let i = 1; i < 100; i++) run().dispose();
    return run();
  };
};

const CUBE = [100, 100, 100];
const HYPERCUBE = [24, 24, 24, 24];

/** Calls of few sites. */
const few = (sites) => ({
  [`100 × gatherND, ${sites} rows of 8`]: hundredfold(gatherND([1000, 8], sites)),
  [`100 × gatherND, ${sites} elements by triples`]: hundredfold(gatherND([10, 10, 10], sites, 3)),
  [`100 × scatterND, ${sites} rows of 8 into 100`]: hundredfold(scatterND([100, 8], sites)),
  [`100 × tensorScatterUpdate, ${sites} of 100 rows of 8`]: hundredfold(update([100, 8], sites)),
});

export const ON_CPU = {
  'gather, 16,384 elements of 65,536': gather([65_536], 16_384),
  'gather, 4,096 rows of 64': gather([4096, 64], 4096),
  'gatherND, 16,384 elements by pairs': gatherND([256, 256], 16_384, 2),
  'gatherND, 1,024 rows of 64': gatherND([4096, 64], 1024),
  'scatterND, 65,536 elements': scatterND([65_536], 65_536),
  'scatterND, 4,096 rows of 64': scatterND([4096, 64], 4096),
  '100 × gather, 16 elements of 1,000': hundredfold(gather([1000], 16)),
  '100 × gatherND, 4 elements of 1,000': hundredfold(gatherND([1000], 4)),
  ...few(16),
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

const product =
  (a, b, ...transposes) =>
  (tf) => {
    const [x, y] = [values(tf, a), values(tf, b)];
    return () => tf.matMul(x, y, ...transposes);
  };

const sum = (shape, axis) => (tf) => {
  const x = values(tf, shape);
  return () => tf.sum(x, axis);
};

export const ON_WASM = {
  'matMul, [4,096, 64]ᵀ × [4,096, 64]': product([4096, 64], [4096, 64], true),
  'matMul, [4,096, 64] × [64, 64]ᵀ': product([4096, 64], [64, 64], false, true),
  'matMul, [512, 512]ᵀ × [512, 512]': product([512, 512], [512, 512], true),
  'matMul, 8 × [256, 32] × [32, 64]': product([8, 256, 32], [8, 32, 64]),
  'sum(0) of [32,768, 128]': sum([32_768, 128], 0),
  '100 × matMul, [8, 8]ᵀ × [8, 8]': hundredfold(product([8, 8], [8, 8], true)),
  '100 × matMul, [32, 32]ᵀ × [32, 32]': hundredfold(product([32, 32], [32, 32], true)),
  '100 × sum(0) of [32, 32]': hundredfold(sum([32, 32], 0)),
  '100 × sum(0) of [64, 64]': hundredfold(sum([64, 64], 0)),
  'gather, 1M elements': gather([M], M),
  'gather, 65,536 rows of 64': gather(ROWS, ROWS[0]),
  'gatherND, 1M elements by pairs': gatherND(SIDE, M, 2),
  'gatherND, 65,536 rows of 64': gatherND(ROWS, ROWS[0]),
  'gatherND, 262,144 elements by triples': gatherND(CUBE, 2 ** 18, 3),
  'gatherND, 65,536 slices of 8 by fours': gatherND([...HYPERCUBE, 8], 65_536, 4),
  'scatterND, 1M elements': scatterND([M], M),
  'scatterND, 262,144 elements by pairs': scatterND([512, 512], 2 ** 18, 2),
  'scatterND, 262,144 elements by triples': scatterND(CUBE, 2 ** 18, 3),
  'scatterND, 16,384 rows of 64 into 65,536': scatterND(ROWS, 16_384),
  'tensorScatterUpdate, 1M elements': update([M], M),
  'tensorScatterUpdate, 16,384 rows of 64': update(ROWS, 16_384),
  'tensorScatterUpdate, 65,536 slices of 8 by fours': update([...HYPERCUBE, 8], 65_536, 4),
  'sparseToDense, 1M elements': sparseToDense(0),
  'sparseToDense, 1M elements, default -1': sparseToDense(-1),
  ...few(16),
  ...few(256),
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

export async function timeOnCpu(loaded, rounds) {
  await loaded.tf.setBackend('cpu');
  return timeOps(loaded, ON_CPU, { rounds });
}
