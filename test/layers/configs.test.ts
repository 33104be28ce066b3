/** Configs that layers accept, reject and save. */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';
import * as layers from 'tfjs-gather-scatter/layers';
import { makeLayer } from '../support/layer_model.js';
import { rowsOf } from '../support/read_table.js';
import { titled } from '../support/rows.js';

const SEGMENTS = { numSegments: 3, outOfBounds: 'error' };
const full = titled<[tf.layers.Layer, object]>({
  GatherElements: [layers.gatherElements(), { axis: 1, outOfBounds: 'error' }],
  GatherND: [
    layers.gatherND({ outOfBounds: 'drop', fill: NaN }),
    { batchDims: 1, outOfBounds: 'drop', fill: 'nan' },
  ],
  ScatterElements: [
    layers.scatterElements({ axis: -2, reduction: 'max', includeSelf: false }),
    { axis: -2, outOfBounds: 'error', reduction: 'max', includeSelf: false },
  ],
  ScatterND: [
    layers.scatterND({ batchDims: 2, reduction: 'sub', wrapNegatives: false }),
    {
      batchDims: 2,
      outOfBounds: 'error',
      wrapNegatives: false,
      reduction: 'sub',
      includeSelf: true,
    },
  ],
  ScatterNDUpdate: [
    layers.scatterNDUpdate({ reduction: 'prod', outOfBounds: 'drop' }),
    { batchDims: 1, outOfBounds: 'drop', reduction: 'prod', includeSelf: true },
  ],
  TensorScatter: [layers.tensorScatter({ mode: 'circular' }), { axis: -2, mode: 'circular' }],
  ...Object.fromEntries(
    Object.keys(layers)
      .filter((op) => op.includes('Segment') && !op.endsWith('SegmentMin'))
      .map((op) => [
        `${op[0].toUpperCase()}${op.slice(1)}`,
        [makeLayer(op as keyof typeof layers, { numSegments: 3 }), SEGMENTS],
      ]),
  ),
  UnsortedSegmentMin: [
    layers.unsortedSegmentMin({ numSegments: 3, outOfBounds: 'drop', empty: Infinity }),
    { numSegments: 3, outOfBounds: 'drop', empty: 'inf' },
  ],
  UnsortedSegmentMax: [
    layers.unsortedSegmentMax({ numSegments: 3, segmentIds: [2, 2, 1, 0] }),
    { numSegments: 3, outOfBounds: 'error', segmentIds: 4 },
  ],
  GatherSegmentSum: [
    layers.gatherSegmentSum({ numSegments: 3, sources: [0, 1], targets: [1, 0], weights: [2, 3] }),
    { numSegments: 3, outOfBounds: 'error', sources: 2, targets: 2, weights: 2 },
  ],
  GatherSegmentMin: [
    layers.gatherSegmentMin({ numSegments: 3, wrapNegatives: false, empty: -Infinity }),
    { numSegments: 3, outOfBounds: 'error', wrapNegatives: false, empty: '-inf' },
  ],
});

const OPTIONS =
  'axis batchDims mode outOfBounds wrapNegatives fill reduction includeSelf empty name'
    .concat(' trainable inputShape batchInputShape dtype segmentIds sources targets weights')
    .split(' ');
const UNDEFINED = Object.fromEntries(OPTIONS.map((option) => [option, undefined]));

test.each(Object.keys(layers) as (keyof typeof layers)[])(
  'undefined options have the defaults of %s',
  (op) => {
    const [plain, undefinedToo] = [{}, UNDEFINED].map((options) => {
      const config = makeLayer(op, {
        numSegments: op.includes('Segment') ? 3 : undefined,
        ...options,
      });
      return { ...config.getConfig(), name: '' };
    });
    expect(undefinedToo).toEqual(plain);
  },
);

test('every export makes a layer', () => {
  const [names, exported] = [full.map(([name]) => name), Object.keys(layers)].map((all) =>
    all.map((name) => name.toLowerCase()).sort(),
  );
  expect(names).toEqual(exported);
  const classes = full.map(([name]) => `TfjsGatherScatter${name}`);
  expect(full.map(([, layer]) => layer.getClassName())).toEqual(classes);
});

test.each(full)('%s is restored from its config, also through JSON', (_, layer, options) => {
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

test('inputShape, batchInputShape and dtype are kept', () => {
  const layer = layers.gatherND({ inputShape: [3, 2], dtype: 'int32' });
  expect(layer.getConfig()).toMatchObject({ batchInputShape: [null, 3, 2], dtype: 'int32' });
  const summing = layers.unsortedSegmentSum({ numSegments: 2, batchInputShape: [4, 3] });
  expect(summing.getConfig()).toMatchObject({ batchInputShape: [4, 3], dtype: 'float32' });
});

test('default names are short, and unique', () => {
  const [first, second] = [layers.gatherND(), layers.gatherND()].map(({ name }) => name);
  expect(first).toMatch(/^gather_nd_\d+$/);
  expect(second).toMatch(/^gather_nd_\d+$/);
  expect(second).not.toBe(first);
  const { name } = layers.gatherSegmentSqrtN({ numSegments: 1 });
  expect(name).toMatch(/^gather_segment_sqrt_?n_\d+$/);
  const { name: another } = layers.unsortedSegmentLogSumExp({ numSegments: 1 });
  expect(another).toMatch(/^unsorted_segment_log_sum_exp_\d+$/);
});

/** Configs as JavaScript callers can write them, by the error, which begins with the layer's name. */
const rejected = rowsOf<[config: unknown]>()`
  gatherElements: axis is 0, expected an integer other than 0, the batch axis: ${[{ axis: 0 }]}
  scatterElements: axis is -0, expected an integer other than 0: ${[{ axis: -0 }]}
  gatherElements: axis is 1.5, expected an integer: ${[{ axis: 1.5 }]}
  gatherElements: axis is '1', expected an integer: ${[{ axis: '1' }]}
  gatherND: batchDims is 0, expected a positive integer: ${[{ batchDims: 0 }]}
  scatterNDUpdate: batchDims is -1: ${[{ batchDims: -1 }]}
  scatterND: batchDims is NaN: ${[{ batchDims: NaN }]}
  gatherND: there is no option 'axis', expected 'batchDims', 'outOfBounds', 'wrapNegatives' or
  'fill':
    ${[{ axis: 1 }]}
  gatherND: there is no option 'weights': ${[{ weights: [] }]}
  scatterND: reduction is 'median', expected 'none': ${[{ reduction: 'median' }]}
  gatherND: fill is 1, expected it only with outOfBounds 'drop': ${[{ fill: 1 }]}
  gatherND: outOfBounds is 'wrap': ${[{ outOfBounds: 'wrap' }]}
  unsortedSegmentSum: numSegments is undefined, expected a nonnegative integer: ${[{}]}
  unsortedSegmentStd: numSegments is 1.5: ${[{ numSegments: 1.5 }]}
  unsortedSegmentSum: there is no option 'axis', expected 'numSegments', 'segmentIds' or
  'outOfBounds':
    ${[{ numSegments: 1, axis: 1 }]}
  unsortedSegmentProd: there is no option 'empty', expected 'numSegments', 'segmentIds' or
  'outOfBounds':
    ${[{ numSegments: 1, empty: 1 }]}
  gatherSegmentMax: numSegments is undefined, expected a nonnegative integer: ${[{ empty: 0 }]}
  gatherSegmentSum: config has weights but not sources, expected both, or both as inputs of the
  layer.:
    ${[{ numSegments: 1, weights: [1] }]}
  gatherSegmentMax: config has targets but not sources, expected both:
    ${[{ numSegments: 1, targets: [1] }]}
  gatherSegmentMean: sources has shape [1, 1], expected rank 1: all examples share it.:
    ${[{ numSegments: 1, sources: [[0]], targets: [0] }]}
  gatherSegmentMean: targets has shape []: ${[{ numSegments: 1, sources: [0], targets: null }]}
  unsortedSegmentMax: segmentIds has shape [2, 2], expected rank 1:
    ${[{ numSegments: 1, segmentIds: tf.zeros([2, 2], 'int32') }]}
  unsortedSegmentSum: there is no option 'batchDims': ${[{ numSegments: 1, batchDims: 1 }]}
  gatherSegmentMax: there is no option 'weights', expected 'empty', 'numSegments', 'sources',
  'targets', 'wrapNegatives' or 'outOfBounds':
    ${[{ numSegments: 1, weights: [1] }]}
  gatherSegmentMean: there is no option 'empty': ${[{ numSegments: 1, empty: 1 }]}
  gatherSegmentMin: empty is 'inf', expected a number: ${[{ numSegments: 1, empty: 'inf' }]}
  tensorScatter: axis is 0, expected an integer other than 0, the batch axis: ${[{ axis: 0 }]}
  tensorScatter: axis is 0.5, expected an integer other than 0, the batch axis: ${[{ axis: 0.5 }]}
  tensorScatter: mode is 'ring', expected 'linear' or 'circular'.: ${[{ mode: 'ring' }]}
  tensorScatter: there is no option 'outOfBounds', expected 'axis' or 'mode'.:
    ${[{ outOfBounds: 'drop' }]}
  tensorScatter: config is 2, expected a plain object such as {axis: 2}.: ${[2]}
  gatherElements: config is 2, expected a plain object such as {axis: 2}.: ${[2]}
  scatterND: config is null, expected a plain object such as {batchDims: 1}.: ${[null]}
  unsortedSegmentSum: config is 4, expected a plain object such as {numSegments: 4}.: ${[4]}
  unsortedSegmentMax: config is undefined, expected a plain object such as {numSegments: 1}.:
    ${[undefined]}
`;

test.each(rejected)('rejects: %s', (message, config) => {
  const [op] = message.split(':') as (keyof typeof layers)[];
  expect(() => Reflect.apply(layers[op], null, config) as unknown).toThrow(message);
});
