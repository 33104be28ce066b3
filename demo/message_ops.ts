/** The two ops that a graph network passes messages by, of this package and of TensorFlow.js itself. */
import * as tf from '@tensorflow/tfjs';
import { gatherND, scatterND } from 'tfjs-gather-scatter';

export interface MessageOps {
  /** The rows of `nodes`, one for each message. */
  gather(rows: tf.Tensor, nodes: tf.Tensor1D): tf.Tensor;
  /** For each node, the sum of the messages to it. */
  sum(messages: tf.Tensor, targets: tf.Tensor1D, nodeCount: number): tf.Tensor;
}

export const PACKAGE_OPS: MessageOps = {
  gather: (rows, nodes) => gatherND(rows, nodes.expandDims(1)),
  sum(messages, targets, nodeCount) {
    const zeros = tf.zeros([nodeCount, ...messages.shape.slice(1)]);
    return scatterND(zeros, targets.expandDims(1), messages, { reduction: 'add' });
  },
};

/** What `accelerateBuiltins` acts on. */
export const TFJS_OPS: MessageOps = {
  gather: (rows, nodes) => tf.gather(rows, nodes),
  sum: (messages, targets, nodeCount) => tf.unsortedSegmentSum(messages, targets, nodeCount),
};
