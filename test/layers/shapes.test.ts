/** The shapes that layers know before a model runs, and what they refuse when they are applied. */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';
import * as layers from 'tfjs-gather-scatter/layers';
import { input, ints } from '../support/symbolic.js';

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
    const count = layers.unsortedSegmentSum({ numSegments: 2 });
    const counted = count.apply([input([null, 3], 'bool'), ints([null, 3])]) as tf.SymbolicTensor;
    expect(counted.dtype).toBe('int32');
    const model = tf.model({
      inputs: counted.sourceLayer.inboundNodes[0].inputTensors,
      outputs: counted,
    });
    const counts = model.predict([
      tf.tensor2d([[true, true, false]]),
      tf.tensor2d([[0, 0, 1]], undefined, 'int32'),
    ]);
    expect((counts as tf.Tensor).dtype).toBe('int32');
    expect((counts as tf.Tensor).arraySync()).toEqual([[2, 0]]);
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
      'gatherElements: indices is a batch of 2 (shape [2, 4]), expected one of 3, as data is',
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
      'a number that data cannot hold',
      layers.gatherND({ outOfBounds: 'drop', fill: 0.5 }),
      [ints([null, 4]), ints([null, 3, 1])],
      'gatherND: fill is 0.5, expected an integer in the range of int32: data has dtype int32.',
    ],
    [
      'a number that the result cannot hold',
      layers.unsortedSegmentMax({ numSegments: 1, empty: NaN }),
      [ints([null, 4]), ints([null, 4])],
      'unsortedSegmentMax: empty is NaN, expected an integer in the range of int32',
    ],
    [
      'x of int32',
      layers.unsortedSegmentStd({ numSegments: 1 }),
      [ints([null, 4]), ints([null, 4])],
      "unsortedSegmentStd: x has dtype int32, expected 'float32'.",
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
      'gatherElements: indices is a batch of 1 (shape [1, 2]), expected one of 2, as data is',
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
