/** One seed for all random tests of a file, chosen at random and printed unless it is given. */
import fc from 'fast-check';

const given = process.env.FAST_CHECK_SEED;

export const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);

if (!Number.isInteger(seed)) {
  throw new Error(`FAST_CHECK_SEED is ${given}, expected an integer`);
}

process.stderr.write(`random tests: FAST_CHECK_SEED=${seed} repeats this run\n`);

export type Draw = fc.GeneratorValue;

/**
 * A test over random draws; a failure shows the seed and, from the predicate, the call. It is not
 * shrunk: calls are small, and the draws behind one are so many that shrinking hardly ends.
 */
export function testRandomly(
  title: string,
  numRuns: number,
  predicate: (draw: Draw) => Promise<void>,
): void {
  test(`${title} (seed ${seed})`, async () => {
    await fc.assert(fc.asyncProperty(fc.gen(), predicate), { seed, numRuns, endOnFailure: true });
  });
}
