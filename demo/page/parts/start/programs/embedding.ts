// One training step changes the rows of words 1 and 3.
import * as tf from '@tensorflow/tfjs';
import '@tensorflow/tfjs-backend-wasm';

await tf.setBackend('wasm');
const table = tf.variable(tf.ones([4, 2]));
const words = [1, 3, 1];
const sgd = tf.train.sgd(0.1);
sgd.minimize(() => tf.gather(table, words).sum());
table.print();
