/** The two ops of a graph network, in the two ways that stock TensorFlow.js has. */
import * as tf from '@tensorflow/tfjs';
import { messagesOf, type Graph } from './graph.js';

/** The messages along the edges of a graph. */
export interface Messages {
  /** The node that each comes from, and the one that it goes to. */
  sources: tf.Tensor1D;
  targets: tf.Tensor1D;
  /** The factor of each. */
  scales: tf.Tensor1D;
  nodeCount: number;
}

export interface MessageOps {
  /** Gathers the rows of `nodes`. */
  gather(rows: tf.Tensor, nodes: tf.Tensor1D): tf.Tensor;
  /** For each node, sums the scaled rows of the messages to it. */
  pass(rows: tf.Tensor, messages: Messages): tf.Tensor;
  /** Disposes the tensors that the ops hold. */
  dispose?: () => void;
}

/** Gather, multiply and sum: the ops that `accelerateBuiltins` accelerates. */
export const TFJS_OPS: MessageOps = {
  gather: (rows, nodes) => tf.gather(rows, nodes),
  pass: (rows, { sources, targets, scales, nodeCount }) =>
    tf.unsortedSegmentSum(tf.gather(rows, sources).mul(scales.expandDims(1)), targets, nodeCount),
};

/** On wasm, tfjs writes the bits of integers into one-hot rows of floats, so these start as integers. */
const oneHot = (nodes: tf.Tensor1D, depth: number) => tf.oneHot(nodes, depth).cast('float32');

/** A lookup as a dense product with one-hot rows. */
export const ONE_HOT_OPS: Pick<MessageOps, 'gather'> = {
  gather: (rows, nodes) => tf.matMul(oneHot(nodes, rows.shape[0]), rows),
};

/**
 * The ops of one graph as dense products. Its matrices, mostly zeros, are created once, so `gather` must
 * get the same nodes in every call.
 */
export function createDenseOps(graph: Graph): MessageOps {
  const { nodeCount } = graph;
  const { sources, targets, scales } = messagesOf(graph);
  const entries = new Float32Array(nodeCount ** 2);
  scales.forEach((scale, i) => (entries[targets[i] * nodeCount + sources[i]] += scale));
  const adjacency = tf.tensor2d(entries, [nodeCount, nodeCount]);
  let selection: tf.Tensor | undefined;
  return {
    gather(rows, nodes) {
      selection ??= tf.keep(oneHot(nodes, nodeCount));
      return tf.matMul(selection, rows);
    },
    pass: (rows) => tf.matMul(adjacency, rows),
    dispose() {
      tf.dispose([adjacency, ...(selection ? [selection] : [])]);
    },
  };
}
