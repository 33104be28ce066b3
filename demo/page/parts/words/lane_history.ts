/** The history of a lane: its losses, rows and map so far. */

/** Steps whose mean loss is shown: a single one has few words. */
const SMOOTHED = 50;
/** Points of a chart from which on every other one is dropped. */
const MOST_POINTS = 2000;

/** A lane's loss at some time. */
interface Shown {
  seconds: number;
  loss: number;
}

export interface LaneHistory {
  points: Shown[];
  /** Losses of its latest steps. */
  losses: number[];
  /** The rows of all words, one after the other; none before the lane has started. */
  rows: Float32Array;
  /** The map's words as points of a plane: x, y, x, y, … */
  map: Float32Array;
}

export const emptyHistory = (): LaneHistory => ({
  points: [],
  losses: [],
  rows: new Float32Array(),
  map: new Float32Array(),
});

/** Adds the losses of a turn, and the point that they make in the chart. */
export function addLosses(lane: LaneHistory, seconds: number, losses: readonly number[]): void {
  if (losses.length === 0) return;
  lane.losses = [...lane.losses, ...losses].slice(-SMOOTHED);
  const loss = lane.losses.reduce((sum, value) => sum + value, 0) / lane.losses.length;
  lane.points.push({ seconds, loss });
  if (lane.points.length > MOST_POINTS) lane.points = lane.points.filter((_, i) => i % 2 === 1);
}
