/** The code that does what the part shows: a whole program, for the reader of the page. */

export const MACHINE_CODE = `
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';
import { unsortedSegmentSum } from 'tfjs-gather-scatter/segment';

const rows = tf.randomNormal([1000, 16]);
const ids = tf.randomUniform([1000], 0, 50, 'int32');

// Both take turns, a call is timed until its result has arrived, and the median counts.
const times = [[], []];
for (let round = 0; round < 9; round++) {
  for (const [i, sum] of [tf.unsortedSegmentSum, unsortedSegmentSum].entries()) {
    const start = performance.now();
    await sum(rows, ids, 50).data();
    times[i].push(performance.now() - start);
  }
}
const [tfjs, ours] = times.map((samples) => samples.sort((a, b) => a - b)[4]);
console.log(tfjs / ours);
`;
