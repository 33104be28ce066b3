/** The code that does what the part shows: a whole program, for the reader of the page. */

export const MACHINE_CODE = `
import * as tf from '@tensorflow/tfjs';
import { unsortedSegmentSum } from 'tfjs-gather-scatter/segment';

const [count, columns, segments] = [1000, 16, 50];
const rows = tf.randomNormal([count, columns]);
const ids = tf.randomUniform([count], 0, segments, 'int32');

// Both ways in turn, several calls a sample, until the result is there.
const sample = async (call, repeats) => {
  const start = performance.now();
  for (let i = 1; i < repeats; i++) call().dispose();
  const last = call();
  await last.data();
  last.dispose();
  return (performance.now() - start) / repeats;
};
const times = { tfjs: [], ours: [] };
for (let round = 0; round < 9; round++) {
  times.tfjs.push(await sample(() => tf.unsortedSegmentSum(rows, ids, segments), 2));
  times.ours.push(await sample(() => unsortedSegmentSum(rows, ids, segments), 2));
}

// The median counts: how many times as fast is this package?
const median = (samples) => samples.sort((a, b) => a - b)[samples.length >> 1];
console.log(median(times.tfjs) / median(times.ours));
`;
