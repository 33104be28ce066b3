/** Times writes in place beside their functional forms, in Node, in its own process, and prints the least times as JSON. */
import * as tf from '@tensorflow/tfjs';
import '@tensorflow/tfjs-backend-wasm';
import {
  accelerateBuiltins,
  assignScatterND,
  assignTensorScatter,
  scatterND,
  tensorScatter,
} from 'tfjs-gather-scatter';
import { at, take } from 'tfjs-gather-scatter/indexing';
import { sparseAdam } from 'tfjs-gather-scatter/train';

const [backend, seconds, sizes] = process.argv.slice(2).map((text) => JSON.parse(text));
const FEATURES = 64;
/** The least time of a sample: shorter calls are repeated. */
const SAMPLE_MS = 0.5;

const times = {};

const timeOf = (call, count) => {
  const start = performance.now();
  for (let i = 0; i < count; i++) call();
  return (performance.now() - start) / count;
};

/** Times calls in turn, and stores the least times under `name` and the name of each call. */
function time(name, calls) {
  const all = Object.entries(calls).map(([way, call]) => {
    const warmUp = [];
    for (
      const end = performance.now() + 200 * seconds;
      performance.now() < end || !warmUp.length;
    ) {
      warmUp.push(timeOf(call, 3));
    }
    return { way, call, count: Math.ceil(SAMPLE_MS / Math.min(...warmUp)), samples: [] };
  });
  for (const end = performance.now() + 1000 * seconds; ;) {
    for (const { call, count, samples } of all) samples.push(timeOf(call, count));
    if (performance.now() > end) break;
  }
  for (const { way, samples } of all) times[`${name}, ${way}`] = Math.min(...samples);
}

const variableOf = (shape) => tf.tidy(() => tf.variable(tf.zeros(shape)));

const randomIds = (length, below) =>
  tf.tensor2d(
    Int32Array.from({ length }, () => Math.random() * below),
    [length, 1],
    'int32',
  );

/** Times a scatter into a variable of a shape, with something that holds its memory if `hold` returns it. */
function timeWrites(name, shape, sites, options, hold = () => undefined) {
  const updates = tf.ones([sites, ...shape.slice(1)]);
  const indices = randomIds(sites, shape[0]);
  const [assigned, written] = [variableOf(shape), variableOf(shape)];
  time(name, {
    functional() {
      const held = hold(assigned);
      tf.tidy(() => assigned.assign(scatterND(assigned, indices, updates, options)));
      held?.dispose();
    },
    'in place'() {
      const held = hold(written);
      assignScatterND(written, indices, updates, options);
      held?.dispose();
    },
  });
  tf.dispose([updates, indices, assigned, written]);
}

function timeCache([batch, positions, features]) {
  const shape = [batch, positions, features];
  const step = tf.ones([batch, 1, features]);
  const place = tf.fill([batch], positions / 2, 'int32');
  const [assigned, written] = [variableOf(shape), variableOf(shape)];
  time('cache', {
    functional: () => tf.tidy(() => assigned.assign(tensorScatter(assigned, step, place))),
    'in place': () => assignTensorScatter(written, step, place),
  });
  tf.dispose([step, place, assigned, written]);
}

/** A decoder with layers of attention with one head and no other layers: a step writes keys and values of one token. */
function timeDecoder({ layers, positions, features }) {
  const random = (...shape) => tf.randomNormal(shape, 0, 0.1);
  const kernels = Array.from({ length: layers }, () =>
    [1, 2, 3].map(() => random(features, features)),
  );
  const decoderOf = (write) => {
    const caches = kernels.map(() => [0, 1].map(() => variableOf([1, positions, features])));
    let position = 0;
    return () => {
      const step = position++ % positions;
      const y = tf.tidy(() =>
        kernels.reduce(
          (x, [query, key, value], layer) => {
            const [keys, values] = caches[layer];
            write(keys, step, x.matMul(key));
            write(values, step, x.matMul(value));
            // The cache comes first: tfjs packs the second matrix of a product, and is slow to transpose one on wasm.
            const scores = keys.squeeze([0]).matMul(x.matMul(query).reshape([features, 1]));
            const masked = at(scores, `${step + 1}:`)
              .set(-Infinity)
              .reshape([1, positions]);
            return x.add(masked.softmax().matMul(values.squeeze([0])));
          },
          tf.ones([1, features]),
        ),
      );
      y.dataSync();
      y.dispose();
    };
  };
  time('decoder', {
    functional: decoderOf((cache, step, y) =>
      tf.tidy(() => cache.assign(at(cache, ':', step).set(y))),
    ),
    'in place': decoderOf((cache, step, y) => at(cache, ':', step).assign(y)),
  });
}

/** A step that reads 512 rows of a table, until its loss is read. */
function timeEmbedding(rows) {
  const ids = randomIds(512, rows).flatten();
  const wanted = tf.randomNormal([512, FEATURES]);
  const loss = (x) => x.sub(wanted).square().mean();
  const [table, dense] = [variableOf([rows, FEATURES]), variableOf([rows, FEATURES])];
  const [sparse, adam] = [sparseAdam(0.01), tf.train.adam(0.01)];
  const read = (cost) => {
    cost.dataSync();
    cost.dispose();
  };
  const steps = {
    sparseAdam: () => read(sparse.minimize(table, ids, loss, true)),
    'rows by SGD'() {
      read(
        tf.tidy(() => {
          const { value, grad } = tf.valueAndGrad(loss)(take(table, ids));
          at(table, ids).assignSub(grad.mul(0.01));
          return value;
        }),
      );
    },
    'tf.train.adam': () => read(adam.minimize(() => loss(take(dense, ids)), true, [dense])),
  };
  // Not in turn, as PyTorch's: a step of dense Adam leaves nothing of the others in the caches.
  for (const [way, step] of Object.entries(steps)) time('embedding', { [way]: step });
  time('update', { sparseAdam: () => sparse.applyGradients(table, ids, wanted) });
}

async function run() {
  await tf.setBackend(backend);
  accelerateBuiltins();
  const add = { reduction: 'add' };
  timeCache(sizes.cache);
  timeWrites('row', [sizes.buffer, 784], 1);
  for (const rows of sizes.tables)
    timeWrites(`1024 rows into ${rows}`, [rows, FEATURES], 1024, add);
  for (const rows of sizes.growth) timeWrites(`16 rows into ${rows}`, [rows, FEATURES], 16, add);
  for (const [rows, width] of sizes.small) timeWrites(`small ${rows} × ${width}`, [rows, width], 1);
  timeWrites('clone', [sizes.held, FEATURES], 16, add, (variable) => variable.clone());
  timeDecoder(sizes.decoder);
  timeEmbedding(sizes.embedding);
  console.log(JSON.stringify(times));
}

void run();
