/** Times calls in turn. Runs in Node and in pages. */
import { median } from 'simple-statistics';

/** Times calls in turn, each until a value of its first result is read. Returns the medians in ms. */
export async function timeInTurn(tf, calls, rounds) {
  const times = calls.map(() => []);
  for (let round = -2; round < rounds; round++) {
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
