/** With acceleration, an embedding layer learns the same weights, using the package's gradient. */
import * as tf from '@tensorflow/tfjs';
import { accelerateBuiltins } from 'tfjs-gather-scatter';
import { startBackend, stopBackend } from '../support/in_process.js';

const TABLE = [
  [1, 2],
  [3, 4],
  [5, 6],
  [7, 8],
];

/** The table after one SGD step on the sum of squares of some rows. */
async function trained(): Promise<unknown> {
  const layer = tf.layers.embedding({
    inputDim: 4,
    outputDim: 2,
    weights: [tf.tensor2d(TABLE)],
    inputLength: 3,
  });
  const ids = tf.tensor2d([[2, 0, 2]], undefined, 'int32');
  const loss = () => tf.sum(tf.square(layer.apply(ids) as tf.Tensor)).asScalar();
  layer.apply(ids);
  tf.train.sgd(0.25).minimize(loss);
  return layer.getWeights()[0].array();
}

/** Each lookup of a row subtracts half of it. */
const EXPECTED = [
  [0.5, 1],
  [3, 4],
  [0, 0],
  [7, 8],
];

afterEach(stopBackend);

test.each(['cpu', 'wasm'])('on %s', async (backendName) => {
  await startBackend(backendName);
  const undo = accelerateBuiltins();
  const gradient = jest.spyOn(tf.getGradient('GatherV2'), 'gradFunc');
  expect(await trained()).toEqual(EXPECTED);
  expect(gradient).toHaveBeenCalledTimes(1);
  undo();
});
