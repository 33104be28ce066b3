/** The rules of a race: whose turn it is, what a turn adds to its lane, and when all is over. */
import { ENOUGH } from '../../shared/numbers.js';
import type { View } from './learner.js';
import type { Turn } from './trainer.js';
import type { Trial } from './ways.js';

export interface Lane {
  steps: number;
  /** Time of all steps, in ms. */
  clock: number;
  /** Times of the steps, in ms. */
  times: readonly number[];
  /** The loss at some times of the clock, in seconds. */
  losses: readonly { seconds: number; loss: number }[];
  view?: View;
  /** Why it does not compute, in a sentence; or ''. */
  error: string;
  /** The ways that it has tried: it takes the first, unless it has an error. None before it is ready. */
  trials: readonly Trial[];
}

/** tfjs' own lane, and this package's. */
export type Lanes = readonly [stock: Lane, ours: Lane];

export const EMPTY: Lane = { steps: 0, clock: 0, times: [], losses: [], error: '', trials: [] };

export const canGoOn = ({ steps, error }: Lane, most: number) => steps < most && error === '';

/** The next turn is of the lane that has had less time, so that both get the same. */
export function nextLane(lanes: Lanes, most: number): 0 | 1 | undefined {
  const able = ([1, 0] as const).filter((i) => canGoOn(lanes[i], most));
  return able.sort((a, b) => lanes[a].clock - lanes[b].clock).at(0);
}

/** A race ends with the package's lane, once the other lane has steps enough to compare, too. */
export function isOver([stock, ours]: Lanes, most: number): boolean {
  return !canGoOn(ours, most) && (!canGoOn(stock, most) || stock.times.length >= ENOUGH);
}

/** Latest steps of a turn whose mean loss is shown. */
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
