/** Particles that learn to draw a picture. The error of their image flows back through the scatter. */
import * as tf from '@tensorflow/tfjs';
import { createHalvings, imageError } from './image_error.js';
import type { Pixels } from './pixels.js';
import { splat } from './splat.js';

const CHANNELS = 3;
/** How far a particle moves in the first step, roughly, as a share of the image's side. */
const RATE = 0.02;
const rateAt = (progress: number) => RATE * (1 - progress) ** 1.5;

/** How much faster colours learn than places, in units of an even share of light. */
const COLOUR_SPEED = 5;

export interface Learner {
  /** Continues with another picture of the same size. */
  retarget(target: Pixels): void;
  /** Takes a step, which gets smaller as the progress goes from 0 to 1. */
  step(progress: number): void;
  /** Draws the particles. */
  draw(): Promise<Pixels>;
  dispose(): void;
}

/** Starts with particles at random places that share the picture's light evenly. */
export function createLearner(count: number, first: Pixels): Learner {
  const { size } = first;
  const halvings = createHalvings(size);
  const places = tf.tidy(() => tf.variable(tf.randomUniform([count, 2])));
  const colours = tf.tidy(() => tf.variable(tf.fill([count, CHANNELS], 1 / COLOUR_SPEED)));
  let lesson = createLesson(first, count);

  const inPixels = () => places.mul(size - 1);
  const image = (corners: tf.Tensor) => splat(inPixels(), corners, colours.mul(lesson.share), size);
  return {
    retarget(next) {
      lesson.dispose();
      lesson = createLesson(next, count);
    },
    step(progress) {
      const { optimizer, target } = lesson;
      optimizer.setRate(rateAt(progress));
      tf.tidy(() => {
        const corners = inPixels().floor();
        optimizer.minimize(() => imageError(image(corners), target, halvings));
        // Outside the image they would stop learning.
        places.assign(places.clipByValue(0, 1));
      });
    },
    async draw() {
      const drawn = tf.tidy(() => image(inPixels().floor()));
      const values = await drawn.data<'float32'>();
      drawn.dispose();
      return { size, values };
    },
    dispose() {
      lesson.dispose();
      tf.dispose([places, colours, ...halvings]);
    },
  };
}

/** What is to be learned, and each particle's share of its light at the start. */
function createLesson({ size, values }: Pixels, count: number) {
  const target = tf.tensor(values, [size, size, CHANNELS]);
  const share = tf.tidy(() => target.sum([0, 1]).mul(COLOUR_SPEED / count));
  // A short memory, because the gradient of a particle changes as it moves.
  const optimizer = new Adam(RATE, 0.9, 0.9);
  const dispose = () => {
    tf.dispose([target, share]);
    optimizer.dispose();
  };
  return { target, share, optimizer, dispose };
}

class Adam extends tf.AdamOptimizer {
  setRate(rate: number): void {
    this.learningRate = rate;
  }
}
