/** One seed for all random tests. */
import fc from 'fast-check';

const { FAST_CHECK_SEED: given, RANDOM_RUNS = '1' } = process.env;

/** The same in every run, so that no test fails by chance, but other calls than in the quick set. */
const DEFAULT_SEED = DRIVERS === 'rest' ? 2 : 1;

/** Chosen at random and printed if FAST_CHECK_SEED is 'random'. */
const seed =
  given === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(given ?? DEFAULT_SEED);

if (!Number.isInteger(seed)) {
  throw new Error(`FAST_CHECK_SEED is '${given}', expected an integer or 'random'.`);
}

/** Multiplies the stated numbers of runs. */
const factor = Number(RANDOM_RUNS);

if (!(factor > 0 && factor < Infinity)) {
  throw new Error(`RANDOM_RUNS is ${RANDOM_RUNS}, expected a positive number.`);
}

if (given === 'random') {
  process.stderr.write(`random tests: FAST_CHECK_SEED=${seed} repeats this run\n`);
}

/** The actual number of runs of a random test that states this many. */
export const runsOf = (stated: number): number => Math.max(1, Math.round(stated * factor));

export type Draw = fc.GeneratorValue;

/** As many random draws; those of the same salt are the same. */
export const drawsOf = (numRuns: number, salt = 0): Draw[] =>
  fc.sample(fc.gen(), { seed: seed + salt, numRuns });

/**
 * A test over random draws. All runs start concurrently, so that their calls make few batches. A
 * failure shows the seed and the first call that failed. It is not shrunk: calls are small, and
 * made from many draws, which makes shrinking very slow. Tests with the same `salt` draw the same.
 */
export function testRandomly(
  title: string,
  numRuns: number,
  predicate: (draw: Draw) => Promise<void>,
  salt = 0,
): void {
  test(`${title} (seed ${seed})`, async () => {
    const count = runsOf(numRuns);
    const draws = drawsOf(count, salt);
    const settled = await Promise.allSettled(draws.map((draw) => predicate(draw)));
    const reasons = settled.flatMap((run, i) =>
      run.status === 'rejected' ? [{ i, reason: run.reason as unknown }] : [],
    );
    if (reasons.length === 0) return;
    const [{ i, reason }] = reasons;
    const message = reason instanceof Error ? reason.message : String(reason);
    throw new Error(
      `${reasons.length} of ${count} runs failed (FAST_CHECK_SEED=${seed}); run ${i} was the first: ` +
        message,
      { cause: reason },
    );
  });
}
