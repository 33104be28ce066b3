/** Particles in motion, scattered into an image in every frame. */
import * as tf from '@tensorflow/tfjs';
import { codeTab } from '../../shared/code_tab.js';
import { fieldset, select } from '../../shared/controls.js';
import { element } from '../../shared/dom.js';
import { createLoop, type Loop } from '../../shared/loop.js';
import { loopControls } from '../../shared/loop_controls.js';
import { DRAWING_CODE } from './code.js';
import { createHandInput } from './hand_input.js';
import {
  MOTIONS,
  moveParticles,
  startParticles,
  type Motion,
  type MotionName,
  type Particles,
} from './motions.js';
import { createPixelCanvas } from './pixels.js';
import {
  countField,
  createGuard,
  createMeter,
  quickest,
  restartPlaying,
  sizeField,
} from './section.js';
import type { Section, SectionOptions } from './section.js';
import type { Size } from './settings.js';
import { splat } from './splat.js';
import { warmUp } from './warm_up.js';

/** Brightness of a pixel that has the average number of particles. */
const EXPOSURE = 0.15;

export function createAnimation(options: SectionOptions): Section {
  const { page, settings } = options;
  const canvas = createPixelCanvas('Particles in motion');
  let particles: Particles | undefined;
  const replaceParticles = (next: Particles | undefined) => {
    disposeParticles(particles);
    particles = next;
  };
  const draw = async ({ positions }: Particles) => {
    canvas.show(await readLight(positions, Number(settings.size)));
  };
  const guard = createGuard('frame', () => `${settings.size} ${page.backends.current}`);
  const prepare = async () => {
    const motion = MOTIONS[settings.motion];
    const warm = (particles: Particles) =>
      warmUp(`frame ${settings.motion}`, piecesOfFrame(motion, particles, settings.size), page);
    const timeOf = async (count: number) => {
      page.signal.throwIfAborted();
      return timeOfFrame(startParticles(motion, count), Number(settings.size), warm);
    };
    const count = await guard.allow(settings.count, options.safe().count, timeOf);
    const start = startParticles(motion, count);
    replaceParticles(start);
    await warm(start);
    await draw(start);
    canvas.describe(`${motion.label}, ${count} particles`);
  };
  const loop: Loop = createLoop({
    signal: page.signal,
    step: (frame) =>
      meter.measure(async () => {
        if (particles === undefined) return;
        const next = moveParticles(MOTIONS[settings.motion], particles, frame, hand.take());
        replaceParticles(next);
        await draw(next);
      }),
  });
  const meter = createMeter('frame', () => loop);
  const hand = createHandInput(canvas.element, () => {
    loop.play();
  });
  const fields = settingsFields(options, () => restartPlaying(loop, prepare));
  const controls = loopControls('Animation', loop, { unit: 'frame', restart: prepare });
  return {
    root: layOut(hand.area, [
      controls,
      meter.element,
      hand.controls,
      fields.root,
      guard.element,
      codeTab(DRAWING_CODE),
    ]),
    loop,
    picture: canvas.element,
    controls,
    start() {
      fields.show();
      return loop.restart(prepare);
    },
    end() {
      replaceParticles(undefined);
    },
  };
}

function disposeParticles(particles: Particles | undefined): void {
  tf.dispose([particles?.positions ?? [], particles?.velocities ?? []]);
}

/** The work of a frame, whose result is thrown away. */
function piecesOfFrame(motion: Motion, particles: Particles, size: Size): (() => void)[] {
  const { positions } = particles;
  const weights = () => tf.ones<tf.Rank.R2>([positions.shape[0], 1]);
  const draw = () => splat(positions.mul(Number(size) - 1), weights(), Number(size));
  return [() => moveParticles(motion, particles, 0), draw].map((work) => () => {
    tf.tidy(() => {
      work();
    });
  });
}

/** Draws particles of equal weight, from 0 to 1 as a film would see them, and reads the image. */
async function readLight(positions: tf.Tensor2D, size: number) {
  const light = tf.tidy(() => {
    const [count] = positions.shape;
    const weights = tf.fill<tf.Rank.R2>([count, 1], (EXPOSURE * size ** 2) / count);
    const image = splat(positions.mul(size - 1), weights, size);
    return tf.sub<tf.Tensor3D>(1, image.neg().exp());
  });
  const values = await light.data<'float32'>();
  light.dispose();
  return { size, channels: 1, values };
}

/** Times a frame; disposes the particles. */
async function timeOfFrame(
  start: Particles,
  size: number,
  warm: (particles: Particles) => Promise<void>,
): Promise<number> {
  let particles = start;
  try {
    await warm(particles);
    return await quickest(async (frame) => {
      const next = moveParticles(MOTIONS.attraction, particles, frame);
      disposeParticles(particles);
      particles = next;
      await readLight(particles.positions, size);
    });
  } finally {
    disposeParticles(particles);
  }
}

function settingsFields(
  { settings, change }: SectionOptions,
  restart: () => Promise<void>,
): { root: HTMLElement; show: () => void } {
  const count = countField(settings.count, (count) => {
    change({ count });
    return restart();
  });
  const size = sizeField(settings.size, (size) => {
    change({ size });
    return restart();
  });
  const motion = select<MotionName>({
    label: 'Motion',
    choices: (Object.keys(MOTIONS) as MotionName[]).map((value) => ({
      value,
      label: MOTIONS[value].label,
    })),
    value: settings.motion,
    onChange: (motion) => {
      change({ motion });
      return restart();
    },
  });
  return {
    root: fieldset('Settings', count.root, size.root, motion.root),
    show() {
      count.value = settings.count;
      size.value = settings.size;
      motion.value = settings.motion;
    },
  };
}

function layOut(picture: HTMLElement, parts: readonly HTMLElement[]): HTMLElement {
  const heading = element('h3', { textContent: 'Draw' });
  const text = element('p', {
    textContent:
      'Each particle is a grain of light. In every frame one scatter adds all of them to the ' +
      'pixels around them, and drops what has left the picture.',
  });
  const side = element('div', { className: 'side' }, ...parts);
  const columns = element('div', { className: 'columns' }, picture, side);
  return element('section', { className: 'animation', ariaLabel: 'Draw' }, heading, text, columns);
}
