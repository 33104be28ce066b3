/** The shapes that layers know before a model runs, and the inputs that they reject when applied. */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';
import * as layers from 'tfjs-gather-scatter/layers';
import { input, ints } from '../support/symbolic.js';
import { titled } from '../support/rows.js';

describe('symbolic shapes', () => {
  const sum = () => layers.unsortedSegmentSum({ numSegments: 7 });
  const edgeSum = () => layers.gatherSegmentSum({ numSegments: 7 });
  const edgeMax = () => layers.gatherSegmentMax({ numSegments: 7 });
  const edges = ints([null, 6]);
  const known = titled<[tf.layers.Layer, tf.SymbolicTensor[], (number | null)[]]>({
    'gathers of unknown lengths': [
      layers.gatherND(),
      [input([null, null, 8]), ints([null, null, 1])],
      [null, null, 8],
    ],
    'a known batch': [layers.gatherND(), [input([2, 4, 8]), ints([2, 3, 1])], [2, 3, 8]],
    'elements of unknown lengths': [
      layers.gatherElements({ axis: 2 }),
      [input([null, null, 5]), ints([null, 3, null])],
      [null, 3, null],
    ],
    'a scatter of unknown lengths': [
      layers.scatterND(),
      [input([null, null, 8]), ints([null, 6, 1]), input([null, null, 8])],
      [null, null, 8],
    ],
    'segments of unknown lengths': [
      sum(),
      [input([null, null, 3]), ints([null, null])],
      [null, 7, 3],
    ],
    'one segment id for each example': [sum(), [input([null, 3]), ints([null])], [null, 7, 3]],
    'rows of unknown lengths': [
      layers.unsortedSegmentSoftmax({ numSegments: 7 }),
      [input([null, null, 3]), ints([null, null])],
      [null, null, 3],
    ],
    'an unknown number of edges': [
      edgeSum(),
      [input([null, null, 3]), ints([null, null]), ints([null, null]), input([null, null])],
      [null, 7, 3],
    ],
    'nodes of one value': [edgeMax(), [input([null, 4]), edges, edges], [null, 7]],
    'weights of heads': [
      edgeSum(),
      [input([5, 4, 2, 3]), edges, edges, input([null, 6, 2])],
      [5, 7, 2, 3],
    ],
  });
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
    const pooled = edgeMax().apply([ints([null, 4]), edges, edges]) as tf.SymbolicTensor;
    expect(pooled.dtype).toBe('int32');
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
  const rejected = titled<[tf.layers.Layer, tf.SymbolicTensor | tf.SymbolicTensor[], string]>({
    'one input': [
      layers.gatherND(),
      input([null, 4]),
      'gatherND: inputs has length 1, expected 2: [data, indices].',
    ],
    'too many inputs': [
      sum(),
      [input([null, 4]), ints([null, 4]), ints([null, 4])],
      'unsortedSegmentSum: inputs has length 3, expected 2: [x, segmentIds].',
    ],
    'no axis besides the batch axis': [
      layers.gatherElements(),
      [input([null]), ints([null])],
      'gatherElements: data has rank 1 (shape [null]), expected an axis after the batch axis',
    ],
    'a negative axis that is the batch axis': [
      layers.gatherElements({ axis: -2 }),
      [input([null, 4]), ints([null, 4])],
      'gatherElements: axis is -2, the batch axis of data (shape [null, 4])',
    ],
    'an axis that does not exist': [
      layers.gatherElements({ axis: 2 }),
      [input([null, 4]), ints([null, 4])],
      'gatherElements: axis is 2, expected an integer in [-2, 1]',
    ],
    'too many batchDims': [
      layers.gatherND({ batchDims: 2 }),
      [input([null, 4]), ints([null, 4])],
      'gatherND: batchDims is 2, expected an integer in [0, 1]',
    ],
    'batches of different sizes': [
      layers.gatherElements(),
      [input([3, 4]), ints([2, 4])],
      'gatherElements: indices is a batch of 2 (shape [2, 4]), expected one of 3, as data is',
    ],
    'different ranks of data and indices': [
      layers.gatherElements(),
      [input([null, 4]), ints([null, 4, 1])],
      'gatherElements: indices has rank 3 (shape [null, 4, 1]), expected',
    ],
    'indices longer than data': [
      layers.gatherElements({ axis: 2 }),
      [input([null, 4, 2]), ints([null, 5, 2])],
      'gatherElements: indices has length 5 on axis 1',
    ],
    'tuples too long': [
      layers.gatherND(),
      [input([null, 4]), ints([null, 3, 2])],
      'gatherND: the last dimension of indices is 2',
    ],
    'tuples of unknown length': [
      layers.gatherND(),
      [input([null, 4]), ints([null, null])],
      'gatherND: the last dimension of indices is unknown (shape [null, null]), expected a number',
    ],
    'updates of another shape': [
      scatter(),
      [input([null, 4, 2]), ints([null, 3, 1]), input([null, 3, 3])],
      'scatterND: updates has shape [null, 3, 3], expected [null, 3, 2]',
    ],
    'segment ids of another shape': [
      sum(),
      [input([null, 4, 2]), ints([null, 5])],
      'unsortedSegmentSum: segmentIds has shape [null, 5], expected the shape of x',
    ],
    'bool indices': [
      layers.gatherND(),
      [input([null, 4]), input([null, 3, 1], 'bool')],
      "gatherND: indices has dtype bool, expected 'int32' or 'float32'.",
    ],
    'updates of another dtype': [
      scatter(),
      [input([null, 4]), ints([null, 3, 1]), ints([null, 3])],
      'scatterND: updates has dtype int32, expected float32, the dtype of data.',
    ],
    'a reduction that the dtype does not support': [
      layers.scatterND({ reduction: 'mean' }),
      [input([null, 4], 'bool'), ints([null, 3, 1]), input([null, 3], 'bool')],
      "scatterND: reduction 'mean' got data of dtype bool",
    ],
    'a number that data cannot hold': [
      layers.gatherND({ outOfBounds: 'drop', fill: 0.5 }),
      [ints([null, 4]), ints([null, 3, 1])],
      'gatherND: fill is 0.5, expected an integer in the range of int32: data has dtype int32.',
    ],
    'a number that the result cannot hold': [
      layers.unsortedSegmentMax({ numSegments: 1, empty: NaN }),
      [ints([null, 4]), ints([null, 4])],
      'unsortedSegmentMax: empty is NaN, expected an integer in the range of int32',
    ],
    'x of int32': [
      layers.unsortedSegmentStd({ numSegments: 1 }),
      [ints([null, 4]), ints([null, 4])],
      "unsortedSegmentStd: x has dtype int32, expected 'float32'.",
    ],
    'no targets': [
      edgeSum(),
      [input([null, 4]), edges],
      'gatherSegmentSum: inputs has length 2, expected 3 or 4: [x, sources, targets, weights].',
    ],
    'weights for a maximum': [
      edgeMax(),
      [input([null, 4]), edges, edges, input([null, 6])],
      'gatherSegmentMax: inputs has length 4, expected 3: [x, sources, targets].',
    ],
    'x without nodes': [
      edgeSum(),
      [input([null]), edges, edges],
      'gatherSegmentSum: x has shape [null], expected rows: rank 2 or more.',
    ],
    'sources as tuples': [
      edgeSum(),
      [input([null, 4]), ints([null, 6, 1]), edges],
      "gatherSegmentSum: sources has shape [null, 6, 1], expected one index for each edge, [null, 'edges'].",
    ],
    'targets for another number of edges': [
      edgeSum(),
      [input([null, 4]), edges, ints([null, 5])],
      'gatherSegmentSum: targets has shape [null, 5], expected [null, 6], the shape of sources.',
    ],
    'weights for another number of heads': [
      edgeSum(),
      [input([null, 4, 2]), edges, edges, input([null, 6, 3])],
      'gatherSegmentSum: weights has shape [null, 6, 3], expected [null, 6] or [null, 6, 2]',
    ],
    'weights of another batch size': [
      edgeSum(),
      [input([3, 4]), edges, edges, input([2, 6])],
      'gatherSegmentSum: weights is a batch of 2 (shape [2, 6]), expected one of 3, as x is',
    ],
    'bool targets': [
      edgeSum(),
      [input([null, 4]), edges, input([null, 6], 'bool')],
      "gatherSegmentSum: targets has dtype bool, expected 'int32' or 'float32'.",
    ],
    'int32 weights': [
      edgeSum(),
      [input([null, 4]), edges, edges, edges],
      'gatherSegmentSum: weights has dtype int32, expected float32',
    ],
    'weights with int32 x': [
      edgeSum(),
      [ints([null, 4]), edges, edges, input([null, 6])],
      'gatherSegmentSum: x has dtype int32, expected float32, because it has weights',
    ],
    'a number that x of int32 cannot hold': [
      layers.gatherSegmentMin({ numSegments: 1, empty: Infinity }),
      [ints([null, 4]), edges, edges],
      'gatherSegmentMin: empty is Infinity, expected an integer in the range of int32',
    ],
  });
  test.each(rejected)('rejects: %s', (_, layer, inputs, message) => {
    expect(() => layer.apply(inputs)).toThrow(message);
  });
});

describe('values', () => {
  const x = tf.tensor3d([1, 2, 3, 4], [2, 2, 1]);

  test('a negative axis that is the batch axis is rejected', () => {
    const layer = layers.gatherElements({ axis: -2 });
    const indices = tf.zeros([2, 2], 'int32');
    expect(() => layer.apply([tf.zeros([2, 2]), indices])).toThrow('axis is -2, the batch axis');
  });

  test('tensors with different batch sizes are rejected', () => {
    const indices = tf.zeros([1, 2], 'int32');
    expect(() => layers.gatherElements().apply([tf.zeros([2, 2]), indices])).toThrow(
      'gatherElements: indices is a batch of 1 (shape [1, 2]), expected one of 2, as data is',
    );
  });

  test.each([[0.5], [NaN], [2 ** 31]])('an index of %p is rejected', (value) => {
    const indices = tf.tensor3d([0, value], [2, 1, 1]);
    expect(() => layers.gatherND().apply([x, indices])).toThrow(
      `gatherND: indices has the value ${value} at [1, 0, 0], expected integers in the range of int32.`,
    );
  });

  test.each(['sources', 'targets'])('a fraction in %s is rejected', (name) => {
    const [whole, broken] = [tf.zeros([2, 1]), tf.tensor2d([[0], [0.5]])];
    const ids = name === 'sources' ? [broken, whole] : [whole, broken];
    const layer = layers.gatherSegmentSum({ numSegments: 1 });
    expect(() => layer.apply([x, ...ids])).toThrow(
      `gatherSegmentSum: ${name} has the value 0.5 at [1, 0], expected integers`,
    );
  });

  test('float32 indices are checked against the bounds', () => {
    const indices = tf.tensor3d([0, 2], [2, 1, 1]);
    expect(() => layers.gatherND().apply([x, indices])).toThrow('out of bounds on axis 1');
  });

  test.each(['int32', 'float32'] as const)('the gradient of %s indices is 0', (dtype) => {
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
