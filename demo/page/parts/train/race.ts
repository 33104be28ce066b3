/** The rules of a race: whose turn it is, what a turn adds to a lane, and when it is over. */
import { ENOUGH } from '../../shared/numbers.js';
import type { View } from './learner.js';
import type { Turn } from './trainer.js';
import type { Trial } from './ways.js';

export interface Lane {
  steps: number;
  /** Total time of its steps, in ms. */
  clock: number;
  /** Times of the steps, in ms. */
  times: readonly number[];
  /** The loss at some times, in seconds of the lane's clock. */
  losses: readonly { seconds: number; loss: number }[];
  view?: View;
  /** Why it cannot run, in a sentence; or ''. */
  error: string;
  /** The ways that it tried, the chosen one first. Empty until it is ready. */
  trials: readonly Trial[];
}

/** tfjs' own lane, and this package's. */
export type Lanes = readonly [stock: Lane, ours: Lane];

export const EMPTY: Lane = { steps: 0, clock: 0, times: [], losses: [], error: '', trials: [] };

export const canGoOn = ({ steps, error }: Lane, most: number) => steps < most && error === '';

/** The lane that has had less time is next, so that both get equal time. */
export function nextLane(lanes: Lanes, most: number): 0 | 1 | undefined {
  const able = ([1, 0] as const).filter((i) => canGoOn(lanes[i], most));
  return able.sort((a, b) => lanes[a].clock - lanes[b].clock).at(0);
}

/** A race ends when the package's lane does and the other has enough steps to compare. */
export function isOver([stock, ours]: Lanes, most: number): boolean {
  return !canGoOn(ours, most) && (!canGoOn(stock, most) || stock.times.length >= ENOUGH);
}

/** The loss shown is the mean of this many steps at the end of a turn. */
const SMOOTHED = 20;

export function afterTurn(lane: Lane, { losses, times }: Turn): Lane {
  const clock = lane.clock + times.reduce((sum, ms) => sum + ms, 0);
  const latest = losses.slice(-SMOOTHED);
  const loss = latest.reduce((sum, value) => sum + value, 0) / latest.length;
  return {
    ...lane,
    clock,
    steps: lane.steps + times.length,
    times: [...lane.times, ...times],
    losses: [...lane.losses, { seconds: clock / 1000, loss }],
  };
}
