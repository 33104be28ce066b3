/** Loads the package as ES modules, as CommonJS and as a second copy, and uses each. */
import { createRequire } from 'node:module';

import * as tf from '@tensorflow/tfjs';

import use from './use.cjs';

const require = createRequire(import.meta.url);
const ways = [
  (entry) => import(`tfjs-gather-scatter${entry}`),
  (entry) => require(`tfjs-gather-scatter${entry}`),
  (entry) => import(`second-copy${entry}`),
];
const copies = await Promise.all(ways.map((load) => load('')));
if (new Set(copies.map(({ gatherND }) => gatherND)).size !== 3) {
  throw new Error('Two of the copies are the same one.');
}
for (const load of ways) await use(tf, load);

const stock = tf.getGradient('GatherV2');
const undos = copies.map(({ accelerateBuiltins }) => accelerateBuiltins());
for (const undo of undos) undo();
if (tf.getGradient('GatherV2') !== stock) {
  throw new Error('Undoing the accelerations of all copies left one of them.');
}
