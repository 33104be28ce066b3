/** How many calls make a sample of their time, and how many samples are taken. */

/** The shortest sample in ms, well above the resolution of a browser's clock. */
const SHORTEST_SAMPLE = 10;
const MOST_REPEATS = 10_000;
export const ROUNDS = 9;

/** Returns the time of a call in ms, as the mean of several in a row. */
export type Time = (repeats: number) => Promise<number>;

/** Finds how many calls make a long enough sample, and the time of one call. */
export async function calibrate(time: Time): Promise<{ repeats: number; ms: number }> {
  for (let repeats = 1; ;) {
    // The faster of two, so that a single hiccup does not affect the size.
    const ms = Math.min(await time(repeats), await time(repeats));
    const missing = SHORTEST_SAMPLE / (repeats * ms);
    if (missing <= 1 || repeats >= MOST_REPEATS) return { repeats, ms };
    // A few calls are too short to predict how many are needed.
    repeats = Math.ceil(repeats * Math.min(10, Math.max(1.5, 1.2 * missing)));
  }
}
