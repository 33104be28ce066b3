/** Configs that layers accept, reject and save. */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';
import * as layers from 'tfjs-gather-scatter/layers';
import { makeLayer } from '../support/layer_model.js';

describe('configs', () => {
  const full: [string, tf.layers.Layer, object][] = [
    ['GatherElements', layers.gatherElements(), { axis: 1, outOfBounds: 'error' }],
    [
      'GatherND',
      layers.gatherND({ outOfBounds: 'drop', fill: NaN }),
      { batchDims: 1, outOfBounds: 'drop', fill: 'nan' },
    ],
    [
      'ScatterElements',
      layers.scatterElements({ axis: -2, reduction: 'max' }),
      { axis: -2, outOfBounds: 'error', reduction: 'max', includeSelf: true },
    ],
    [
      'ScatterND',
      layers.scatterND({ batchDims: 2, reduction: 'sub', includeSelf: false }),
      { batchDims: 2, outOfBounds: 'error', reduction: 'sub', includeSelf: false },
    ],
    [
      'ScatterNDUpdate',
      layers.scatterNDUpdate({ reduction: 'prod', outOfBounds: 'drop' }),
      { batchDims: 1, outOfBounds: 'drop', reduction: 'prod', includeSelf: true },
    ],
    ...Object.entries(layers)
      .filter(([op]) => op.includes('Segment') && !op.endsWith('SegmentMin'))
      .map(([op]): [string, tf.layers.Layer, object] => [
        `${op[0].toUpperCase()}${op.slice(1)}`,
        makeLayer(op as keyof typeof layers, { numSegments: 3 }),
        { numSegments: 3, outOfBounds: 'error' },
      ]),
    [
      'UnsortedSegmentMin',
      layers.unsortedSegmentMin({ numSegments: 3, outOfBounds: 'drop', empty: Infinity }),
      { numSegments: 3, outOfBounds: 'drop', empty: 'inf' },
    ],
    [
      'GatherSegmentMin',
      layers.gatherSegmentMin({ numSegments: 3, outOfBounds: 'drop', empty: -Infinity }),
      { numSegments: 3, outOfBounds: 'drop', empty: '-inf' },
    ],
  ];

  test('every export makes a layer', () => {
    const names = full.map(([name]) => name.toLowerCase()).sort();
    expect(names).toEqual(
      Object.keys(layers)
        .map((name) => name.toLowerCase())
        .sort(),
    );
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
    expect(layers.gatherSegmentSqrtN({ numSegments: 1 }).name).toMatch(
      /^gather_segment_sqrt_?n_\d+$/,
    );
    expect(layers.unsortedSegmentLogSumExp({ numSegments: 1 }).name).toMatch(
      /^unsorted_segment_log_sum_exp_\d+$/,
    );
  });

  /** Configs as JavaScript callers can write them. */
  const rejected: [op: keyof typeof layers, config: unknown, message: string][] = [
    ['gatherElements', { axis: 0 }, 'axis is 0, expected an integer other than 0, the batch axis'],
    ['scatterElements', { axis: -0 }, 'axis is -0, expected an integer other than 0'],
    ['gatherElements', { axis: 1.5 }, 'axis is 1.5, expected an integer'],
    ['gatherElements', { axis: '1' }, "axis is '1', expected an integer"],
    ['gatherND', { batchDims: 0 }, 'batchDims is 0, expected a positive integer'],
    ['scatterNDUpdate', { batchDims: -1 }, 'batchDims is -1'],
    ['scatterND', { batchDims: NaN }, 'batchDims is NaN'],
    [
      'gatherND',
      { axis: 1 },
      "there is no option 'axis', expected 'batchDims', 'outOfBounds' or 'fill'",
    ],
    ['gatherND', { weights: [] }, "there is no option 'weights'"],
    ['scatterND', { reduction: 'median' }, "reduction is 'median', expected 'none'"],
    ['gatherND', { fill: 1 }, "fill is 1, expected it only with outOfBounds 'drop'"],
    ['gatherND', { outOfBounds: 'wrap' }, "outOfBounds is 'wrap'"],
    ['unsortedSegmentSum', {}, 'numSegments is undefined, expected a nonnegative integer'],
    ['unsortedSegmentStd', { numSegments: 1.5 }, 'numSegments is 1.5'],
    [
      'unsortedSegmentSum',
      { numSegments: 1, axis: 1 },
      "there is no option 'axis', expected 'numSegments' or 'outOfBounds'",
    ],
    [
      'unsortedSegmentProd',
      { numSegments: 1, empty: 1 },
      "there is no option 'empty', expected 'numSegments' or 'outOfBounds'",
    ],
    ['gatherSegmentMax', { empty: 0 }, 'numSegments is undefined, expected a nonnegative integer'],
    [
      'gatherSegmentSum',
      { numSegments: 1, weights: [1] },
      "there is no option 'weights', expected 'numSegments' or 'outOfBounds'",
    ],
    ['gatherSegmentMean', { numSegments: 1, empty: 1 }, "there is no option 'empty'"],
    ['gatherSegmentMin', { numSegments: 1, empty: 'inf' }, "empty is 'inf', expected a number"],
    ['gatherElements', 2, 'config is 2, expected a plain object such as {axis: 2}.'],
    ['scatterND', null, 'config is null, expected a plain object such as {batchDims: 1}.'],
    ['unsortedSegmentSum', 4, 'config is 4, expected a plain object such as {numSegments: 4}.'],
    [
      'unsortedSegmentMax',
      undefined,
      'config is undefined, expected a plain object such as {numSegments: 1}.',
    ],
  ];
  test.each(rejected)('%s rejects: %p', (op, config, message) => {
    expect(() => Reflect.apply(layers[op], null, [config]) as unknown).toThrow(`${op}: ${message}`);
  });
});
