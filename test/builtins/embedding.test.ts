/** Gradients of tfjs' own ops: an embedding layer with acceleration, and dtypes without a gradient. */
import * as tf from '@tensorflow/tfjs';
import { accelerateBuiltins } from 'tfjs-gather-scatter';
import { startBackend, stopBackend } from '../support/in_process.js';

/** The table after one SGD step on the sum of squares of some rows. */
async function trained(): Promise<unknown> {
  const layer = tf.layers.embedding({
    inputDim: 4,
    outputDim: 2,
    weights: [tf.tensor2d([1, 2, 3, 4, 5, 6, 7, 8], [4, 2])],
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

test.each(['cpu', 'wasm'])('an embedding layer learns on %s', async (backendName) => {
  await startBackend(backendName);
  const undo = accelerateBuiltins();
  const gradient = jest.spyOn(tf.getGradient('GatherV2'), 'gradFunc');
  expect(await trained()).toEqual(EXPECTED);
  expect(gradient).toHaveBeenCalledTimes(1);
  undo();
});

test('complex64 and string have no gradient, and the error says so', () => {
  const complex = tf.complex(tf.tensor1d([1, 2]), tf.tensor1d([3, 4]));
  const saved = [complex, tf.tensor2d([[1]], undefined, 'int32')];
  expect(() => tf.getGradient('GatherNd').gradFunc(tf.tensor1d([1]), saved, {})).toThrow(
    'tf.gatherND: x has dtype complex64, expected float32 for a gradient: tfjs has no gradients for ' +
      'other dtypes.',
  );
});

test("an error in the gradient of a sparse segment op names tfjs' op", async () => {
  await startBackend('cpu');
  const saved = [tf.zeros([2, 3]), tf.tensor1d([0], 'int32'), tf.tensor1d([0])];
  const { data } = tf.getGradient('SparseSegmentSum').gradFunc(tf.ones([1, 3]), saved, {});
  expect(() => data()).toThrow('tf.sparse.sparseSegmentSum: sources has dtype float32');
});
