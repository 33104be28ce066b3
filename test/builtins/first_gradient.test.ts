/** A gradient that was registered before the package was imported is kept. */
import * as tf from '@tensorflow/tfjs';

test('a gradient that was registered first is kept, and the others are added', async () => {
  const first: tf.GradConfig = { kernelName: 'GatherNd', gradFunc: () => ({}) };
  const lookup = tf.getGradient('GatherV2');
  expect(tf.getGradient('GatherNd')).toBeUndefined();
  tf.registerGradient(first);
  await import('tfjs-gather-scatter');
  expect(tf.getGradient('GatherNd')).toBe(first);
  expect(tf.getGradient('ScatterNd')).toBeDefined();
  expect(tf.getGradient('GatherV2')).toBe(lookup);
});
