// How often is each value read?
import * as tf from '@tensorflow/tfjs';

const data = tf.tensor([5, 7, 2, 4]);
const places = [[1], [3], [1]];
const gradient = tf.grad((x) => tf.gatherND(x, places));
gradient(data).print();
