/** Fused products and training steps of graph networks, against their alternatives. */
import * as tf from '@tensorflow/tfjs';
import * as functions from '../../src/index.ts';
import * as segments from '../../src/segment/index.ts';
import * as sparse from '../../src/sparse/index.ts';
import { adjacencyOf, randomGraph, trainingSteps, waysOf } from '../sparse_steps.mjs';

const parts = { functions, segments, sparse };

/** A call along edges with webgpu's orders: known, as in training, or new. */
const inOrders = (backend, fused) => (backend === 'webgpu' ? { fused, new: fused } : { fused });

const productRow = (backend, nodes, features) => ({
  name: `sum of ${features} features along ${10 * nodes} edges of ${nodes} nodes, weighted`,
  ways() {
    const { composed, fused } = waysOf(parts, randomGraph(tf, nodes, 10 * nodes));
    const x = tf.randomNormal([nodes, features]);
    const weights = tf.randomUniform([10 * nodes], 0, 1);
    return { composed: () => composed(x, weights), ...inOrders(backend, () => fused(x, weights)) };
  },
});

const stepRow = (backend, nodes) => ({
  name: `training step of a graph network, ${nodes} nodes`,
  ways() {
    const graph = randomGraph(tf, nodes, 10 * nodes);
    const weights = tf.fill([10 * nodes], 0.1);
    const adjacency = nodes <= 10_000 ? adjacencyOf(tf, parts, graph, weights) : null;
    const { composed, fused } = waysOf(parts, graph);
    const products = [composed, fused].map((product) => (x) => product(x, weights));
    const { steps } = trainingSteps(tf, nodes, [...products, (x) => tf.matMul(adjacency, x)]);
    return {
      composed: steps[0],
      ...inOrders(backend, steps[1]),
      ...(adjacency ? { dense: steps[2] } : {}),
    };
  },
});

export const graphRows = (backend, isSmall) => [
  ...[16, 64].map((features) => productRow(backend, isSmall ? 1000 : 20_000, features)),
  ...(isSmall ? [400] : [400, 1000, 2000, 4000, 10_000, 20_000]).map((nodes) =>
    stepRow(backend, nodes),
  ),
];

/** Returns whether the compiler rounds w · x + sum once: 1 + 2^-12, squared, loses its last bit if rounded first. */
export async function contracts() {
  const factor = 1 + 2 ** -12;
  const values = tf.tidy(() => {
    const x = tf.tensor1d([-(1 + 2 ** -11), factor]).add(0);
    const weights = tf.tensor1d([1, factor]).add(0);
    return sparse.gatherSegmentSum(x, [0, 1], [0, 0], 1, { weights });
  });
  const [sum] = await values.data();
  values.dispose();
  return sum !== 0;
}
