/** Graphs that layers keep: weights that are saved, loaded and freed, but not trained. */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';
import { gatherSegmentSum, unsortedSegmentMean } from 'tfjs-gather-scatter/layers';
import { saveAndLoad } from '../support/layer_model.js';
import { connect, floats } from '../support/symbolic.js';

const SOURCES = [0, 1, 2, 2];

function makeModel(): tf.LayersModel {
  const x = floats(3, 2);
  const targets = tf.tensor1d([1, 2, 0, 0], 'int32');
  const weights = new Float32Array([1, 2, 0.5, 0.25]);
  const graph = gatherSegmentSum({ numSegments: 3, sources: SOURCES, targets, weights });
  const pool = unsortedSegmentMean({ numSegments: 2, segmentIds: new Int32Array([0, 1, 0]) });
  const hidden = connect(tf.layers.dense({ units: 2 }), x);
  const pooled = connect(pool, connect(graph, hidden));
  targets.dispose();
  return tf.model({ inputs: x, outputs: pooled });
}

const valuesOf = (model: tf.LayersModel) =>
  model.layers
    .flatMap(({ nonTrainableWeights }) => nonTrainableWeights)
    .map((weight) => [weight.originalName, weight.dtype, [...weight.read().dataSync()]]);

test('a model trains, saves and loads its other weights', async () => {
  const before = tf.memory().numTensors;
  const model = makeModel();
  const kept = valuesOf(model);
  expect(kept).toEqual([
    [expect.stringMatching(/^gather_segment_sum_\d+\/sources$/), 'int32', SOURCES],
    [expect.stringMatching(/\/targets$/), 'int32', [1, 2, 0, 0]],
    [expect.stringMatching(/\/weights$/), 'float32', [1, 2, 0.5, 0.25]],
    [expect.stringMatching(/^unsorted_segment_mean_\d+\/segmentIds$/), 'int32', [0, 1, 0]],
  ]);
  expect(model.trainableWeights).toHaveLength(2);
  const optimizer = tf.train.sgd(0.1);
  model.compile({ optimizer, loss: 'meanSquaredError' });
  const [x, y] = [tf.randomNormal([4, 3, 2]), tf.ones([4, 2, 2])];
  const { history } = await model.fit(x, y, { epochs: 3 });
  expect(Number(history.loss[2])).toBeLessThan(Number(history.loss[0]));
  expect(valuesOf(model)).toEqual(kept);

  const loaded = await saveAndLoad(model);
  expect(valuesOf(loaded)).toEqual(kept);
  const [predicted, again] = [model, loaded].map((each) => each.predict(x) as tf.Tensor);
  expect(again.arraySync()).toEqual(predicted.arraySync());
  optimizer.dispose();
  model.dispose();
  loaded.dispose();
  tf.dispose([x, y, predicted, again]);
  expect(tf.memory().numTensors).toBe(before);
});

test('a layer made from a config gets its graph by setWeights', () => {
  const layer = gatherSegmentSum({ numSegments: 2, sources: 2, targets: 2 });
  const x = tf.tensor2d([[3, 5]]);
  expect((layer.apply(x) as tf.Tensor).arraySync()).toEqual([[6, 0]]);
  layer.setWeights([tf.tensor1d([1, 0], 'int32'), tf.tensor1d([1, 1], 'int32')]);
  expect((layer.apply(x) as tf.Tensor).arraySync()).toEqual([[0, 8]]);
});
