/** How the particles of the animation move: each frame, all of them at once, by ops of tfjs. */
import * as tf from '@tensorflow/tfjs';

/** Rows and columns in shares of the image's side, of shape [particles, 2]. */
export interface Particles {
  positions: tf.Tensor2D;
  velocities: tf.Tensor2D;
}

export interface Motion {
  label: string;
  /** The row and column that a particle starts at. */
  start: () => [number, number];
  /** The velocities at a time, in sides of the image per second. */
  velocities: (particles: Particles, seconds: number) => tf.Tensor2D;
}

/** What a frame moves them by: frames that take longer slow them down, and do not make them jump. */
const SECONDS = 1 / 60;

export const MOTIONS = {
  attraction: { label: 'Attraction', start: inRing, velocities: attracted },
  flow: { label: 'Double gyre', start: inBand, velocities: stirred },
} as const satisfies Record<string, Motion>;
export type MotionName = keyof typeof MOTIONS;

/** Particles at their start, at rest. */
export function startParticles(motion: Motion, count: number): Particles {
  const places = new Float32Array(2 * count);
  for (let i = 0; i < count; i++) places.set(motion.start(), 2 * i);
  return { positions: tf.tensor2d(places, [count, 2]), velocities: tf.zeros([count, 2]) };
}

/** The particles a frame later. */
export function moveParticles(motion: Motion, particles: Particles, frame: number): Particles {
  return tf.tidy(() => {
    const velocities = motion.velocities(particles, frame * SECONDS);
    const positions: tf.Tensor2D = particles.positions.add(velocities.mul(SECONDS));
    return { positions, velocities };
  });
}

/** A ring around the middle, so thin that what pulls it is seen to tear it. */
function inRing(): [number, number] {
  const angle = 2 * Math.PI * Math.random();
  const radius = 0.3 + 0.08 * Math.random();
  return [0.5 + radius * Math.sin(angle), 0.5 + radius * Math.cos(angle)];
}

/** An upright band in the middle, which the flow draws out into threads. */
function inBand(): [number, number] {
  return [0.03 + 0.94 * Math.random(), 0.4 + 0.2 * Math.random()];
}

/** How strongly, in which distance without a peak, and how long until half the speed is lost. */
const PULL = 0.06;
const SOFTENING = 0.07;
const HALF_LIFE = 20;

/** Three bodies circle in the middle and pull like gravity. */
function attracted({ positions, velocities }: Particles, seconds: number): tf.Tensor2D {
  let next = velocities.mul(0.5 ** (SECONDS / HALF_LIFE));
  for (let body = 0; body < 3; body++) {
    const angle = 0.8 * seconds + (body * 2 * Math.PI) / 3;
    const place = [0.5 + 0.2 * Math.sin(angle), 0.5 + 0.2 * Math.cos(angle)];
    const towards = tf.sub(place, positions);
    const distance = towards
      .square()
      .sum(1, true)
      .add(SOFTENING ** 2)
      .sqrt();
    next = next.add(towards.div(distance.pow(3)).mul((PULL / 3) * SECONDS));
  }
  return next as tf.Tensor2D;
}

/** Two whirls side by side, whose border swings to and fro: the flow that textbooks mix with. */
function stirred({ positions }: Particles, seconds: number): tf.Tensor2D {
  const speed = 0.25;
  const swing = 0.25 * Math.sin(1.2 * seconds);
  const [row, column] = tf.split(positions, 2, 1);
  const across = column.mul(2);
  const bent = across
    .square()
    .mul(swing)
    .add(across.mul(1 - 2 * swing))
    .mul(Math.PI);
  const slope = across.mul(2 * swing).add(1 - 2 * swing);
  const down = bent.cos().mul(row.mul(Math.PI).sin()).mul(slope).mul(speed);
  // Half as fast across, as two sides of the flow are one of the image.
  const right = bent
    .sin()
    .mul(row.mul(Math.PI).cos())
    .mul(-speed / 2);
  return tf.concat([down, right], 1) as tf.Tensor2D;
}
