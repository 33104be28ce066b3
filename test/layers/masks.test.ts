/** Masks, which layers pass on or reject, and nested models, which pass on null masks. */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';
import * as layers from 'tfjs-gather-scatter/layers';
import { saveAndLoad } from '../support/layer_model.js';
import { connect, floats, ints } from '../support/symbolic.js';
import { rowsOf } from '../support/read_table.js';

const words = () => ints(3);
const embed = () => tf.layers.embedding({ inputDim: 5, outputDim: 2, maskZero: true });
const batch = () => [tf.tensor2d([1, 2, 0], [1, 3], 'int32'), tf.zeros([1, 3, 1], 'int32')];

test('a mask of the first input is rejected, in predict and in fit', async () => {
  const inputs = [words(), ints(3, 1)];
  const layer = layers.gatherND({ name: 'picked' });
  const model = tf.model({
    inputs,
    outputs: connect(layer, connect(embed(), inputs[0]), inputs[1]),
  });
  const message = "gatherND: a mask arrived at layer 'picked' with data, expected none";
  expect(() => model.predict(batch())).toThrow(message);
  model.compile({ optimizer: 'sgd', loss: 'meanSquaredError' });
  await expect(model.fit(batch(), tf.zeros([1, 3, 2]))).rejects.toThrow(message);
});

test('a mask of another input is rejected, also in a nested model', () => {
  const inputs = [words(), ints(3, 1)];
  const layer = layers.scatterND({ name: 'put' });
  const data = floats(4, 2);
  const outputs = connect(layer, data, inputs[1], connect(embed(), inputs[0]));
  const inner = tf.model({ inputs: [data, ...inputs], outputs });
  const values = [tf.zeros([1, 4, 2]), ...batch()];
  const message = "scatterND: a mask arrived at layer 'put' with updates, expected none";
  expect(() => inner.predict(values)).toThrow(message);
  const outer = [floats(4, 2), words(), ints(3, 1)];
  const model = tf.model({ inputs: outer, outputs: connect(inner, ...outer) });
  expect(() => model.predict(values)).toThrow(message);
});

test('a mask that is passed on reaches the layer that uses it', () => {
  const inputs = [words(), ints(3, 1)];
  const embedded = connect(embed(), inputs[0]);
  const firsts = connect(layers.gatherElements({ axis: 2 }), embedded, inputs[1]);
  const rnn = () => tf.layers.simpleRNN({ units: 1, kernelInitializer: 'ones' });
  const model = tf.model({ inputs, outputs: connect(rnn(), firsts) });
  const [ids, zeros] = batch();
  const after = (last: number) => {
    const given = [tf.tensor2d([1, 2, last], [1, 3], 'int32'), zeros];
    return (model.predict(given) as tf.Tensor).dataSync();
  };
  expect(model.predict([ids, zeros])).toBeInstanceOf(tf.Tensor);
  // The last word, 0, is masked; other words are read.
  const [embedding] = model.getWeights();
  const row = embedding.slice([0], [1]).add(100);
  model.layers[1].setWeights([tf.concat([row, embedding.slice([1])])]);
  const masked = after(0);
  model.layers[1].setWeights([tf.concat([row.add(7), embedding.slice([1])])]);
  expect(after(0)).toEqual(masked);
  expect(after(3)).not.toEqual(masked);
});

const mask = (shape: number[], bits: number[]) => tf.tensor(bits, shape, 'bool');
const [of2, of3] = [mask([1, 2], [1, 0]), mask([1, 3], [1, 0, 1])];
const data = [1, 2, 3];
const sites = [1, 2, 1];
const tuples = [1, 3, 1];
const rows = [1, 3, 3];
const two = [1, 2];

const elements = (axis: number) => layers.gatherElements({ axis });
const softmax = layers.unsortedSegmentSoftmax({ numSegments: 2 });
const sum = layers.unsortedSegmentSum({ numSegments: 2 });
const edgeSum = layers.gatherSegmentSum({ numSegments: 2 });

/** A layer, its input shapes, masks by input, and the mask of the output, or null if it is rejected. */
const table = rowsOf<[tf.layers.Layer, number[][], Record<number, tf.Tensor>, number[] | null]>()`
  data of a later axis: ${[elements(2), [data, sites], { 0: of2 }, [1, 0]]}
  data of axis -1: ${[elements(-1), [data, sites], { 0: of2 }, [1, 0]]}
  data that indices are shorter than: ${[elements(2), [data, [1, 1, 1]], { 0: of2 }, null]}
  data along the masked axis: ${[elements(1), [data, sites], { 0: of2 }, null]}
  indices: ${[elements(1), [data, sites], { 1: of2 }, [1, 0]]}
  both: ${[elements(2), [data, sites], { 0: of2, 1: mask([1, 2, 1], [1, 1]) }, [1, 0]]}
  data in batches: ${[layers.gatherND({ batchDims: 2 }), [data, sites], { 0: of2 }, [1, 0]]}
  data by tuples: ${[layers.gatherND(), [data, tuples], { 0: of2 }, null]}
  tuples: ${[layers.gatherND(), [data, tuples], { 1: of3 }, [1, 0, 1]]}
  the indices of tuples:
    ${[layers.gatherND(), [data, [1, 1, 1]], { 1: mask([1, 1, 1], [1]) }, null]}
  data of a scatter: ${[layers.scatterND(), [data, tuples, rows], { 0: of2 }, [1, 0]]}
  updates: ${[layers.scatterND(), [data, tuples, rows], { 2: of3 }, null]}
  updates of a later axis:
    ${[layers.scatterElements({ axis: 2 }), [data, sites, sites], { 2: of2 }, [1, 0]]}
  x of a softmax: ${[softmax, [data, two], { 0: of2 }, [1, 0]]}
  x of a sum: ${[sum, [data, two], { 0: of2 }, null]}
  x of a sum along edges: ${[edgeSum, [data, two, two], { 0: of2 }, null]}
  targets: ${[edgeSum, [data, two, two], { 2: of2 }, null]}
  weights: ${[edgeSum, [data, two, two, two], { 3: of2 }, null]}
  whole examples of edges:
    ${[edgeSum, [data, two, two, two], { 0: mask([1], [1]), 3: mask([1], [0]) }, [0]]}
`;

test.each(table)('with %s', (_, [layer, shapes, given, expected]) => {
  const inputs = shapes.map((shape) => tf.zeros(shape));
  // tfjs' type does not include null masks.
  const masks = shapes.map<tf.Tensor | null>((_, i) => given[i] ?? null) as tf.Tensor[];
  const compute = () => layer.computeMask(inputs, masks) as tf.Tensor;
  if (expected === null) {
    expect(compute).toThrow('expected none, because the output does not keep the masked axis');
  } else {
    expect(Array.from(compute().dataSync())).toEqual(expected);
  }
});

test('a mask that another layer has consumed does not arrive', () => {
  const inputs = [words(), ints(2, 1)];
  const read = connect(tf.layers.simpleRNN({ units: 2 }), connect(embed(), inputs[0]));
  const outputs = connect(layers.gatherND(), read, inputs[1]);
  const model = tf.model({ inputs, outputs });
  const [ids] = batch();
  const found = model.predict([ids, tf.tensor3d([1, 0], [1, 2, 1], 'int32')]) as tf.Tensor;
  expect(found.shape).toEqual([1, 2]);
});

test('a mask that is passed explicitly is rejected', () => {
  const inputs = [floats(3), ints(2, 1)];
  const layer = layers.gatherND({ name: 'picked' });
  expect(() => layer.apply(inputs, { mask: [null, floats(2)] })).toThrow(
    "gatherND: a mask arrived at layer 'picked' with indices, expected none",
  );
});

test('a nested model predicts, is saved and loaded', async () => {
  const innerInputs = [floats(3), ints(2, 1)];
  const picked = connect(layers.gatherND(), ...innerInputs);
  const inner = tf.model({ inputs: innerInputs, outputs: picked });
  const inputs = [floats(3), ints(2, 1)];
  const model = tf.model({ inputs, outputs: connect(inner, ...inputs) });
  const values = [tf.tensor2d([[1, 2, 3]]), tf.tensor3d([2, 0], [1, 2, 1], 'int32')];
  expect((model.predict(values) as tf.Tensor).arraySync()).toEqual([[3, 1]]);
  // Predicting affects what is saved: the null masks that it ran with.
  const loaded = await saveAndLoad(model);
  expect((loaded.predict(values) as tf.Tensor).arraySync()).toEqual([[3, 1]]);
});
