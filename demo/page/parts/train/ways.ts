/** Times the ways in which a lane can compute, at growing sizes, and finds the fastest. */
import { ENOUGH, median, thousands, timeText } from '../../shared/numbers.js';
import type { Route } from './sizes.js';

/** The time of a step, in ms, on data of some size. */
export interface Point {
  route: Route;
  size: number;
  ms: number;
}

/** What is known of a way. */
export interface Trial {
  route: Route;
  points: readonly Point[];
  /** Times of steps at the size of the race, in ms. */
  times: readonly number[];
  /** Why it is out, in a sentence; or ''. */
  problem: string;
}

/** Longest step that a way is tried with, in ms, and the largest matrix that it may make. */
const [LONGEST, MOST_ENTRIES] = [10_000, 1e8];
/** Time for the steps of a trial, in ms. */
const BUDGET = 500;

/**
 * Tries a way at each of the sizes, the last of which is that of the race. It is out where the size
 * before foretells too long a step: nothing can stop a GPU in the middle of one.
 */
export async function tryRoute(
  route: Route,
  sizes: readonly number[],
  time: (size: number) => Promise<number[]>,
): Promise<Trial> {
  const points: Point[] = [];
  const out = (problem: string): Trial => ({ route, points, times: [], problem: `${problem}.` });
  let times: number[] = [];
  for (const size of sizes) {
    if (route === 'dense' && size ** 2 > MOST_ENTRIES) {
      return out(`Its matrix would have ${thousands(size ** 2)} entries`);
    }
    // At worst, the time grows with the square of the size. Other work on the machine only adds to it.
    const growth = (size / (points.at(-1)?.size ?? size)) ** 2;
    if (route !== 'package' && growth > 1 && growth * Math.min(...times) > LONGEST) {
      return out(`Its step would take more than ${timeText(LONGEST)}`);
    }
    try {
      times = await time(size);
    } catch (error) {
      return out(`tfjs says: ${error instanceof Error ? error.message : String(error)}`);
    }
    points.push({ route, size, ms: median(times) });
  }
  return { route, points, times, problem: '' };
}

/** The fastest of the ways that work; undefined if none does. */
export const fastest = (trials: readonly Trial[]): Trial | undefined =>
  trials
    .filter(({ problem }) => problem === '')
    .sort((a, b) => median(a.times) - median(b.times))
    .at(0);

/** Takes steps until there are enough of them, or a budget is used up; returns their times. */
export async function timesOf(step: () => Promise<unknown>): Promise<number[]> {
  const timed = async () => {
    const start = performance.now();
    await step();
    return performance.now() - start;
  };
  // The first step compiles programs, and counts only where that is little of it.
  const first = await timed();
  if (first > LONGEST / 2) return [first];
  const times: number[] = [];
  let spent = 0;
  while (times.length < ENOUGH && spent < BUDGET) {
    const ms = await timed();
    times.push(ms);
    spent += ms;
  }
  return times;
}
