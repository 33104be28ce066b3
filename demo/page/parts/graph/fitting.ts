/** Finds how large a graph may be, so that a step by tfjs' own kernels takes a second or two. */
import * as tf from '@tensorflow/tfjs';
import { quietTime } from '../../lanes/quiet_time.js';

/** Time that a step is to take, in ms. */
const STEP_TIME = 1400;
/**
 * Time of a step, in sums. It has four, forward and backward, of the hidden layer and of a narrower one,
 * and does not wait for each.
 */
const SUMS = 1.6;
/** Messages a node: five edges in both directions, and its own. */
const MESSAGES = 11;
const WIDTH = 16;
/** Shortest time of a sum that foretells those of larger graphs, in ms. */
const LONG_ENOUGH = 50;
/** Smallest graph that is tried, and the largest one that is raced on. */
const [SMALLEST, LARGEST] = [60, 10_000];

/**
 * Returns the number of nodes that fits. tfjs' own sums read every message for every node, so that their
 * time grows with the square of the nodes. Small sums tell the time of large ones, which nothing could
 * stop.
 */
export async function fittingNodes(): Promise<number> {
  for (let nodes = SMALLEST; ; nodes *= 2) {
    const count = Math.min(nodes, LARGEST);
    const ms = await quietTime(() => timeOfSum(count));
    if (ms < LONG_ENOUGH && count < LARGEST) continue;
    const fitting = count * Math.sqrt(STEP_TIME / (SUMS * ms));
    return Math.min(LARGEST, Math.max(SMALLEST, Number(fitting.toPrecision(2))));
  }
}

async function timeOfSum(nodes: number): Promise<number> {
  const messages = tf.zeros([MESSAGES * nodes, WIDTH]);
  const targets = tf.tidy(() =>
    tf
      .range(0, MESSAGES * nodes, 1, 'int32')
      .mod(tf.scalar(nodes, 'int32'))
      .toInt(),
  ) as tf.Tensor1D;
  await targets.data();
  const start = performance.now();
  const sums = tf.unsortedSegmentSum(messages, targets, nodes);
  await sums.data();
  const elapsed = performance.now() - start;
  tf.dispose([messages, targets, sums]);
  return elapsed;
}
