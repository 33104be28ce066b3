/** Computes for the part: teaches the particles, and draws their picture for the page. */
import { transfer } from 'comlink';
import { createLearner, type Learner } from './learner.js';
import { bytesOf, differenceOf, type Pixels } from './pixels.js';

/** The picture of the particles, as a canvas takes it. */
export interface Frame {
  size: number;
  bytes: Uint8ClampedArray<ArrayBuffer>;
  /** How much it differs from the target, where 1 is black to white. */
  difference: number;
}

export function createService() {
  let learner: Learner | undefined;
  let target: Pixels = { size: 0, values: new Float32Array() };

  const frame = async (): Promise<Frame> => {
    if (learner === undefined) throw new Error('No particles have been started.');
    const drawn = await learner.draw();
    const bytes = bytesOf(drawn);
    const next = { size: drawn.size, bytes, difference: differenceOf(drawn, target) };
    return transfer(next, [bytes.buffer]);
  };
  return {
    /** Starts with other particles. */
    start(count: number, first: Pixels): Promise<Frame> {
      learner?.dispose();
      target = first;
      learner = createLearner(count, first);
      return frame();
    },
    /** Goes on to another target of the same size, from where the particles are. */
    retarget(next: Pixels): Promise<Frame> {
      target = next;
      learner?.retarget(next);
      return frame();
    },
    step(progress: number): Promise<Frame> {
      learner?.step(progress);
      return frame();
    },
  };
}
