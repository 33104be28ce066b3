/** Trains the particles, and draws their picture for the page. */
import { createLearner, type Learner } from './learner.js';
import { bytesOf, differenceOf, type Pixels } from './pixels.js';

/** The picture of the particles, as a canvas takes it. */
export interface Frame {
  size: number;
  bytes: Uint8ClampedArray<ArrayBuffer>;
  /** The difference from the target. Black and white differ by 1. */
  difference: number;
}

export function createService() {
  let learner: Learner | undefined;
  let target: Pixels = { size: 0, values: new Float32Array() };

  const frame = async (): Promise<Frame> => {
    if (learner === undefined) throw new Error('No particles have been started.');
    const drawn = await learner.draw();
    return { size: drawn.size, bytes: bytesOf(drawn), difference: differenceOf(drawn, target) };
  };
  return {
    /** Starts with new particles. */
    start(count: number, first: Pixels): Promise<Frame> {
      learner?.dispose();
      target = first;
      learner = createLearner(count, first);
      return frame();
    },
    /** Continues with the same particles and another target of the same size. */
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
