/** Times the ways in which a lane can compute, at increasing sizes, and finds the fastest. */
import { ENOUGH, median, thousands, timeText } from '../../shared/numbers.js';
import type { Route } from './sizes.js';

/** The time of a step, in ms, on data of some size. */
export interface Point {
  route: Route;
  size: number;
  ms: number;
}

/** What trying a way showed. */
export interface Trial {
  route: Route;
  points: readonly Point[];
  /** Times of steps at the size of the race, in ms. */
  times: readonly number[];
  /** Why it cannot run, in a sentence; or ''. */
  problem: string;
}

/** The longest step that is tried, in ms, and the most entries of a matrix. */
const [LONGEST, MOST_ENTRIES] = [10_000, 1e8];
/** Time for the steps of a trial, in ms. */
const BUDGET = 500;

/**
 * Tries a way at each of the sizes, the race's own last. Gives up if a size predicts that a step at the
 * next would take too long, because nothing can stop a GPU in the middle of a step.
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
    // At worst, the time grows with the square of the size. The fastest step has the least noise.
    const growth = (size / (points.at(-1)?.size ?? size)) ** 2;
    if (route !== 'package' && growth > 1 && growth * Math.min(...times) > LONGEST) {
      return out(`A step would take more than ${timeText(LONGEST)}`);
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

/** Takes steps until there are enough or a budget is used up. Returns their times. */
export async function timesOf(step: () => Promise<unknown>): Promise<number[]> {
  const timed = async () => {
    const start = performance.now();
    await step();
    return performance.now() - start;
  };
  // The first step compiles programs. It counts only if it is so long that this hardly matters.
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
