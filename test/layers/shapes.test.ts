/** The shapes that layers know before a model runs, and the inputs that they reject when applied. */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';
import * as layers from 'tfjs-gather-scatter/layers';
import { batchOf, bools, connect, floats, ints } from '../support/symbolic.js';
import { titled } from '../support/rows.js';

const lowerFirst = (text: string) => text[0].toLowerCase() + text.slice(1);

describe('symbolic shapes', () => {
  const sum = () => layers.unsortedSegmentSum({ numSegments: 7 });
  const edgeSum = () => layers.gatherSegmentSum({ numSegments: 7 });
  const edgeMax = () => layers.gatherSegmentMax({ numSegments: 7 });
  const edges = ints(6);
  const known = titled<[tf.layers.Layer, tf.SymbolicTensor[], (number | null)[]]>({
    'gathers of unknown lengths': [
      layers.gatherND(),
      [floats(null, 8), ints(null, 1)],
      [null, null, 8],
    ],
    'a known batch': [
      layers.gatherND(),
      [batchOf([2, 4, 8]), batchOf([2, 3, 1], 'int32')],
      [2, 3, 8],
    ],
    'elements of unknown lengths': [
      layers.gatherElements({ axis: 2 }),
      [floats(null, 5), ints(3, null)],
      [null, 3, null],
    ],
    'a scatter of unknown lengths': [
      layers.scatterND(),
      [floats(null, 8), ints(6, 1), floats(null, 8)],
      [null, null, 8],
    ],
    'segments of unknown lengths': [sum(), [floats(null, 3), ints(null)], [null, 7, 3]],
    'one segment id for each example': [sum(), [floats(3), ints()], [null, 7, 3]],
    'rows of unknown lengths': [
      layers.unsortedSegmentSoftmax({ numSegments: 7 }),
      [floats(null, 3), ints(null)],
      [null, null, 3],
    ],
    'an unknown number of edges': [
      edgeSum(),
      [floats(null, 3), ints(null), ints(null), floats(null)],
      [null, 7, 3],
    ],
    'nodes of one value': [edgeMax(), [floats(4), edges, edges], [null, 7]],
    'weights of heads': [
      edgeSum(),
      [batchOf([5, 4, 2, 3]), edges, edges, floats(6, 2)],
      [5, 7, 2, 3],
    ],
  });
  test.each(known)('%s', (_, layer, inputs, expected) => {
    expect(connect(layer, ...inputs).shape).toEqual(expected);
    expect(layer.computeOutputShape(inputs.map(({ shape }) => shape))).toEqual(expected);
  });

  test('the dtype is that of data', () => {
    expect(connect(layers.gatherND(), ints(4), ints(3, 1)).dtype).toBe('int32');
    const inputs = [bools(3), ints(3)];
    const counted = connect(layers.unsortedSegmentSum({ numSegments: 2 }), ...inputs);
    expect(counted.dtype).toBe('int32');
    expect(connect(edgeMax(), ints(4), edges, edges).dtype).toBe('int32');
    const counts = tf
      .model({ inputs, outputs: counted })
      .predict([
        tf.tensor2d([[true, true, false]]),
        tf.tensor2d([[0, 0, 1]], undefined, 'int32'),
      ]) as tf.Tensor;
    expect(counts.dtype).toBe('int32');
    expect(counts.arraySync()).toEqual([[2, 0]]);
  });

  const scatter = () => layers.scatterND({ reduction: 'add' });
  const rejected: [message: string, tf.layers.Layer, tf.SymbolicTensor[]][] = [
    ['inputs has length 1, expected 2: [data, indices].', layers.gatherND(), [floats(4)]],
    ['inputs has length 3, expected 2: [x, segmentIds].', sum(), [floats(4), ints(4), ints(4)]],
    [
      'data has rank 1 (shape [null]), expected an axis after the batch axis',
      layers.gatherElements(),
      [floats(), ints()],
    ],
    [
      'axis is -2, the batch axis of data (shape [null, 4])',
      layers.gatherElements({ axis: -2 }),
      [floats(4), ints(4)],
    ],
    [
      'axis is 2, expected an integer in [-2, 1]',
      layers.gatherElements({ axis: 2 }),
      [floats(4), ints(4)],
    ],
    [
      'batchDims is 2, expected an integer in [0, 1]',
      layers.gatherND({ batchDims: 2 }),
      [floats(4), ints(4)],
    ],
    [
      'indices is a batch of 2 (shape [2, 4]), expected one of 3, as data is',
      layers.gatherElements(),
      [batchOf([3, 4]), batchOf([2, 4], 'int32')],
    ],
    [
      'indices has rank 3 (shape [null, 4, 1]), expected',
      layers.gatherElements(),
      [floats(4), ints(4, 1)],
    ],
    [
      'indices has length 5 on axis 1',
      layers.gatherElements({ axis: 2 }),
      [floats(4, 2), ints(5, 2)],
    ],
    ['the last dimension of indices is 2', layers.gatherND(), [floats(4), ints(3, 2)]],
    [
      'the last dimension of indices is unknown (shape [null, null]), expected a number',
      layers.gatherND(),
      [floats(4), ints(null)],
    ],
    [
      'updates has shape [null, 3, 3], expected [null, 3, 2]',
      scatter(),
      [floats(4, 2), ints(3, 1), floats(3, 3)],
    ],
    ['segmentIds has shape [null, 5], expected the shape of x', sum(), [floats(4, 2), ints(5)]],
    [
      "indices has dtype bool, expected 'int32' or 'float32'.",
      layers.gatherND(),
      [floats(4), bools(3, 1)],
    ],
    [
      'updates has dtype int32, expected float32, the dtype of data.',
      scatter(),
      [floats(4), ints(3, 1), ints(3)],
    ],
    [
      "reduction 'mean' got data of dtype bool",
      layers.scatterND({ reduction: 'mean' }),
      [bools(4), ints(3, 1), bools(3)],
    ],
    [
      'fill is 0.5, expected an integer in the range of int32: data has dtype int32.',
      layers.gatherND({ outOfBounds: 'drop', fill: 0.5 }),
      [ints(4), ints(3, 1)],
    ],
    [
      'empty is NaN, expected an integer in the range of int32',
      layers.unsortedSegmentMax({ numSegments: 1, empty: NaN }),
      [ints(4), ints(4)],
    ],
    [
      "x has dtype int32, expected 'float32'.",
      layers.unsortedSegmentStd({ numSegments: 1 }),
      [ints(4), ints(4)],
    ],
    [
      'inputs has length 2, expected 3 or 4: [x, sources, targets, weights].',
      edgeSum(),
      [floats(4), edges],
    ],
    [
      'inputs has length 4, expected 3: [x, sources, targets].',
      edgeMax(),
      [floats(4), edges, edges, floats(6)],
    ],
    ['x has shape [null], expected rows: rank 2 or more.', edgeSum(), [floats(), edges, edges]],
    [
      "sources has shape [null, 6, 1], expected one index for each edge, [null, 'edges'].",
      edgeSum(),
      [floats(4), ints(6, 1), edges],
    ],
    [
      'targets has shape [null, 5], expected [null, 6], the shape of sources.',
      edgeSum(),
      [floats(4), edges, ints(5)],
    ],
    [
      'weights has shape [null, 6, 3], expected [null, 6] or [null, 6, 2]',
      edgeSum(),
      [floats(4, 2), edges, edges, floats(6, 3)],
    ],
    [
      'weights is a batch of 2 (shape [2, 6]), expected one of 3, as x is',
      edgeSum(),
      [batchOf([3, 4]), edges, edges, batchOf([2, 6])],
    ],
    [
      "targets has dtype bool, expected 'int32' or 'float32'.",
      edgeSum(),
      [floats(4), edges, bools(6)],
    ],
    ['weights has dtype int32, expected float32', edgeSum(), [floats(4), edges, edges, edges]],
    [
      'x has dtype int32, expected float32, because it has weights',
      edgeSum(),
      [ints(4), edges, edges, floats(6)],
    ],
    [
      'empty is Infinity, expected an integer in the range of int32',
      layers.gatherSegmentMin({ numSegments: 1, empty: Infinity }),
      [ints(4), edges, edges],
    ],
  ];
  test.each(rejected)('rejects: %s', (message, layer, inputs) => {
    const op = lowerFirst(layer.getClassName().replace('TfjsGatherScatter', ''));
    expect(() => connect(layer, ...inputs)).toThrow(`${op}: ${message}`);
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
    expect([...byX.dataSync()]).toEqual([1, 0, 0, 1]);
    expect(byIndices.arraySync()).toEqual([[[0]], [[0]]]);
  });
});
