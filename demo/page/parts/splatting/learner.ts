/** Particles that learn to draw a picture: the error of their image flows back through the scatter. */
import * as tf from '@tensorflow/tfjs';
import { createHalvings, imageError } from './image_error.js';
import type { Pixels } from './pixels.js';
import { splat } from './splat.js';

const CHANNELS = 3;
/** Share of the image's side that a particle moves in the first step, about; later ones are smaller. */
const RATE = 0.02;
const rateAt = (progress: number) => RATE * (1 - progress) ** 1.5;

/** Learning rate of colours, in even shares of light, relative to that of places. */
const COLOUR_SPEED = 5;

export interface Learner {
  /** Goes on from the present particles to another picture of the same size. */
  retarget(target: Pixels): void;
  /** Teaches them once, the more cautiously the more of all steps are behind them, from 0 to 1. */
  step(progress: number): void;
  /** Draws the particles. */
  draw(): Promise<Pixels>;
  dispose(): void;
}

/** Starts with particles anywhere in the picture, which share its light out evenly. */
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
        // Beside the image they would learn nothing any more.
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

/** What is to be learned, and the light that each particle has of it at first. */
function createLesson({ size, values }: Pixels, count: number) {
  const target = tf.tensor(values, [size, size, CHANNELS]);
  const share = tf.tidy(() => target.sum([0, 1]).mul(COLOUR_SPEED / count));
  // It forgets soon, for the gradient of a moving particle changes as it moves.
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
