const TRIALS = 3;

/**
 * Returns the least of a few times, as other work on the machine only adds to them. The first call
 * compiles programs and does not count.
 */
export async function quietTime(time: () => Promise<number>): Promise<number> {
  await time();
  let least = Infinity;
  for (let trial = 0; trial < TRIALS; trial++) least = Math.min(least, await time());
  return least;
}
