/**
 * The demo's training, by the functions that the demo runs, and the facts that are known of the
 * karate club's graph.
 */
import * as tf from '@tensorflow/tfjs';

import { accuracy } from '../../../demo/graph.js';
import {
  createGraphNetwork,
  disposeGraphNetwork,
  evaluate,
  trainStep,
  type GraphNetwork,
} from '../../../demo/graph_network.js';
import { TFJS_OPS } from '../../../demo/message_ops.js';
import { PACKAGE_OPS } from '../../../demo/package_ops.js';
import {
  FRIENDSHIPS,
  INSTRUCTOR,
  KARATE_CLUB,
  KNOWN_SIDES,
  MEMBER_COUNT,
  OFFICER,
  SIDES,
} from '../../../demo/karate_club_data.js';

function createNetwork(seed: number) {
  const options = { ops: PACKAGE_OPS, hiddenSize: 16, classCount: 2, learningRate: 0.01, seed };
  return createGraphNetwork(KARATE_CLUB, KNOWN_SIDES, options);
}

const close = (values: number[]) => values.map((value): unknown => expect.closeTo(value, 4));

describe("Zachary's karate club", () => {
  test('has 78 friendships between 34 members, each once, none with oneself', () => {
    expect(MEMBER_COUNT).toBe(34);
    expect(FRIENDSHIPS).toHaveLength(78);
    const pairs = FRIENDSHIPS.map((pair) => [...pair].sort((a, b) => a - b).join('-'));
    expect(new Set(pairs).size).toBe(78);
    for (const [a, b] of FRIENDSHIPS) {
      expect(a).not.toBe(b);
      expect(Math.min(a, b)).toBeGreaterThanOrEqual(0);
      expect(Math.max(a, b)).toBeLessThan(34);
    }
  });

  test('has the degrees that are known of it', () => {
    const ends = FRIENDSHIPS.flat();
    const degrees = SIDES.map((_, member) => ends.filter((end) => end === member).length);
    expect(degrees.join(' ')).toBe(
      '16 9 10 6 3 4 4 4 5 2 3 1 2 5 2 2 2 2 2 3 2 2 2 5 3 3 2 4 3 4 4 6 12 17',
    );
  });

  test('splits in two halves, with the instructor and the officer on their own sides', () => {
    expect(SIDES).toHaveLength(34);
    expect(SIDES.filter((side) => side === 0)).toHaveLength(17);
    expect([SIDES[INSTRUCTOR], SIDES[OFFICER]]).toEqual([0, 1]);
    const across = FRIENDSHIPS.filter(([a, b]) => SIDES[a] !== SIDES[b]);
    expect(across).toHaveLength(11);
  });
});

describe('the graph network', () => {
  test.each([1, 2, 3])('learns the sides of all members from two (seed %i)', async (seed) => {
    const network = createNetwork(seed);
    const losses: number[] = [];
    for (let epoch = 0; epoch < 100; epoch++) losses.push(await trainStep(network));
    expect(losses[99]).toBeLessThan(losses[0] / 10);
    expect(accuracy((await evaluate(network)).classes, SIDES)).toBeGreaterThanOrEqual(0.9);
    disposeGraphNetwork(network);
  });

  test('takes the same steps for the same seed', async () => {
    const run = async () => {
      const network = createNetwork(5);
      const losses = [await trainStep(network), await trainStep(network)];
      disposeGraphNetwork(network);
      return losses;
    };
    expect(await run()).toEqual(await run());
  });

  test("takes the same steps by tfjs' own ops", async () => {
    const run = async (change: Partial<GraphNetwork>) => {
      const network = Object.assign(createNetwork(5), change);
      const losses: number[] = [];
      for (let epoch = 0; epoch < 5; epoch++) losses.push(await trainStep(network));
      const { classes, hidden } = await evaluate(network);
      disposeGraphNetwork(network);
      return { losses, classes, hidden };
    };
    const [ours, theirs] = [await run({}), await run({ ops: TFJS_OPS })];
    expect(theirs.losses).toEqual(close(ours.losses));
    expect([...theirs.hidden]).toEqual(close([...ours.hidden]));
    expect(theirs.classes).toEqual(ours.classes);
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

  test('leaks no tensors', async () => {
    const before = tf.memory().numTensors;
    const network = createNetwork(1);
    // The first step makes Adam's own variables.
    await trainStep(network);
    const trained = tf.memory().numTensors;
    await trainStep(network);
    await evaluate(network);
    expect(tf.memory().numTensors).toBe(trained);
    disposeGraphNetwork(network);
    expect(tf.memory().numTensors).toBe(before);
  });
});
