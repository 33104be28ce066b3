/** Particles that learn to draw a picture: the error of their image flows back through the scatter. */
import * as tf from '@tensorflow/tfjs';
import { createScaleError, meanSquaredError } from './image_error.js';
import type { Pixels } from './pixels.js';
import { LARGEST_RADIUS, splat } from './splat.js';

export const LEARNABLE = ['all', 'both', 'positions', 'weights'] as const;
/** The properties of particles that learn; radii are 1 unless all do. */
export type Learnable = (typeof LEARNABLE)[number];

/** Particles as numbers. */
export interface ParticleValues {
  /** Rows and columns in shares of the image's side. */
  positions: Float32Array;
  /** Default: even ones. */
  weights?: Float32Array;
  /** Radii as they learn, where 0 is the middle one. Default: 0. */
  radii?: Float32Array;
}

export interface LearnerOptions {
  target: Pixels;
  /** Particles at the start. */
  particles: ParticleValues;
  learnable: Learnable;
  /** Share of the image's side that a particle moves in a step, about. */
  rate: number;
}

/** The image that the particles draw, and its mean squared error. */
export interface Rendering {
  image: Pixels;
  error: number;
}

export interface Learner {
  /** Channels of the image: programs for another number are others. */
  readonly channels: number;
  /** Changes the properties that learn, and how fast, from the next step on. */
  tune(options: Pick<LearnerOptions, 'learnable' | 'rate'>): void;
  step(): void;
  /** Draws the particles, and reads the image. */
  render(): Promise<Rendering>;
  /** Reads the particles. */
  particles(): Promise<Required<ParticleValues>>;
  /** The work of a step in pieces, which teach nothing. */
  pieces(): (() => void)[];
  dispose(): void;
}

/** Learning rates relative to that of positions; weights are in units of an even share of light. */
const WEIGHT_SPEED = 5;
const RADIUS_SPEED = 15;

/** Adam forgets soon, for the gradient of a moving particle changes as it moves. */
const createOptimizer = (rate: number) => tf.train.adam(rate, 0.9, 0.9);

/** Draws random positions, uniformly. */
export function randomPositions(count: number): Float32Array {
  return Float32Array.from({ length: 2 * count }, Math.random);
}

export function createLearner(options: LearnerOptions): Learner {
  const { target, particles, ...tuning } = options;
  const { size, channels } = target;
  const targetImage = tf.tensor3d(target.values, [size, size, channels]);
  const error = createScaleError(size);
  const count = particles.positions.length / 2;
  const evenShare = tf.tidy(() => targetImage.sum([0, 1]).div(count).mul(WEIGHT_SPEED));
  const { positions, weights, radii } = createVariables(particles, channels);
  let { learnable } = tuning;
  let optimizer = createOptimizer(tuning.rate);

  const radiiInPixels = () => {
    if (learnable !== 'all') return undefined;
    return radii
      .mul(RADIUS_SPEED)
      .sigmoid()
      .mul(LARGEST_RADIUS - 1)
      .add(1);
  };
  const draw = () => splat(positions.mul(size - 1), weights.mul(evenShare), size, radiiInPixels());
  const variables = () => {
    if (learnable === 'all') return [positions, weights, radii];
    if (learnable === 'both') return [positions, weights];
    return learnable === 'positions' ? [positions] : [weights];
  };
  return {
    channels,
    tune({ learnable: next, rate }) {
      learnable = next;
      optimizer.dispose();
      optimizer = createOptimizer(rate);
    },
    step() {
      optimizer.minimize(() => error.of(draw(), targetImage), false, variables());
    },
    async render() {
      const [image, error] = tf.tidy(() => {
        const image = draw();
        return [image, meanSquaredError(image, targetImage)];
      });
      const [values, errors] = await Promise.all([image.data<'float32'>(), error.data()]);
      tf.dispose([image, error]);
      return { image: { size, channels, values }, error: errors[0] };
    },
    async particles() {
      const read = [positions, weights, radii].map((variable) => variable.data<'float32'>());
      const [places, lights, reaches] = await Promise.all(read);
      return { positions: places, weights: lights, radii: reaches };
    },
    pieces() {
      const sum = () => draw().sum().asScalar();
      const errorsOf = (scales: number) => (image: tf.Tensor) =>
        error.of(image as tf.Tensor3D, targetImage, scales);
      return [
        draw,
        () => meanSquaredError(draw(), targetImage),
        ...variables().map((variable) => () => tf.variableGrads(sum, [variable])),
        ...Array.from(
          { length: error.scales + 1 },
          (_, scales) => () => tf.grad(errorsOf(scales))(targetImage),
        ),
      ].map((work) => () => {
        tf.tidy(() => {
          work();
        });
      });
    },
    dispose() {
      error.dispose();
      tf.dispose([targetImage, evenShare, positions, weights, radii]);
      optimizer.dispose();
    },
  };
}

function createVariables({ positions, weights, radii }: ParticleValues, channels: number) {
  const count = positions.length / 2;
  return tf.tidy(() => ({
    positions: tf.variable(tf.tensor2d(positions, [count, 2])),
    weights: tf.variable(
      weights
        ? tf.tensor2d(weights, [count, channels])
        : tf.fill<tf.Rank.R2>([count, channels], 1 / WEIGHT_SPEED),
    ),
    radii: tf.variable(radii ? tf.tensor2d(radii, [count, 1]) : tf.zeros<tf.Rank.R2>([count, 1])),
  }));
}
