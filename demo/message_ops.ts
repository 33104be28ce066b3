/** The two ops of a graph network, and TensorFlow.js' own. */
import * as tf from '@tensorflow/tfjs';

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
  /** Sums for each node the rows that messages bring to it, scaled. */
  pass(rows: tf.Tensor, messages: Messages): tf.Tensor;
}

/** The ops that `accelerateBuiltins` accelerates. */
export const TFJS_OPS: MessageOps = {
  gather: (rows, nodes) => tf.gather(rows, nodes),
  pass: (rows, { sources, targets, scales, nodeCount }) =>
    tf.unsortedSegmentSum(tf.gather(rows, sources).mul(scales.expandDims(1)), targets, nodeCount),
};
