/** What layers accept and refuse when they are made and applied; what they are saved as. */
import * as tf from '@tensorflow/tfjs';
import * as layers from '../src/layers/index.js';
import { layerCases } from './cases/layers.js';
import { makeLayer, saveAndLoad } from './support/layer_model.js';

type Dtype = 'float32' | 'int32' | 'bool';

function input(shape: (number | null)[], dtype: Dtype = 'float32'): tf.SymbolicTensor {
  return tf.input({ batchShape: shape, dtype });
}

const ints = (shape: (number | null)[]) => input(shape, 'int32');

/** As JavaScript callers can write them. */
const wrong = (options: object) =>
  options as layers.SegmentLayerConfig & Parameters<typeof layers.scatterND>[0];

describe('configs', () => {
  const full: [string, tf.layers.Layer, object][] = [
    ['GatherElements', layers.gatherElements(), { axis: 1, outOfBounds: 'error' }],
    ['GatherND', layers.gatherND({ outOfBounds: 'clamp' }), { batchDims: 1, outOfBounds: 'clamp' }],
    [
      'ScatterElements',
      layers.scatterElements({ axis: -2, reduction: 'max' }),
      { axis: -2, outOfBounds: 'error', reduction: 'max', includeSelf: true },
    ],
    [
      'ScatterND',
      layers.scatterND({ batchDims: 2, includeSelf: false }),
      { batchDims: 2, outOfBounds: 'error', reduction: 'none', includeSelf: false },
    ],
    [
      'ScatterNDUpdate',
      layers.scatterNDUpdate({ reduction: 'prod', outOfBounds: 'drop' }),
      { batchDims: 1, outOfBounds: 'drop', reduction: 'prod', includeSelf: true },
    ],
    ...Object.entries(layers)
      .filter(([op]) => op.startsWith('unsortedSegment'))
      .map(([op]): [string, tf.layers.Layer, object] => [
        `U${op.slice(1)}`,
        makeLayer(op as keyof typeof layers, { numSegments: 3 }),
        { numSegments: 3 },
      ]),
  ];

  test('there is a layer for every export', () => {
    const names = full.map(([name]) => name.toLowerCase()).sort();
    expect(names).toEqual(
      Object.keys(layers)
        .map((name) => name.toLowerCase())
        .sort(),
    );
    const classes = full.map(([name]) => `TfjsGatherScatter${name}`);
    expect(full.map(([, layer]) => layer.getClassName())).toEqual(classes);
  });

  test.each(full)('%s goes through its config, in JSON too', (_, layer, options) => {
    const { name } = layer;
    expect(layer.getConfig()).toEqual({ name, trainable: true, ...options });
    const { classNameMap } = tf.serialization.SerializationMap.getMap();
    const [cls, fromConfig] = classNameMap[layer.getClassName()];
    expect(layer).toBeInstanceOf(cls);
    const config = JSON.parse(JSON.stringify(layer.getConfig())) as tf.serialization.ConfigDict;
    expect(fromConfig(cls, { ...config, customObjects: {} }).getConfig()).toEqual(config);
    expect(tf.serialization.getRegisteredName(cls)).toBe(
      `tfjs-gather-scatter>${layer.getClassName()}`,
    );
  });

  test('a name and trainable are kept', () => {
    const layer = layers.gatherND({ name: 'messages', trainable: false });
    expect(layer.getConfig()).toMatchObject({ name: 'messages', trainable: false });
  });

  const refused: [string, () => unknown, string][] = [
    [
      'axis 0',
      () => layers.gatherElements({ axis: 0 }),
      'gatherElements: axis is 0, expected an integer other than 0, the batch axis',
    ],
    [
      'axis -0',
      () => layers.scatterElements({ axis: -0 }),
      'scatterElements: axis is -0, expected an integer other than 0',
    ],
    ['axis 1.5', () => layers.gatherElements({ axis: 1.5 }), 'axis is 1.5, expected an integer'],
    [
      'axis of a string',
      () => layers.gatherElements(wrong({ axis: '1' })),
      "axis is '1', expected an integer",
    ],
    [
      'batchDims 0',
      () => layers.gatherND({ batchDims: 0 }),
      'gatherND: batchDims is 0, expected an integer from 1 up',
    ],
    [
      'batchDims -1',
      () => layers.scatterNDUpdate({ batchDims: -1 }),
      'scatterNDUpdate: batchDims is -1',
    ],
    ['batchDims NaN', () => layers.scatterND({ batchDims: NaN }), 'scatterND: batchDims is NaN'],
    [
      'an option of another op',
      () => layers.gatherND(wrong({ axis: 1 })),
      "gatherND: there is no option 'axis', expected 'batchDims' or 'outOfBounds'",
    ],
    [
      'an option of tfjs that it lacks',
      () => layers.gatherND(wrong({ inputShape: [3] })),
      "there is no option 'inputShape'",
    ],
    [
      'a reduction of OpenVINO',
      () => layers.scatterND(wrong({ reduction: 'sub' })),
      "scatterND: reduction is 'sub', expected 'none'",
    ],
    ['a policy', () => layers.gatherND(wrong({ outOfBounds: 'wrap' })), "outOfBounds is 'wrap'"],
    [
      'no numSegments',
      () => layers.unsortedSegmentSum(wrong({})),
      'unsortedSegmentSum: numSegments is undefined, expected an integer from 0 up',
    ],
    [
      'numSegments 1.5',
      () => layers.unsortedSegmentStd({ numSegments: 1.5 }),
      'unsortedSegmentStd: numSegments is 1.5',
    ],
    [
      'an option of segments',
      () => layers.unsortedSegmentSum(wrong({ numSegments: 1, axis: 1 })),
      "unsortedSegmentSum: there is no option 'axis', expected 'numSegments'",
    ],
  ];
  test.each(refused)('refused: %s', (_, make, message) => {
    expect(make).toThrow(message);
  });
});

describe('symbolic shapes', () => {
  const sum = () => layers.unsortedSegmentSum({ numSegments: 7 });
  const known: [string, tf.layers.Layer, tf.SymbolicTensor[], (number | null)[]][] = [
    [
      'gathers of unknown lengths',
      layers.gatherND(),
      [input([null, null, 8]), ints([null, null, 1])],
      [null, null, 8],
    ],
    ['a known batch', layers.gatherND(), [input([2, 4, 8]), ints([2, 3, 1])], [2, 3, 8]],
    [
      'elements of unknown lengths',
      layers.gatherElements({ axis: 2 }),
      [input([null, null, 5]), ints([null, 3, null])],
      [null, 3, null],
    ],
    [
      'a scatter of unknown lengths',
      layers.scatterND(),
      [input([null, null, 8]), ints([null, 6, 1]), input([null, null, 8])],
      [null, null, 8],
    ],
    [
      'segments of unknown lengths',
      sum(),
      [input([null, null, 3]), ints([null, null])],
      [null, 7, 3],
    ],
    ['one segment id for each example', sum(), [input([null, 3]), ints([null])], [null, 7, 3]],
    [
      'rows of unknown lengths',
      layers.unsortedSegmentSoftmax({ numSegments: 7 }),
      [input([null, null, 3]), ints([null, null])],
      [null, null, 3],
    ],
  ];
  test.each(known)('%s', (_, layer, inputs, expected) => {
    const output = layer.apply(inputs) as tf.SymbolicTensor;
    expect(output.shape).toEqual(expected);
    expect(layer.computeOutputShape(inputs.map(({ shape }) => shape))).toEqual(expected);
  });

  test('the dtype is that of data', () => {
    const table = layers.gatherND().apply([ints([null, 4]), ints([null, 3, 1])]);
    expect((table as tf.SymbolicTensor).dtype).toBe('int32');
  });

  const scatter = () => layers.scatterND({ reduction: 'add' });
  const refused: [string, tf.layers.Layer, tf.SymbolicTensor | tf.SymbolicTensor[], string][] = [
    [
      'one input',
      layers.gatherND(),
      input([null, 4]),
      'gatherND: inputs has the length 1, expected 2: [data, indices].',
    ],
    [
      'an input too many',
      sum(),
      [input([null, 4]), ints([null, 4]), ints([null, 4])],
      'unsortedSegmentSum: inputs has the length 3, expected 2: [x, segmentIds].',
    ],
    [
      'no axis but that of the batch',
      layers.gatherElements(),
      [input([null]), ints([null])],
      'gatherElements: data has rank 1 (shape [null]), expected an axis behind that of the batch',
    ],
    [
      'a negative axis that is that of the batch',
      layers.gatherElements({ axis: -2 }),
      [input([null, 4]), ints([null, 4])],
      'gatherElements: axis is -2, the batch axis of data (shape [null, 4])',
    ],
    [
      'an axis that there is not',
      layers.gatherElements({ axis: 2 }),
      [input([null, 4]), ints([null, 4])],
      'gatherElements: axis is 2, expected an integer in [-2, 1]',
    ],
    [
      'too many batchDims',
      layers.gatherND({ batchDims: 2 }),
      [input([null, 4]), ints([null, 4])],
      'gatherND: batchDims is 2, expected an integer in [0, 1]',
    ],
    [
      'batches that differ',
      layers.gatherElements(),
      [input([3, 4]), ints([2, 4])],
      'gatherElements: indices has 2 examples (shape [2, 4]), expected as many as data, 3',
    ],
    [
      'ranks that differ',
      layers.gatherElements(),
      [input([null, 4]), ints([null, 4, 1])],
      'gatherElements: indices has rank 3 (shape [null, 4, 1]), expected',
    ],
    [
      'indices longer than data',
      layers.gatherElements({ axis: 2 }),
      [input([null, 4, 2]), ints([null, 5, 2])],
      'gatherElements: indices has length 5 on axis 1',
    ],
    [
      'tuples too long',
      layers.gatherND(),
      [input([null, 4]), ints([null, 3, 2])],
      'gatherND: the last dimension of indices is 2',
    ],
    [
      'tuples of unknown length',
      layers.gatherND(),
      [input([null, 4]), ints([null, null])],
      'gatherND: the last dimension of indices is unknown (shape [null, null]), expected a number',
    ],
    [
      'updates of another shape',
      scatter(),
      [input([null, 4, 2]), ints([null, 3, 1]), input([null, 3, 3])],
      'scatterND: updates has shape [null, 3, 3], expected [null, 3, 2]',
    ],
    [
      'segment ids of another shape',
      sum(),
      [input([null, 4, 2]), ints([null, 5])],
      'unsortedSegmentSum: segmentIds has shape [null, 5], expected the shape of x',
    ],
    [
      'indices of bool',
      layers.gatherND(),
      [input([null, 4]), input([null, 3, 1], 'bool')],
      "gatherND: indices has dtype bool, expected 'int32' or 'float32'.",
    ],
    [
      'updates of another dtype',
      scatter(),
      [input([null, 4]), ints([null, 3, 1]), ints([null, 3])],
      'scatterND: updates has dtype int32, expected float32, the dtype of data.',
    ],
    [
      'a reduction that the dtype lacks',
      layers.scatterND({ reduction: 'mean' }),
      [input([null, 4], 'bool'), ints([null, 3, 1]), input([null, 3], 'bool')],
      "scatterND: reduction 'mean' got data of dtype bool",
    ],
    [
      'x of int32',
      layers.unsortedSegmentMean({ numSegments: 1 }),
      [ints([null, 4]), ints([null, 4])],
      "unsortedSegmentMean: x has dtype int32, expected 'float32'.",
    ],
  ];
  test.each(refused)('refused: %s', (_, layer, inputs, message) => {
    expect(() => layer.apply(inputs)).toThrow(message);
  });
});

describe('values', () => {
  const x = tf.tensor3d([1, 2, 3, 4], [2, 2, 1]);

  test('a negative axis of tensors that is that of the batch is refused', () => {
    const layer = layers.gatherElements({ axis: -2 });
    const indices = tf.zeros([2, 2], 'int32');
    expect(() => layer.apply([tf.zeros([2, 2]), indices])).toThrow('axis is -2, the batch axis');
  });

  test('batches of tensors that differ are refused', () => {
    const indices = tf.zeros([1, 2], 'int32');
    expect(() => layers.gatherElements().apply([tf.zeros([2, 2]), indices])).toThrow(
      'gatherElements: indices has 1 examples (shape [1, 2]), expected as many as data, 2',
    );
  });

  test.each([[0.5], [NaN], [2 ** 31]])('an index of %p is refused', (value) => {
    const indices = tf.tensor3d([0, value], [2, 1, 1]);
    expect(() => layers.gatherND().apply([x, indices])).toThrow(
      `gatherND: indices has the value ${value} at [1, 0, 0], expected integers in the range of int32.`,
    );
  });

  test('indices in float32 are checked for their bounds', () => {
    const indices = tf.tensor3d([0, 2], [2, 1, 1]);
    expect(() => layers.gatherND().apply([x, indices])).toThrow('out of bounds on axis 1');
  });

  test.each(['int32', 'float32'] as const)('indices in %s get zeros for a gradient', (dtype) => {
    const indices = tf.tensor3d([0, 1], [2, 1, 1], dtype);
    const apply = (x: tf.Tensor, i: tf.Tensor) => layers.gatherND().apply([x, i]) as tf.Tensor;
    const [byX, byIndices] = tf.grads(apply)([x, indices]);
    expect(byX.arraySync()).toEqual([
      [[1], [0]],
      [[0], [1]],
    ]);
    expect(byIndices.arraySync()).toEqual([[[0]], [[0]]]);
  });
});

describe('masks', () => {
  const words = () => ints([null, 3]);
  const embed = () => tf.layers.embedding({ inputDim: 5, outputDim: 2, maskZero: true });
  const connect = (layer: tf.layers.Layer, ...inputs: tf.SymbolicTensor[]) =>
    layer.apply(inputs.length === 1 ? inputs[0] : inputs) as tf.SymbolicTensor;
  const batch = () => [tf.tensor2d([1, 2, 0], [1, 3], 'int32'), tf.zeros([1, 3, 1], 'int32')];

  test('one that arrives with the first input is refused, in predict and in fit', async () => {
    const inputs = [words(), ints([null, 3, 1])];
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

  test('one that arrives with another input is refused, in a model inside a model too', () => {
    const inputs = [words(), ints([null, 3, 1])];
    const layer = layers.scatterND({ name: 'put' });
    const data = tf.input({ shape: [4, 2] });
    const outputs = connect(layer, data, inputs[1], connect(embed(), inputs[0]));
    const inner = tf.model({ inputs: [data, ...inputs], outputs });
    const values = [tf.zeros([1, 4, 2]), ...batch()];
    const message = "scatterND: a mask arrived at layer 'put' with updates, expected none";
    expect(() => inner.predict(values)).toThrow(message);
    const outer = [tf.input({ shape: [4, 2] }), words(), ints([null, 3, 1])];
    const model = tf.model({ inputs: outer, outputs: connect(inner, ...outer) });
    expect(() => model.predict(values)).toThrow(message);
  });

  test('one that another layer has used up is none', () => {
    const inputs = [words(), ints([null, 2, 1])];
    const read = connect(tf.layers.simpleRNN({ units: 2 }), connect(embed(), inputs[0]));
    const outputs = connect(layers.gatherND(), read, inputs[1]);
    const model = tf.model({ inputs, outputs });
    const [ids] = batch();
    const found = model.predict([ids, tf.tensor3d([1, 0], [1, 2, 1], 'int32')]) as tf.Tensor;
    expect(found.shape).toEqual([1, 2]);
  });

  test('one that is passed by hand is refused', () => {
    const inputs = [input([null, 3]), ints([null, 2, 1])];
    const layer = layers.gatherND({ name: 'picked' });
    expect(() => layer.apply(inputs, { mask: [null, input([null, 2])] })).toThrow(
      "gatherND: a mask arrived at layer 'picked' with indices, expected none",
    );
  });
});

test('a model inside a model predicts, is saved and loaded', async () => {
  const innerInputs = [input([null, 3]), ints([null, 2, 1])];
  const picked = layers.gatherND().apply(innerInputs) as tf.SymbolicTensor;
  const inner = tf.model({ inputs: innerInputs, outputs: picked });
  const inputs = [input([null, 3]), ints([null, 2, 1])];
  const model = tf.model({ inputs, outputs: inner.apply(inputs) as tf.SymbolicTensor });
  const values = [tf.tensor2d([[1, 2, 3]]), tf.tensor3d([2, 0], [1, 2, 1], 'int32')];
  expect((model.predict(values) as tf.Tensor).arraySync()).toEqual([[3, 1]]);
  // Predicting leaves its mark in what is saved: the masks, all null, with which it ran.
  const loaded = await saveAndLoad(model);
  expect((loaded.predict(values) as tf.Tensor).arraySync()).toEqual([[3, 1]]);
});

test('every kind of layer has its case', () => {
  const kinds = new Set(layerCases.map(({ op }) => op.replace(/^unsortedSegment.*/, 'segments')));
  expect(kinds.size).toBe(6);
});
