/** Timing what a stage does, and two ways of doing it in turn. */
import type { Comparison } from '../comparison.js';

export interface Figure {
  stage: string;
  what: string;
  nanoseconds: number;
}

type Way = [name: string, run: () => void];

const WARM_UP = 5;
const ROUNDS = 25;

/**
 * The least time of each run, in ns for each of `count` values: whatever else runs on the machine only
 * adds to it. The runs take turns.
 */
function leastTimes(count: number, runs: (() => void)[]): number[] {
  const least = runs.map(() => Infinity);
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    runs.forEach((run, i) => {
      const start = performance.now();
      run();
      const elapsed = performance.now() - start;
      if (round >= 0) least[i] = Math.min(least[i], elapsed);
    });
  }
  return least.map((ms) => (ms * 1e6) / count);
}

export function timed(stage: string, what: string, count: number, run: () => void): Figure {
  const [nanoseconds] = leastTimes(count, [run]);
  return { stage, what, nanoseconds };
}

/** Times both ways at values around a threshold, in ns for each of `count` values. */
export function around(
  counted: string,
  from: number,
  values: number[],
  count: number,
  waysAt: (value: number) => [below: Way, above: Way],
): Comparison[] {
  return values.map((value) => {
    const ways = waysAt(value);
    const times = leastTimes(
      count,
      ways.map(([, run]) => run),
    );
    return {
      counted,
      from,
      value,
      ways: ways.map(([name], i) => ({ name, time: times[i] })),
    };
  });
}
