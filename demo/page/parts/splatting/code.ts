/** A complete program that does what the part shows. */

export const CODE = `
import * as tf from '@tensorflow/tfjs';
import { scatterND } from 'tfjs-gather-scatter';

const target = tf.linspace(0, 1, 16).tile([16]).reshape([16, 16]);
const places = tf.variable(tf.randomUniform([400, 1, 2], 0, 15));
const light = tf.variable(tf.fill([400, 1], 0.32));

// Each of the four pixels around a particle gets a share, larger for nearer pixels.
const around = tf.tensor([[0, 0], [0, 1], [1, 0], [1, 1]]);
const options = { reduction: 'add', outOfBounds: 'drop' };
const error = () => {
  const pixels = places.floor().add(around);
  const shares = tf.sub(1, places.sub(pixels).abs()).prod(2).mul(light);
  const image = scatterND(tf.zeros([16, 16]), pixels.cast('int32'), shares, options);
  return tf.losses.meanSquaredError(target, image);
};

// The error flows back through the scatter, to the light and the place of every particle.
const optimizer = tf.train.adam(0.05);
for (let step = 0; step < 60; step++) optimizer.minimize(error, true).print();
`;
