/** The dtypes for which tfjs' own ops have no gradient. */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';

test('complex64 and string have no gradient, and the error says so', () => {
  const complex = tf.complex(tf.tensor1d([1, 2]), tf.tensor1d([3, 4]));
  const saved = [complex, tf.tensor2d([[1]], undefined, 'int32')];
  expect(() => tf.getGradient('GatherNd').gradFunc(tf.tensor1d([1]), saved, {})).toThrow(
    'tf.gatherND: x has dtype complex64, expected float32 for a gradient: tfjs has no gradients for ' +
      'other dtypes.',
  );
});
