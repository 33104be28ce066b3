/**
 * A two-layer graph network (a GCN) that predicts the class of each node of a graph from the
 * classes of a few. Used by the page and in Node, on graphs of up to 10,000 nodes.
 */
import * as tf from '@tensorflow/tfjs';
import { messagesOf, type Graph } from './graph.js';
import type { MessageOps, Messages } from './message_ops.js';

/** Nodes whose class is known. */
export interface Labels {
  nodes: readonly number[];
  classes: readonly number[];
}

export interface NetworkOptions {
  /** The ops that pass messages. */
  ops: MessageOps;
  hiddenSize: number;
  classCount: number;
  learningRate: number;
  /** Makes the initial weights, and so the whole training, the same in every run. */
  seed: number;
}

export interface GraphNetwork extends Readonly<Messages> {
  readonly ops: MessageOps;
  /** The nodes whose class is known. */
  readonly known: tf.Tensor1D;
  /** The classes of those nodes, one-hot. */
  readonly expected: tf.Tensor2D;
  readonly hiddenWeights: tf.Variable<tf.Rank.R2>;
  readonly outputWeights: tf.Variable<tf.Rank.R2>;
  readonly optimizer: tf.Optimizer;
}

export function createGraphNetwork(
  graph: Graph,
  labels: Labels,
  { ops, hiddenSize, classCount, learningRate, seed }: NetworkOptions,
): GraphNetwork {
  const { nodeCount } = graph;
  const { sources, targets, scales } = messagesOf(graph);
  const createWeights = (rows: number, columns: number, weightSeed: number) =>
    tf.tidy(() =>
      tf.variable(tf.randomNormal<tf.Rank.R2>([rows, columns], 0, 0.1, 'float32', weightSeed)),
    );
  return {
    ops,
    nodeCount,
    sources: tf.tensor1d(sources),
    targets: tf.tensor1d(targets),
    scales: tf.tensor1d(scales),
    known: tf.tensor1d([...labels.nodes], 'int32'),
    expected: oneHot(labels.classes, classCount),
    hiddenWeights: createWeights(nodeCount, hiddenSize, seed),
    outputWeights: createWeights(hiddenSize, classCount, seed + 1),
    optimizer: tf.train.adam(learningRate, undefined, undefined, epsilon()),
  };
}

/**
 * Adam's term against division by zero. The default of tfjs on webgl, 1e-4, is meant for half floats,
 * and is as large as the gradients of a large graph.
 */
function epsilon(): number | undefined {
  const hasFloats = tf.getBackend() !== 'webgl' || tf.env().getBool('WEBGL_RENDER_FLOAT32_ENABLED');
  return hasFloats ? 1e-7 : undefined;
}

function oneHot(classes: readonly number[], classCount: number): tf.Tensor2D {
  return tf.tidy(() => tf.oneHot([...classes], classCount).as2D(-1, classCount));
}

/** Computes the hidden layer, which learns features for the nodes. They have none of their own. */
function hiddenRows(network: GraphNetwork): tf.Tensor {
  return network.ops.pass(network.hiddenWeights, network).relu();
}

/** Computes a score per node and class. */
function scoresOf(network: GraphNetwork, hidden: tf.Tensor): tf.Tensor {
  return network.ops.pass(hidden.matMul(network.outputWeights), network);
}

/** Takes one step of the optimizer. Returns the mean loss of the known nodes before it. */
export async function trainStep(network: GraphNetwork): Promise<number> {
  const { ops, known, expected, hiddenWeights, outputWeights, optimizer } = network;
  const loss = tf.tidy(() => {
    const lossOf = () => {
      const rows = ops.gather(scoresOf(network, hiddenRows(network)), known);
      // A mean would have gradients that shrink as more nodes are known.
      return tf.losses
        .softmaxCrossEntropy(expected, rows, undefined, undefined, tf.Reduction.SUM)
        .asScalar();
    };
    const value = optimizer.minimize(lossOf, true, [hiddenWeights, outputWeights]);
    if (value === null) throw new Error('The optimizer returned no loss.');
    return value;
  });
  const [value] = await loss.data();
  loss.dispose();
  return value / known.size;
}

/** What the network currently predicts. */
export interface Evaluation {
  /** The predicted class of each node. */
  classes: Int32Array;
  /** The rows of the hidden layer, one after the other. */
  hidden: Float32Array;
}

export async function evaluate(network: GraphNetwork): Promise<Evaluation> {
  const tensors = tf.tidy(() => {
    const hidden = hiddenRows(network);
    return { classes: scoresOf(network, hidden).argMax(1), hidden };
  });
  const [classes, hidden] = await Promise.all([
    tensors.classes.data<'int32'>(),
    tensors.hidden.data<'float32'>(),
  ]);
  tf.dispose(tensors);
  return { classes, hidden };
}

export function disposeGraphNetwork(network: GraphNetwork): void {
  const { sources, targets, scales, known, expected, hiddenWeights, outputWeights } = network;
  tf.dispose([sources, targets, scales, known, expected, hiddenWeights, outputWeights]);
  network.optimizer.dispose();
}
