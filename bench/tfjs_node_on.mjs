/**
 * Times this package on tfjs-node's backend `tensorflow`, `wasm` or `cpu`, in its own process, and prints the times as
 * JSON. On `tensorflow`, also TensorFlow's own kernels.
 */
import { createRequire } from 'node:module';
import { load } from './contestants/tfjs_in_node.mjs';
import { timeInTurn } from './in_turn.mjs';
import { randomGraph, trainingSteps } from './sparse_steps.mjs';

const require = createRequire(import.meta.url);
const [backendName, isSmall] = process.argv.slice(2);
const { tf, functions, sparse } = load();
if (backendName === 'tensorflow') {
  require(`${process.env.TFJS_NODE}/node_modules/@tensorflow/tfjs-node`);
}
await tf.setBackend(backendName);
const backend = tf.backend();
const rounds = isSmall === 'true' ? 1 : 11;
const sized = (n) => (isSmall === 'true' ? Math.min(n, 64) : n);

const type = (name, value) => ({ name, type: backend.binding.TF_ATTR_TYPE, value });
const floats = (name) => type(name, backend.binding?.TF_FLOAT);
const integers = (name) => type(name, backend.binding?.TF_INT32);
const run = (name, attrs, inputs) => backend.executeSingleOutput(name, attrs, inputs);

/** TensorFlow's kernels, on tuples of one index. */
const native = {
  gather: (x, indices) => run('GatherNd', [floats('Tparams'), integers('Tindices')], [x, indices]),
  add: (x, indices, updates) =>
    run('TensorScatterAdd', [floats('T'), integers('Tindices')], [x, indices, updates]),
  /** The sum of updates, in x's shape. */
  sum: (x, indices, updates) =>
    run(
      'ScatterNd',
      [floats('T'), integers('Tindices')],
      [indices, updates, tf.tensor1d(x.shape, 'int32')],
    ),
};

/** Gathers and scatters at random places, and their gradients for dy. */
function callsOf(data, count) {
  const indices = tf.randomUniform([count, 1], 0, data.shape[0], 'int32', 1);
  const updates = tf.randomNormal([count, ...data.shape.slice(1)]);
  const { gatherND, scatterND } = functions;
  const add = (x, updates) => scatterND(x, indices, updates, { reduction: 'add' });
  const calls = {
    gather: [() => native.gather(data, indices), () => gatherND(data, indices)],
    'gather and its gradient': [
      () => [native.sum(data, indices, updates), native.gather(data, indices)],
      () => tf.grad((x) => gatherND(x, indices))(data, updates),
    ],
    'scatter, add': [() => native.add(data, indices, updates), () => add(data, updates)],
    'scatter, add, and its gradients': [
      () => [native.gather(data, indices), native.add(data, indices, updates)],
      () => tf.grads(add)([data, updates], data),
    ],
  };
  return { calls, free: () => tf.dispose([indices, updates]) };
}

/** tfjs' own ops for a weighted sum of rows along edges. */
function composed({ nodes, edges, sources, targets }) {
  return (x, weights) =>
    tf.unsortedSegmentSum(tf.gather(x, sources).mul(weights.reshape([edges, 1])), targets, nodes);
}

async function timeCalls() {
  const sizes = {
    '1M elements': [sized(2 ** 20)],
    '100,000 rows of 64': [sized(100_000), 64],
    '512 rows of 64': [sized(512), 64],
  };
  const rows = [];
  const time = async (name, calls) => {
    const [other, own] = await timeInTurn(tf, calls, rounds);
    rows.push({ name, native: other, own });
  };
  for (const [name, shape] of Object.entries(sizes)) {
    const data = tf.randomNormal(shape);
    const { calls, free } = callsOf(data, shape[0]);
    for (const [call, ways] of Object.entries(calls)) await time(`${name}, ${call}`, ways);
    free();
    data.dispose();
  }
  const graph = randomGraph(tf, sized(20_000), sized(200_000));
  const [x, weights] = [tf.randomNormal([graph.nodes, 64]), tf.randomUniform([graph.edges])];
  const { sources, targets, nodes } = graph;
  const ways = [
    composed(graph),
    (x, weights) => sparse.gatherSegmentSum(x, sources, targets, nodes, { weights }),
  ];
  const gradients = (way) => () =>
    tf.grads((x, weights) => way(x, weights).square().sum())([x, weights]);
  const name = '200,000 edges, rows of 64, weighted sum';
  await time(
    name,
    ways.map((way) => () => way(x, weights)),
  );
  await time(`${name}, with both gradients`, ways.map(gradients));
  return rows;
}

async function timeTraining(nodes) {
  const graph = randomGraph(tf, nodes, 10 * nodes);
  const weights = tf.fill([graph.edges], 0.1);
  const { sources, targets } = graph;
  const fused = (x) => sparse.gatherSegmentSum(x, sources, targets, nodes, { weights });
  const products = { fused };
  if (backendName === 'tensorflow') products.native = (x) => composed(graph)(x, weights);
  const { steps, free } = trainingSteps(tf, nodes, Object.values(products));
  const times = await timeInTurn(tf, steps, rounds);
  free();
  tf.dispose([weights, sources, targets]);
  const names = Object.keys(products);
  return { edges: graph.edges, ...Object.fromEntries(names.map((name, i) => [name, times[i]])) };
}

const training = [];
for (const nodes of [400, 4000, 20_000].map(sized)) training.push(await timeTraining(nodes));
const calls = backendName === 'tensorflow' ? await timeCalls() : [];
console.log(JSON.stringify({ calls, training }));
