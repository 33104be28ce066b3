/** Finds how many words a step may read, so that it takes tfjs' own kernels some seconds. */
import * as tf from '@tensorflow/tfjs';
import { quietTime } from '../../lanes/quiet_time.js';
import { FEWEST_WORDS, MOST_WORDS, NEGATIVES, type Sizes } from './sizes.js';

/** Time that a step is to take, in ms. */
const STEP_TIME = 4000;
/** Rows that a step looks up for each word: its own, its neighbour's, and those drawn at random. */
const ROWS = 2 + NEGATIVES;
/** Shortest time of a sum that foretells those of more rows, in ms. */
const LONG_ENOUGH = 50;

/**
 * Returns a power of two. The gradient of tfjs' own gather reads every row for every word of the
 * vocabulary. Its time grows with the rows, so that few of them tell the time of many.
 */
export async function fittingBatch(sizes: Sizes): Promise<number> {
  for (let rows = ROWS; ; rows *= 2) {
    const ms = await quietTime(() => timeOfSum(rows, sizes));
    if (ms < LONG_ENOUGH && rows < ROWS * MOST_WORDS) continue;
    const fitting = (STEP_TIME / ms) * (rows / ROWS);
    const power = 2 ** Math.floor(Math.log2(fitting));
    return Math.min(MOST_WORDS, Math.max(FEWEST_WORDS, power));
  }
}

async function timeOfSum(rows: number, { words, size }: Sizes): Promise<number> {
  const values = tf.zeros([rows, size]);
  const indices = tf.tensor1d(
    Int32Array.from({ length: rows }, (_, i) => i % words),
    'int32',
  );
  const start = performance.now();
  const sums = tf.unsortedSegmentSum(values, indices, words);
  await sums.data();
  const elapsed = performance.now() - start;
  tf.dispose([values, indices, sums]);
  return elapsed;
}
