/**
 * How long a step by tfjs' own kernels will take. Their sums look at every message for every node,
 * which nothing can interrupt and which may take minutes, so one asks before.
 */
import * as tf from '@tensorflow/tfjs';
import type { GraphNetwork } from '../../../graph_network.js';

/** When a sum over some of the nodes takes so long, its time tells of all, in ms. */
const LONG_ENOUGH = 200;

/** Estimates the time that the sums of a step take, in ms, from ever more of the nodes of one. */
export async function estimateStep(network: GraphNetwork): Promise<number> {
  const { nodeCount, targets, hiddenWeights, outputWeights } = network;
  const width = hiddenWeights.shape[1];
  // Forward and backward, in both layers.
  const sums = 2 * (1 + outputWeights.shape[1] / width);
  const messages = tf.zeros([targets.size, width]);
  let before = { nodes: 0, ms: 0 };
  try {
    for (let nodes = 1; ; nodes = Math.min(4 * nodes, nodeCount)) {
      const count = nodes;
      const sum = () => tf.unsortedSegmentSum(messages, targets, count);
      // The first time, programs are compiled.
      await timeOf(sum);
      const ms = await timeOf(sum);
      // What it takes for none at all is no part of what it takes for each.
      const each = Math.max(0, ms - before.ms) / (nodes - before.nodes);
      if (ms >= LONG_ENOUGH || nodes === nodeCount) return (ms + each * (nodeCount - nodes)) * sums;
      before = { nodes, ms };
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
