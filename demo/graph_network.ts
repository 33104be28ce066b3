/**
 * A two-layer graph network (a GCN) that tells which class each node of a graph belongs to, from the
 * classes of a few. Nothing in here is particular to Node or to one graph, so a page can train it
 * as well.
 */
import * as tf from '@tensorflow/tfjs';
import { gatherND, scatterND } from 'tfjs-gather-scatter';

export interface Graph {
  nodeCount: number;
  /** The edges, undirected: each pair of nodes once. */
  edges: readonly (readonly [number, number])[];
}

/** Nodes whose class is known. */
export interface Labels {
  nodes: readonly number[];
  classes: readonly number[];
}

export interface NetworkOptions {
  hiddenSize: number;
  classCount: number;
  learningRate: number;
  /** Makes the initial weights, and so the whole training, the same in every run. */
  seed: number;
}

export interface GraphNetwork {
  classCount: number;
  /** Where each message comes from and goes to, as indices of shape [messages, 1]. */
  sources: tf.Tensor2D;
  targets: tf.Tensor2D;
  /** What each message is multiplied by, of shape [messages, 1]. */
  scales: tf.Tensor2D;
  hiddenWeights: tf.Variable<tf.Rank.R2>;
  outputWeights: tf.Variable<tf.Rank.R2>;
  optimizer: tf.Optimizer;
}

export function createGraphNetwork(graph: Graph, options: NetworkOptions): GraphNetwork {
  const { nodeCount, edges } = graph;
  const { hiddenSize, classCount, learningRate, seed } = options;
  const messages = [
    ...Array.from({ length: nodeCount }, (_, node) => [node, node] as const),
    ...edges,
    ...edges.map(([a, b]) => [b, a] as const),
  ];
  const degrees = new Array<number>(nodeCount).fill(0);
  for (const [, target] of messages) degrees[target]++;

  const weights = (rows: number, columns: number, weightSeed: number) =>
    tf.tidy(() =>
      tf.variable(tf.randomNormal<tf.Rank.R2>([rows, columns], 0, 0.1, 'float32', weightSeed)),
    );
  return {
    classCount,
    sources: tf.tensor2d(
      messages.map(([source]) => [source]),
      undefined,
      'int32',
    ),
    targets: tf.tensor2d(
      messages.map(([, target]) => [target]),
      undefined,
      'int32',
    ),
    scales: tf.tensor2d(messages.map(([a, b]) => [1 / Math.sqrt(degrees[a] * degrees[b])])),
    hiddenWeights: weights(nodeCount, hiddenSize, seed),
    outputWeights: weights(hiddenSize, classCount, seed + 1),
    optimizer: tf.train.adam(learningRate),
  };
}

/** Every node gets the sum of its neighbours' rows and its own, scaled by the nodes' degrees. */
function passMessages(network: GraphNetwork, rows: tf.Tensor): tf.Tensor {
  const messages = gatherND(rows, network.sources).mul(network.scales);
  return scatterND(tf.zerosLike(rows), network.targets, messages, { reduction: 'add' });
}

/** A score per node and class. Nodes have no features of their own: the first layer learns them. */
function scores(network: GraphNetwork): tf.Tensor {
  const hidden = passMessages(network, network.hiddenWeights).relu();
  return passMessages(network, hidden.matMul(network.outputWeights));
}

/** Takes one step of the optimizer; returns the loss before it. */
export async function trainStep(network: GraphNetwork, labels: Labels): Promise<number> {
  const loss = tf.tidy(() => {
    const nodes = labels.nodes.map((node) => [node]);
    const expected = tf.oneHot([...labels.classes], network.classCount);
    const value = network.optimizer.minimize(
      () => tf.losses.softmaxCrossEntropy(expected, gatherND(scores(network), nodes)).asScalar(),
      true,
      [network.hiddenWeights, network.outputWeights],
    );
    if (value === null) throw new Error('The optimizer returned no loss.');
    return value;
  });
  const [value] = await loss.data();
  loss.dispose();
  return value;
}

/** The class of each node, as the network sees it now. */
export async function predict(network: GraphNetwork): Promise<number[]> {
  const classes = tf.tidy(() => scores(network).argMax(1));
  const values = await classes.data();
  classes.dispose();
  return [...values];
}

/** The share of nodes whose predicted class is the actual one. */
export function accuracy(predicted: readonly number[], actual: readonly number[]): number {
  return predicted.filter((value, node) => value === actual[node]).length / actual.length;
}

export function disposeGraphNetwork(network: GraphNetwork): void {
  const { sources, targets, scales, hiddenWeights, outputWeights, optimizer } = network;
  tf.dispose([sources, targets, scales, hiddenWeights, outputWeights]);
  optimizer.dispose();
}
