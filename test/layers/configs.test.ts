/** Configs that layers accept, reject and save. */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';
import * as layers from 'tfjs-gather-scatter/layers';
import { makeLayer } from '../support/layer_model.js';
import { titled } from '../support/rows.js';

/** As JavaScript callers can write it. */
const wrong = (options: object) =>
  options as layers.SegmentLayerConfig & Parameters<typeof layers.scatterND>[0];

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

  const rejected = titled<[() => unknown, string]>({
    'axis 0': [
      () => layers.gatherElements({ axis: 0 }),
      'gatherElements: axis is 0, expected an integer other than 0, the batch axis',
    ],
    'axis -0': [
      () => layers.scatterElements({ axis: -0 }),
      'scatterElements: axis is -0, expected an integer other than 0',
    ],
    'axis 1.5': [() => layers.gatherElements({ axis: 1.5 }), 'axis is 1.5, expected an integer'],
    'a string as axis': [
      () => layers.gatherElements(wrong({ axis: '1' })),
      "axis is '1', expected an integer",
    ],
    'batchDims 0': [
      () => layers.gatherND({ batchDims: 0 }),
      'gatherND: batchDims is 0, expected a positive integer',
    ],
    'batchDims -1': [
      () => layers.scatterNDUpdate({ batchDims: -1 }),
      'scatterNDUpdate: batchDims is -1',
    ],
    'batchDims NaN': [() => layers.scatterND({ batchDims: NaN }), 'scatterND: batchDims is NaN'],
    'an option that only another op has': [
      () => layers.gatherND(wrong({ axis: 1 })),
      "gatherND: there is no option 'axis', expected 'batchDims', 'outOfBounds' or 'fill'",
    ],
    'an option of tfjs that it does not have': [
      () => layers.gatherND(wrong({ weights: [] })),
      "there is no option 'weights'",
    ],
    'a reduction': [
      () => layers.scatterND(wrong({ reduction: 'median' })),
      "scatterND: reduction is 'median', expected 'none'",
    ],
    'a fill without dropped sites': [
      () => layers.gatherND({ fill: 1 }),
      "gatherND: fill is 1, expected it only with outOfBounds 'drop'",
    ],
    'a policy': [() => layers.gatherND(wrong({ outOfBounds: 'wrap' })), "outOfBounds is 'wrap'"],
    'no numSegments': [
      () => layers.unsortedSegmentSum(wrong({})),
      'unsortedSegmentSum: numSegments is undefined, expected a nonnegative integer',
    ],
    'numSegments 1.5': [
      () => layers.unsortedSegmentStd({ numSegments: 1.5 }),
      'unsortedSegmentStd: numSegments is 1.5',
    ],
    'an option of segments': [
      () => layers.unsortedSegmentSum(wrong({ numSegments: 1, axis: 1 })),
      "unsortedSegmentSum: there is no option 'axis', expected 'numSegments' or 'outOfBounds'",
    ],
    'the option empty for an op without it': [
      () => layers.unsortedSegmentProd(wrong({ numSegments: 1, empty: 1 })),
      "unsortedSegmentProd: there is no option 'empty', expected 'numSegments' or 'outOfBounds'",
    ],
    'no numSegments for an op along edges': [
      () => layers.gatherSegmentMax(wrong({ empty: 0 })),
      'gatherSegmentMax: numSegments is undefined, expected a nonnegative integer',
    ],
    'weights, which are an input': [
      () => layers.gatherSegmentSum(wrong({ numSegments: 1, weights: [1] })),
      "gatherSegmentSum: there is no option 'weights', expected 'numSegments' or 'outOfBounds'",
    ],
    'the option empty for a sum of rows': [
      () => layers.gatherSegmentMean(wrong({ numSegments: 1, empty: 1 })),
      "gatherSegmentMean: there is no option 'empty'",
    ],
    'a string as the option empty': [
      () => layers.gatherSegmentMin(wrong({ numSegments: 1, empty: 'inf' })),
      "gatherSegmentMin: empty is 'inf', expected a number",
    ],
    'only an axis': [
      () => Reflect.apply(layers.gatherElements, null, [2]) as unknown,
      'gatherElements: config is 2, expected a plain object such as {axis: 2}.',
    ],
    null: [
      () => Reflect.apply(layers.scatterND, null, [null]) as unknown,
      'scatterND: config is null, expected a plain object such as {batchDims: 1}.',
    ],
    'numSegments alone': [
      () => Reflect.apply(layers.unsortedSegmentSum, null, [4]) as unknown,
      'unsortedSegmentSum: config is 4, expected a plain object such as {numSegments: 4}.',
    ],
    'no config for a segment op': [
      () => Reflect.apply(layers.unsortedSegmentMax, null, []) as unknown,
      'unsortedSegmentMax: config is undefined, expected a plain object such as {numSegments: 1}.',
    ],
  });
  test.each(rejected)('rejects: %s', (_, make, message) => {
    expect(make).toThrow(message);
  });
});
