/** Times calls in turn. Runs in Node and in pages. */
import { median } from 'simple-statistics';

/** Slow calls have fewer rounds: they vary less, and nine of them would take minutes. */
const ENOUGH_MS = 1500;
const FEWEST_ROUNDS = 3;

/** Times calls in turn, each until a value of its first result is read. Returns the medians in ms. */
export async function timeInTurn(tf, calls, rounds) {
  const times = calls.map(() => []);
  const end = performance.now() + ENOUGH_MS;
  for (let round = -1; round < rounds; round++) {
    if (round >= FEWEST_ROUNDS && performance.now() > end) break;
    for (const [i, call] of calls.entries()) {
      const start = performance.now();
      const results = tf.tidy(() => [call()].flat());
      await tf.tidy(() => tf.slice(tf.reshape(results[0], [-1]), 0, 1)).data();
      if (round >= 0) times[i].push(performance.now() - start);
      tf.dispose(results);
    }
  }
  return times.map((each) => median(each));
}
