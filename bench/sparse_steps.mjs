/**
 * Times fused products on the current backend, against gather, multiply and scatter and against a dense
 * product. Runs in Node and in pages.
 */
import { timeInTurn } from './in_turn.mjs';
import { timeMeans, timeNewSizes } from './sparse_sizes.mjs';

/** A random graph, whose edges each connect any two nodes. */
export function randomGraph(tf, nodes, edges, seed = 1) {
  const ids = (seed) => tf.randomUniform([edges], 0, nodes, 'int32', seed);
  return { nodes, edges, sources: ids(seed), targets: ids(seed + 1) };
}

/** Two ways to sum rows along edges. */
export function waysOf({ functions, segments, sparse }, { nodes, edges, sources, targets }) {
  return {
    composed(x, weights) {
      const rows = functions.gatherND(x, sources.reshape([edges, 1]));
      const messages = weights ? rows.mul(weights.reshape([edges, 1])) : rows;
      return segments.unsortedSegmentSum(messages, targets, nodes);
    },
    fused: (x, weights) => sparse.gatherSegmentSum(x, sources, targets, nodes, { weights }),
  };
}

async function timeProducts(tf, parts, features, size, rounds) {
  const graph = randomGraph(tf, size.nodes, size.edges);
  const ways = Object.values(waysOf(parts, graph));
  const x = tf.randomNormal([size.nodes, features]);
  const weights = tf.randomUniform([size.edges], 0, 1);
  const loss = (way) => (x, weights) => way(x, weights).square().sum();
  const timed = {
    weighted: ways.map((way) => () => way(x, weights)),
    'without weights': ways.map((way) => () => way(x)),
    'with both gradients': ways.map((way) => () => tf.grads(loss(way))([x, weights])),
  };
  const rows = [];
  for (const [name, calls] of Object.entries(timed)) {
    const [composed, fused] = await timeInTurn(tf, calls, rounds);
    rows.push({ name: `${features} features, ${name}`, composed, fused });
  }
  tf.dispose([x, weights, graph.sources, graph.targets]);
  return rows;
}

/**
 * Returns training steps of two layers that sum weighted neighbours, each with one of the products, and a function
 * that frees what they share.
 */
export function trainingSteps(tf, nodes, products) {
  const features = 32;
  const normal = (seed, rows, deviation) =>
    tf.randomNormal([rows, features], 0, deviation, 'float32', seed);
  const [x, wanted] = [1, 2].map((seed) => normal(seed, nodes, 1));
  const kernels = [3, 4].map((seed) => normal(seed, features, 0.2));
  const steps = products.map(
    (product) => () =>
      tf.grads((first, second) => {
        const hidden = tf.relu(product(tf.matMul(x, first)));
        return tf.losses.meanSquaredError(wanted, product(tf.matMul(hidden, second)));
      })(kernels),
  );
  return { steps, free: () => tf.dispose([x, wanted, ...kernels]) };
}

/** The matrix with the weights of edges. */
export const adjacencyOf = (tf, { functions }, { nodes, sources, targets }, weights) =>
  tf.tidy(() => {
    const places = tf.stack([targets, sources], 1);
    return functions.scatterND(tf.fill([nodes, nodes], 0), places, weights, { reduction: 'add' });
  });

async function timeTraining(tf, parts, nodes, rounds) {
  const edges = 10 * nodes;
  const graph = randomGraph(tf, nodes, edges);
  const weights = tf.fill([edges], 0.1);
  const adjacency = adjacencyOf(tf, parts, graph, weights);
  const { composed, fused } = waysOf(parts, graph);
  const products = [
    (x) => tf.matMul(adjacency, x),
    (x) => composed(x, weights),
    (x) => fused(x, weights),
  ];
  const { steps, free } = trainingSteps(tf, nodes, products);
  const [dense, ...others] = await timeInTurn(tf, steps, rounds);
  free();
  tf.dispose([weights, adjacency, graph.sources, graph.targets]);
  return { nodes, dense, composed: others[0], fused: others[1] };
}

async function timeEdges(tf, parts, edges, rounds) {
  const graph = randomGraph(tf, Math.max(10, edges / 10), edges);
  const x = tf.randomNormal([graph.nodes, 16]);
  const calls = Object.values(waysOf(parts, graph)).map((way) => () => way(x));
  const [composed, fused] = await timeInTurn(tf, calls, rounds);
  tf.dispose([x, graph.sources, graph.targets]);
  return { edges, composed, fused };
}

export async function timeSparse(tf, parts, isSmall, log) {
  const rounds = isSmall ? 1 : 9;
  const size = isSmall ? { nodes: 20, edges: 200 } : { nodes: 10_000, edges: 100_000 };
  const products = [];
  for (const features of [64, 16]) {
    log(`${features} features`);
    products.push(...(await timeProducts(tf, parts, features, size, rounds)));
  }
  const training = [];
  for (const nodes of isSmall ? [10] : [400, 1000, 4000]) {
    log(`training, ${nodes} nodes`);
    training.push(await timeTraining(tf, parts, nodes, rounds));
  }
  const sweep = [];
  for (const edges of isSmall ? [100] : [100, 1000, 10_000, 100_000, 1_000_000]) {
    log(`${edges} edges`);
    sweep.push(await timeEdges(tf, parts, edges, rounds));
  }
  const means = await timeMeans(tf, parts, isSmall, log);
  // Only GPUs compile programs.
  const isGpu = tf.getBackend().startsWith('webg');
  const newSizes = isGpu ? await timeNewSizes(tf, parts, isSmall, log) : [];
  return { products, training, sweep, means, newSizes };
}
