/**
 * The demo's training, by the functions that the demo runs, and the facts that are known of the
 * karate club's graph.
 */
import * as tf from '@tensorflow/tfjs';

import {
  createGraphNetwork,
  disposeGraphNetwork,
  evaluate,
  trainStep,
  type GraphNetwork,
} from '../../../demo/graph_network.js';
import { createDenseOps, TFJS_OPS } from '../../../demo/message_ops.js';
import { PACKAGE_OPS } from '../../../demo/package_ops.js';
import {
  FRIENDSHIPS,
  INSTRUCTOR,
  KARATE_CLUB,
  KNOWN_SIDES,
  OFFICER,
  SIDES,
} from '../../../demo/karate_club_data.js';

function createNetwork(seed: number) {
  const options = { ops: PACKAGE_OPS, hiddenSize: 16, classCount: 2, learningRate: 0.01, seed };
  return createGraphNetwork(KARATE_CLUB, KNOWN_SIDES, options);
}

const close = (values: number[]) => values.map((value): unknown => expect.closeTo(value, 4));

test('the karate club has the degrees that are known of it, and splits over its two heads', () => {
  const ends = FRIENDSHIPS.flat();
  const degrees = SIDES.map((_, member) => ends.filter((end) => end === member).length);
  expect(degrees.join(' ')).toBe(
    '16 9 10 6 3 4 4 4 5 2 3 1 2 5 2 2 2 2 2 3 2 2 2 5 3 3 2 4 3 4 4 6 12 17',
  );
  const pairs = FRIENDSHIPS.map((pair) => [...pair].sort((a, b) => a - b).join('-'));
  expect([pairs.length, new Set(pairs).size]).toEqual([78, 78]);
  expect([SIDES[INSTRUCTOR], SIDES[OFFICER]]).toEqual([0, 1]);
  expect(FRIENDSHIPS.filter(([a, b]) => SIDES[a] !== SIDES[b])).toHaveLength(11);
});

describe('the graph network', () => {
  test("takes the same steps for the same seed, by tfjs' own ways too", async () => {
    const run = async (ops: GraphNetwork['ops']) => {
      const network = Object.assign(createNetwork(5), { ops });
      const losses: number[] = [];
      for (let epoch = 0; epoch < 5; epoch++) losses.push(await trainStep(network));
      const { classes, hidden } = await evaluate(network);
      disposeGraphNetwork(network);
      return { losses, classes, hidden: [...hidden] };
    };
    const ours = await run(PACKAGE_OPS);
    expect(await run(PACKAGE_OPS)).toEqual(ours);
    const dense = createDenseOps(KARATE_CLUB);
    for (const ops of [TFJS_OPS, dense]) {
      const theirs = await run(ops);
      expect(theirs.losses).toEqual(close(ours.losses));
      expect(theirs.hidden).toEqual(close(ours.hidden));
      expect(theirs.classes).toEqual(ours.classes);
    }
    dense.dispose?.();
  });

  test('passes messages along both directions of an edge, scaled by the degrees', async () => {
    const graph = { nodeCount: 4, ends: Int32Array.of(0, 1, 2, 1) };
    const options = { ops: PACKAGE_OPS, hiddenSize: 1, classCount: 2, learningRate: 0.01, seed: 1 };
    const network = createGraphNetwork(graph, { nodes: [0], classes: [0] }, options);
    network.hiddenWeights.assign(tf.tensor2d([1, 10, 100, 1000], [4, 1]));
    const { hidden } = await evaluate(network);
    disposeGraphNetwork(network);
    // Degrees count the node itself: 2, 3, 2 and 1.
    const across = 1 / Math.sqrt(6);
    const expected = [1 / 2 + 10 * across, 101 * across + 10 / 3, 50 + 10 * across, 1000];
    expect([...hidden]).toEqual(close(expected));
  });
});
