/** A lane of a race, and how far it is. */
import type { Way } from './protocol.js';

export interface Point<View> {
  /** The clock of the lane, in seconds. */
  seconds: number;
  /** Losses of the steps in the latest turn. */
  losses: readonly number[];
  view: View;
}

export interface Racer<View> {
  readonly way: Way;
  steps: number;
  /** Time of all steps, in ms. */
  clock: number;
  /** Times of the latest steps, in ms. */
  times: readonly number[];
  /** Those of them that were taken while the other lane took its turns, too. */
  timesInTurn: readonly number[];
  latest?: Point<View>;
  /** When its turn began that has not ended, by `performance.now()`. */
  since?: number;
  /** A sentence, if this lane cannot compute; or ''. */
  error: string;
  /** True if that is because its step took longer than anyone waits. */
  isStopped: boolean;
}

/** A lane before its first step. */
export function racerOf<View>(way: Way): Racer<View> {
  return { way, steps: 0, clock: 0, times: [], timesInTurn: [], error: '', isStopped: false };
}
