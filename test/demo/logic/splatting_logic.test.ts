/** The parts that keep splatting whole and quick: the guard, the end of learning, and the hand. */
import * as tf from '@tensorflow/tfjs';
import { affordable, refusalOf } from '../../../demo/page/parts/splatting/affordable.js';
import { createConvergence, decibels } from '../../../demo/page/parts/splatting/convergence.js';
import { createLearner, randomPositions } from '../../../demo/page/parts/splatting/learner.js';
import {
  MOTIONS,
  moveParticles,
  startParticles,
  type Hand,
} from '../../../demo/page/parts/splatting/motions.js';
import { seedRandom } from './seeded.js';

seedRandom();

beforeAll(async () => {
  await tf.setBackend('cpu');
});

describe('the guard', () => {
  const range = { counts: [1000, 3000, 10_000, 30_000, 100_000, 1_000_000], safe: 3000 };

  /** Asks for a number on a machine with a time for a frame, and one for each particle. */
  const ask = async (wanted: number, ofFrame: number, ofParticle: number) => {
    const tried: number[] = [];
    const allowed = await affordable(wanted, range, (count) => {
      tried.push(count);
      return Promise.resolve(ofFrame + count * ofParticle);
    });
    return { ...allowed, tried };
  };

  test.each([
    ['nothing is tried of what is fine', 3000, 9, 9, 3000, []],
    ['a fast machine goes straight to it', 100_000, 0.1, 1e-5, 100_000, [3000]],
    ['a large overhead is seen through', 1_000_000, 10, 1e-4, 1_000_000, [3000, 100_000]],
    ['a slow machine gets what it can', 1_000_000, 5, 0.02, 10_000, [3000, 10_000]],
    ['a very slow one stays where it is', 10_000, 400, 1, 3000, [3000]],
  ] as const)('%s', async (_, wanted, ofFrame, ofParticle, count, tried) => {
    const asked = await ask(wanted, ofFrame, ofParticle);
    expect([asked.count, asked.tried]).toEqual([count, tried]);
    expect(asked.refused === undefined).toBe(count === wanted);
    // No frame that was tried took over a second.
    if (count > 3000) {
      for (const each of asked.tried) expect(ofFrame + each * ofParticle).toBeLessThan(1000);
    }
  });

  test('says what it refused, in a sentence', () => {
    expect(refusalOf({ count: 30_000, refused: 22_300 }, 1_000_000, 'frame')).toBe(
      'A frame of 1,000,000 particles would take about 22 seconds here, so there are 30,000.',
    );
    expect(refusalOf({ count: 1000, refused: 700 }, 3000, 'step')).toMatch(/more than half a sec/);
    expect(refusalOf({ count: 3000 }, 3000, 'step')).toBe('');
  });
});

test('learning slows down twice where it gains nothing, and is done then', () => {
  const convergence = createConvergence();
  const rates: number[] = [];
  let steps = 0;
  for (let error = 1; steps < 500 && !convergence.isDone; steps++) {
    // Better for 50 steps, and never after.
    if (steps < 50) error *= 0.9;
    if (convergence.note(error)) rates.push(convergence.rate);
  }
  expect(rates).toEqual([0.3, 0.1, 0.1]);
  expect(steps).toBe(50 + 3 * 30);
  convergence.restart();
  expect([convergence.rate, convergence.isDone]).toEqual([1, false]);
  expect(decibels(0.01)).toBeCloseTo(20);
});

test.each([
  ['all', 10, 0.1],
  ['positions', 1, 0],
  ['weights', 3, -0.1],
] as const)('a picture is learnt by %s', async (learnable, gain, darkest) => {
  const size = 16;
  const values = Float32Array.from({ length: 3 * size ** 2 }, (_, i) => 0.4 + 0.1 * (i % 3));
  const learner = createLearner({
    target: { size, channels: 3, values },
    particles: { positions: randomPositions(80) },
    learnable,
    rate: 0.01,
  });
  const first = await learner.render();
  for (let step = 0; step < 80; step++) learner.step();
  const { image, error } = await learner.render();
  learner.dispose();
  expect(decibels(error)).toBeGreaterThan(decibels(first.error) + gain);
  expect(Math.min(...image.values)).toBeGreaterThanOrEqual(darkest);
});

describe.each(Object.values(MOTIONS))('a hand on $label', (motion) => {
  const AWAY: Hand = { row: 0.2, column: 0.8, pull: 0, explodes: false };

  /** The mean distance from the hand after half a second. */
  const distanceAfter = (hand: Hand, first: Partial<Hand> = {}) => {
    let particles = startParticles(motion, 5000);
    for (let frame = 0; frame < 30; frame++) {
      const given = frame === 0 ? { ...hand, ...first } : hand;
      particles = moveParticles(motion, particles, frame, given);
    }
    const { row, column } = hand;
    const distance = particles.positions.sub([row, column]).square().sum(1).sqrt().mean();
    return distance.dataSync()[0];
  };

  test('pulls, pushes and explodes', () => {
    tf.tidy(() => {
      const alone = distanceAfter(AWAY);
      expect(distanceAfter({ ...AWAY, pull: 1 })).toBeLessThan(alone - 0.05);
      expect(distanceAfter({ ...AWAY, pull: -1 })).toBeGreaterThan(alone + 0.03);
      expect(distanceAfter(AWAY, { explodes: true })).toBeGreaterThan(alone + 0.01);
    });
  });
});
