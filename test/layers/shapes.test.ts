/** The shapes that layers know before a model runs, and the inputs that they reject when applied. */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';
import * as layers from 'tfjs-gather-scatter/layers';
import { batchOf, bools, connect, floats, ints } from '../support/symbolic.js';
import { rowsOf } from '../support/read_table.js';

const { gatherElements, gatherND, scatterND } = layers;

const sum = () => layers.unsortedSegmentSum({ numSegments: 7 });
const edgeSum = () => layers.gatherSegmentSum({ numSegments: 7 });
const edgeMax = () => layers.gatherSegmentMax({ numSegments: 7 });
const edges = ints(6);
const cache = () => layers.tensorScatter();
const onGraph = (config: Partial<Parameters<typeof layers.gatherSegmentSum>[0]> = {}) =>
  layers.gatherSegmentSum({ numSegments: 7, sources: [0, 1], targets: [1, 0], ...config });
const known = rowsOf<[tf.layers.Layer, tf.SymbolicTensor[], (number | null)[]]>()`
  gathers of unknown lengths: ${[gatherND(), [floats(null, 8), ints(null, 1)], [null, null, 8]]}
  a known batch: ${[gatherND(), [batchOf([2, 4, 8]), batchOf([2, 3, 1], 'int32')], [2, 3, 8]]}
  a batch that only indices know:
    ${[gatherND(), [floats(4, 8), batchOf([2, 3, 1], 'int32')], [2, 3, 8]]}
  elements of unknown lengths:
    ${[gatherElements({ axis: 2 }), [floats(null, 5), ints(3, null)], [null, 3, null]]}
  a scatter of unknown lengths:
    ${[scatterND(), [floats(null, 8), ints(6, 1), floats(null, 8)], [null, null, 8]]}
  segments of unknown lengths: ${[sum(), [floats(null, 3), ints(null)], [null, 7, 3]]}
  one segment id for each example: ${[sum(), [floats(3), ints()], [null, 7, 3]]}
  rows of unknown lengths:
    ${[layers.unsortedSegmentSoftmax({ numSegments: 7 }), [floats(null, 3), ints(null)], [null, null, 3]]}
  an unknown number of edges:
    ${[edgeSum(), [floats(null, 3), ints(null), ints(null), floats(null)], [null, 7, 3]]}
  a graph that the layer keeps: ${[onGraph(), [floats(null, 3), floats(2)], [null, 7, 3]]}
  nodes of one value: ${[edgeMax(), [floats(4), edges, edges], [null, 7]]}
  weights of heads:
    ${[edgeSum(), [batchOf([5, 4, 2, 3]), edges, edges, floats(6, 2)], [5, 7, 2, 3]]}
  a cache, from 0: ${[cache(), [floats(3, null, 8), floats(3, 2, 8)], [null, 3, null, 8]]}
  a cache of unknown lengths:
    ${[cache(), [floats(null, 8), batchOf([2, 1, null]), ints(1)], [null, null, 8]]}
  one write index for each example:
    ${[layers.tensorScatter({ axis: 1 }), [floats(4), floats(2), ints()], [null, 4]]}
`;

test.each(known)('%s', (_, [layer, inputs, expected]) => {
  expect(connect(layer, ...inputs).shape).toEqual(expected);
  expect(layer.computeOutputShape(inputs.map(({ shape }) => shape))).toEqual(expected);
});

test('the dtype is that of data', () => {
  expect(connect(gatherND(), ints(4), ints(3, 1)).dtype).toBe('int32');
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

const scatter = () => scatterND({ reduction: 'add' });

const x = tf.tensor3d([1, 2, 3, 4], [2, 2, 1]);
const zeros = tf.zeros([2, 1]);
const broken = tf.tensor2d([[0], [0.5]]);
const indexOf = (value: number) => tf.tensor3d([0, value], [2, 1, 1]);
const ofIndex = 'gatherND: indices has the value';

/** Symbolic inputs that a layer rejects, and values, by the error. */
const rejected: Record<string, () => unknown> = {
  'gatherND: inputs has length 1, expected 2: [data, indices].': () =>
    connect(gatherND(), floats(4)),
  'unsortedSegmentSum: inputs has length 3, expected 2: [x, segmentIds].': () =>
    connect(sum(), floats(4), ints(4), ints(4)),
  'gatherElements: data has rank 1 (shape [null]), expected an axis after the batch axis': () =>
    connect(gatherElements(), floats(), ints()),
  'gatherElements: axis is -2, the batch axis of data (shape [null, 4])': () =>
    connect(gatherElements({ axis: -2 }), floats(4), ints(4)),
  'gatherElements: axis is 2, expected an integer in [-2, 1]': () =>
    connect(gatherElements({ axis: 2 }), floats(4), ints(4)),
  'gatherND: batchDims is 2, expected an integer in [0, 1]': () =>
    connect(gatherND({ batchDims: 2 }), floats(4), ints(4)),
  'gatherElements: indices is a batch of 2 (shape [2, 4]), expected one of 3, as data is': () =>
    connect(gatherElements(), batchOf([3, 4]), batchOf([2, 4], 'int32')),
  'gatherElements: indices has rank 3 (shape [null, 4, 1]), expected': () =>
    connect(gatherElements(), floats(4), ints(4, 1)),
  'gatherElements: indices has length 5 on axis 1': () =>
    connect(gatherElements({ axis: 2 }), floats(4, 2), ints(5, 2)),
  'gatherND: the last dimension of indices is 2': () => connect(gatherND(), floats(4), ints(3, 2)),
  'gatherND: the last dimension of indices is unknown (shape [null, null]), expected a number':
    () => connect(gatherND(), floats(4), ints(null)),
  'scatterND: updates has shape [null, 3, 3], expected [null, 3, 2]': () =>
    connect(scatter(), floats(4, 2), ints(3, 1), floats(3, 3)),
  'unsortedSegmentSum: segmentIds has shape [null, 5], expected the shape of x': () =>
    connect(sum(), floats(4, 2), ints(5)),
  "gatherND: indices has dtype bool, expected 'int32' or 'float32'.": () =>
    connect(gatherND(), floats(4), bools(3, 1)),
  'scatterND: updates has dtype int32, expected float32, the dtype of data.': () =>
    connect(scatter(), floats(4), ints(3, 1), ints(3)),
  "scatterND: reduction 'mean' got data of dtype bool": () =>
    connect(scatterND({ reduction: 'mean' }), bools(4), ints(3, 1), bools(3)),
  'gatherND: fill is 0.5, expected an integer in the range of int32: data has dtype int32.': () =>
    connect(gatherND({ outOfBounds: 'drop', fill: 0.5 }), ints(4), ints(3, 1)),
  'unsortedSegmentMax: empty is NaN, expected an integer in the range of int32': () =>
    connect(layers.unsortedSegmentMax({ numSegments: 1, empty: NaN }), ints(4), ints(4)),
  "unsortedSegmentStd: x has dtype int32, expected 'float32'.": () =>
    connect(layers.unsortedSegmentStd({ numSegments: 1 }), ints(4), ints(4)),
  'tensorScatter: inputs has length 1, expected 2 or 3: [pastCache, update, writeIndices].': () =>
    connect(cache(), floats(4, 8)),
  'tensorScatter: axis is -2, expected one after the batch in': () =>
    connect(cache(), floats(4), floats(1)),
  "tensorScatter: update has shape [null, 5, 8], expected [null, 4, 8]: pastCache's, or fewer":
    () => connect(cache(), floats(4, 8), floats(5, 8)),
  'tensorScatter: update has dtype int32, expected float32, the dtype of pastCache.': () =>
    connect(cache(), floats(4, 8), ints(1, 8)),
  'tensorScatter: writeIndices has shape [null, 2], expected [null]: one for each sample': () =>
    connect(cache(), floats(4, 8), floats(1, 8), ints(2)),
  "tensorScatter: writeIndices has dtype bool, expected 'int32' or 'float32'.": () =>
    connect(cache(), floats(4, 8), floats(1, 8), bools(1)),
  'gatherSegmentSum: inputs has length 2, expected 3 or 4: [x, sources, targets, weights].': () =>
    connect(edgeSum(), floats(4), edges),
  'gatherSegmentMax: inputs has length 4, expected 3: [x, sources, targets].': () =>
    connect(edgeMax(), floats(4), edges, edges, floats(6)),
  'gatherSegmentSum: x has shape [null], expected rows: rank 2 or more.': () =>
    connect(edgeSum(), floats(), edges, edges),
  "gatherSegmentSum: sources has shape [null, 6, 1], expected one index for each edge, [null, 'edges'].":
    () => connect(edgeSum(), floats(4), ints(6, 1), edges),
  'gatherSegmentSum: targets has shape [null, 5], expected [null, 6], the shape of sources.': () =>
    connect(edgeSum(), floats(4), edges, ints(5)),
  'gatherSegmentSum: inputs has length 3, expected 1 or 2: [x, weights].': () =>
    connect(onGraph(), floats(4), edges, edges),
  'gatherSegmentSum: inputs has length 2, expected 1: [x].': () =>
    connect(onGraph({ weights: [1, 2] }), floats(4), floats(2)),
  'gatherSegmentSum: targets has shape [1], expected [2], the shape of sources.': () =>
    connect(onGraph({ targets: [1] }), floats(4)),
  'gatherSegmentSum: weights has shape [null, 3], expected [2] or [null, 2]': () =>
    connect(onGraph(), floats(4), floats(3)),
  'gatherSegmentSum: weights has shape [3], expected [2]': () =>
    connect(onGraph({ weights: [1, 2, 3] }), floats(4)),
  'gatherSegmentSum: sources holds 0.5, expected integers': () =>
    connect(onGraph({ sources: [0, 0.5] }), floats(4)),
  'gatherSegmentSum: sources has dtype float32, expected int32': () =>
    connect(onGraph({ sources: tf.zeros([2]) }), floats(4)),
  'gatherSegmentSum: sources has the value 3 at [1], expected an index in [-2, 1]: x has 2 rows.':
    () => onGraph({ sources: [0, 3] }).apply(x),
  'unsortedSegmentSum: segmentIds has shape [3], expected [4] for the whole batch': () =>
    connect(layers.unsortedSegmentSum({ numSegments: 2, segmentIds: [0, 1, 0] }), floats(4)),
  'gatherSegmentSum: weights has shape [null, 6, 3], expected [null, 6] or [null, 6, 2]': () =>
    connect(edgeSum(), floats(4, 2), edges, edges, floats(6, 3)),
  'gatherSegmentSum: weights is a batch of 2 (shape [2, 6]), expected one of 3, as x is': () =>
    connect(edgeSum(), batchOf([3, 4]), edges, edges, batchOf([2, 6])),
  "gatherSegmentSum: targets has dtype bool, expected 'int32' or 'float32'.": () =>
    connect(edgeSum(), floats(4), edges, bools(6)),
  'gatherSegmentSum: weights has dtype int32, expected float32': () =>
    connect(edgeSum(), floats(4), edges, edges, edges),
  'gatherSegmentSum: x has dtype int32, expected float32, because it has weights': () =>
    connect(edgeSum(), ints(4), edges, edges, floats(6)),
  'unsortedSegmentMean: numSegments is 1099511627776, which needs 2199023255552 values': () =>
    layers.unsortedSegmentMean({ numSegments: 2 ** 40 }).apply([x, tf.zeros([2, 2], 'int32')]),
  'gatherSegmentMin: empty is Infinity, expected an integer in the range of int32': () =>
    connect(layers.gatherSegmentMin({ numSegments: 1, empty: Infinity }), ints(4), edges, edges),

  'gatherElements: axis is -2, the batch axis': () =>
    gatherElements({ axis: -2 }).apply([zeros, zeros]),
  'gatherElements: indices is a batch of 1 (shape [1, 2]), expected one of 2, as data is': () =>
    gatherElements().apply([tf.zeros([2, 2]), tf.zeros([1, 2], 'int32')]),
  [`${ofIndex} 0.5 at [1, 0, 0], expected integers in the range of int32.`]: () =>
    gatherND().apply([x, indexOf(0.5)]),
  [`${ofIndex} NaN at [1, 0, 0], expected integers in the range of int32.`]: () =>
    gatherND().apply([x, indexOf(NaN)]),
  [`${ofIndex} 2147483648 at [1, 0, 0], expected integers in the range of int32.`]: () =>
    gatherND().apply([x, indexOf(2 ** 31)]),
  'gatherSegmentSum: sources has the value 0.5 at [1, 0], expected integers': () =>
    edgeSum().apply([x, broken, zeros]),
  'gatherSegmentSum: targets has the value 0.5 at [1, 0], expected integers': () =>
    edgeSum().apply([x, zeros, broken]),
  'out of bounds on axis 1': () => gatherND().apply([x, indexOf(2)]),
};

test.each(Object.entries(rejected))('%s', (message, call) => {
  expect(call).toThrow(message);
});

test.each(['int32', 'float32'] as const)('the gradient of %s indices is 0', (dtype) => {
  const indices = tf.tensor3d([0, 1], [2, 1, 1], dtype);
  const apply = (x: tf.Tensor, i: tf.Tensor) => gatherND().apply([x, i]) as tf.Tensor;
  const [byX, byIndices] = tf.grads(apply)([x, indices]);
  expect([...byX.dataSync()]).toEqual([1, 0, 0, 1]);
  expect(byIndices.arraySync()).toEqual([[[0]], [[0]]]);
});
