/** Particles that learn to draw a picture: the error of their image flows back through the scatter. */
import * as tf from '@tensorflow/tfjs';
import { errorAtAllScales, meanSquaredError } from './image_error.js';
import type { Pixels } from './pixels.js';
import { splat } from './splat.js';

export const LEARNABLE = ['both', 'positions', 'weights'] as const;
/** What of the particles learns. */
export type Learnable = (typeof LEARNABLE)[number];

export interface LearnerOptions {
  target: Pixels;
  /** Where the particles start, as rows and columns in shares of the image's side. */
  positions: Float32Array;
  learnable: Learnable;
  /** What share of the image's side a particle moves in a step, about. */
  rate: number;
}

export interface Learner {
  /** What learns, and how fast, from the next step on. */
  tune(options: Pick<LearnerOptions, 'learnable' | 'rate'>): void;
  step(): void;
  /** The image that the particles draw, and its mean squared error. */
  look(): Promise<{ image: Pixels; error: number }>;
  /** Where the particles are. */
  positions(): Promise<Float32Array>;
  dispose(): void;
}

/** Weights, in units of an even share of all light, change so many times faster than positions. */
const WEIGHT_SPEED = 5;

/** The gradient of a particle on its way soon ceases to be what it was: Adam had better forget. */
const ADAM = { beta1: 0.9, beta2: 0.9 };

/** Particles at random places. */
export function randomPositions(count: number): Float32Array {
  return Float32Array.from({ length: 2 * count }, Math.random);
}

export function createLearner({ target, positions: start, ...tuning }: LearnerOptions): Learner {
  const { size, channels } = target;
  const count = start.length / 2;
  const wanted = tf.tensor3d(target.values, [size, size, channels]);
  const evenShare = tf.tidy(() => wanted.sum([0, 1]).div(count).mul(WEIGHT_SPEED));
  const positions = tf.tidy(() => tf.variable(tf.tensor2d(start, [count, 2])));
  const weights = tf.tidy(() =>
    tf.variable(tf.fill<tf.Rank.R2>([count, channels], 1 / WEIGHT_SPEED)),
  );
  let { learnable } = tuning;
  let optimizer = tf.train.adam(tuning.rate, ADAM.beta1, ADAM.beta2);

  const draw = () => splat(positions.mul(size - 1), weights.mul(evenShare), size);
  const chosen = () => {
    if (learnable === 'both') return [positions, weights];
    return learnable === 'positions' ? [positions] : [weights];
  };
  return {
    tune({ learnable: next, rate }) {
      learnable = next;
      optimizer.dispose();
      optimizer = tf.train.adam(rate, ADAM.beta1, ADAM.beta2);
    },
    step() {
      optimizer.minimize(() => errorAtAllScales(draw(), wanted), false, chosen());
    },
    async look() {
      const [image, error] = tf.tidy(() => {
        const image = draw();
        return [image, meanSquaredError(image, wanted)];
      });
      const [values, errors] = await Promise.all([image.data<'float32'>(), error.data()]);
      tf.dispose([image, error]);
      return { image: { size, channels, values }, error: errors[0] };
    },
    positions: () => positions.data<'float32'>(),
    dispose() {
      tf.dispose([wanted, evenShare, positions, weights]);
      optimizer.dispose();
    },
  };
}
