/**
 * How long a step by tfjs' own kernels will take. Their sums look at every message for every node,
 * which nothing can interrupt and which may take minutes, so one asks before.
 */
import * as tf from '@tensorflow/tfjs';
import type { GraphNetwork } from '../../../graph_network.js';

/** When a part of the sum that takes so long tells enough, in ms. */
const LONG_ENOUGH = 40;

/** Estimates the time that the sums of a step take, in ms, from ever more of the nodes of one. */
export async function estimateStep(network: GraphNetwork): Promise<number> {
  const { nodeCount, targets, hiddenWeights, outputWeights } = network;
  const width = hiddenWeights.shape[1];
  // Forward and backward, in both layers.
  const sums = 2 * (1 + outputWeights.shape[1] / width);
  const messages = tf.zeros([targets.size, width]);
  try {
    for (let nodes = 1; ; nodes *= 4) {
      const share = Math.min(nodes, nodeCount) / nodeCount;
      const sum = () => tf.unsortedSegmentSum(messages, targets, Math.ceil(share * nodeCount));
      const first = await timeOf(sum);
      // The first time, programs are compiled.
      const ms = first < LONG_ENOUGH ? first : Math.min(first, await timeOf(sum));
      if (ms >= LONG_ENOUGH || share === 1) return (ms / share) * sums;
    }
  } finally {
    messages.dispose();
  }
}

async function timeOf(call: () => tf.Tensor): Promise<number> {
  const start = performance.now();
  const result = call();
  await result.data();
  const elapsed = performance.now() - start;
  result.dispose();
  return elapsed;
}
