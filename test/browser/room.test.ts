/** Textures that are larger than their tensors: tfjs' ops read them as others, also with shapes as uniforms. */
import type * as Tfjs from '@tensorflow/tfjs';

import { describeInPage, ON_GPU } from '../support/page/describe.js';

/** Sizes that are rounded up, on the longest dimension. */
const SHAPES = [[45], [1, 45], [45, 1], [45, 3], [1, 1, 45], [2, 45, 3], [2, 3, 45, 2]];

const UNIFORMS = { WEBGL_USE_SHAPES_UNIFORMS: true };

describe.each([
  ['shapes in programs', ON_GPU],
  ['shapes as uniforms', { ...ON_GPU, ...UNIFORMS }],
  ['shapes as uniforms, nothing packed', { ...ON_GPU, ...UNIFORMS, WEBGL_PACK: false }],
])('%s', (_, flags) => {
  describeInPage('textures with room', { flags }, (page) => {
    test.each(SHAPES.map((shape) => [shape]))('%j', async (shape) => {
      const found = await page().evaluate(async ({ tf, ops, backend, argument: shape }) => {
        const size = shape.reduce((product, length) => product * length, 1);
        const values = Float32Array.from({ length: size }, (_, i) => i + 1);
        const tensor = () => tf.tensor(values, shape);
        const uploaded = tensor();
        const axis = shape.indexOf(Math.max(...shape));
        const line = tf.range(0, shape[axis], 1, 'int32');
        const column = shape.map((_, d) => (d === axis ? shape[axis] : 1));
        const indices = tf.tensor(
          tf.broadcastTo(tf.reshape(line, column), shape).dataSync(),
          shape,
          'int32',
        );
        const gathered = ops.gatherElements(uploaded, indices, { axis });
        const scaled = ops.gatherND(
          tf.reshape(uploaded, [size]),
          tf.range(0, size, 1, 'int32').reshape([size, 1]),
        );
        const { texShape } = backend().texData.get(gathered.dataId);
        const room = (texShape ?? []).reduce((product, length) => product * length, 1) - size;
        const half = Math.floor(shape[axis] / 2);
        const begin = shape.map((_, d) => (d === axis ? half : 0));
        const rest = shape.map((length, d) => (d === axis ? length - half : length));
        const by: Record<string, (x: Tfjs.Tensor) => Tfjs.Tensor> = {
          read: (x) => tf.clone(x),
          reshape: (x) => tf.reshape(x, [size]),
          'reshape and add': (x) => tf.add(tf.reshape(x, [...shape].reverse()), 1),
          add: (x) => tf.add(x, x),
          'add a plain one': (x) => tf.add(x, tensor()),
          'add a line': (x) => tf.add(x, tf.range(0, shape[shape.length - 1], 1)),
          sqrt: (x) => tf.sqrt(x),
          slice: (x) => tf.slice(x, begin, rest),
          'slice and multiply': (x) => tf.mul(tf.slice(x, begin, rest), 2),
          'slice and gather': (x) =>
            ops.gatherElements(tf.slice(x, begin, rest), tf.zeros(rest, 'int32'), { axis }),
          transpose: (x) => tf.transpose(x),
          sum: (x) => tf.sum(x),
          'sum along an axis': (x) => tf.sum(x, axis),
          max: (x) => tf.max(x, -1),
          concat: (x) => tf.concat([x, tensor(), x], axis),
          pad: (x) =>
            tf.pad(
              x,
              shape.map(() => [1, 2] as [number, number]),
            ),
          reverse: (x) => tf.reverse(x, axis),
          tile: (x) =>
            tf.tile(
              x,
              shape.map(() => 2),
            ),
          cast: (x) => tf.cast(x, 'int32'),
          where: (x) => tf.where(tf.greater(x, size / 2), x, tensor()),
          gather: (x) => tf.gather(x, [half, 0], axis),
          matMul: (x) => tf.matMul(tf.reshape(x, [1, size]), tf.reshape(x, [size, 1])),
          scatter: (x) =>
            ops.scatterElements(x, tf.zeros(shape, 'int32'), x, { axis, reduction: 'add' }),
        };
        const wrong: string[] = [];
        for (const [name, compute] of Object.entries(by)) {
          const expected = String(await compute(tensor()).data());
          for (const [of, x] of Object.entries({
            uploaded,
            gathered,
            flat: tf.reshape(scaled, shape),
          })) {
            if (String(await compute(x).data()) !== expected) wrong.push(`${name} of ${of}`);
          }
        }
        return { room: room > 0, wrong };
      }, shape);
      expect(found).toEqual({ room: true, wrong: [] });
    });
  });
});

describe.each([
  ['floats', {}],
  ['half floats', { WEBGL_FORCE_F16_TEXTURES: true }],
])('%s', (_, more) => {
  const flags = { ...ON_GPU, WEBGL_MAX_TEXTURE_SIZE: 64, ...more };
  describeInPage('data that fills the largest texture', { flags }, (page) => {
    test.each([1, 2])('takes updates in the order of sites, in slices of %d', async (width) => {
      const rows = 4096 / width;
      const found = await page().evaluate(
        async ({ tf, segments, sparse, argument: { rows, width } }) => {
          const all = Array.from({ length: rows }, (_, i) => (i * 3 + 5) % rows);
          const results: boolean[] = [];
          // Few are drawn at their slices, with data below them.
          for (const ids of [
            all,
            [...all.slice(9), ...all.slice(0, 9)],
            [rows - 1, 0, 7, rows - 2],
          ]) {
            const size = ids.length;
            const values = Array.from({ length: size * width }, (_, i) => (i % 99) + 1);
            const expected = new Float32Array(rows * width);
            for (const [i, value] of values.entries()) {
              expected[ids[Math.floor(i / width)] * width + (i % width)] = value;
            }
            const x = tf.tensor2d(values, [size, width]);
            for (const result of [
              segments.unsortedSegmentMax(x, ids, rows, { empty: 0 }),
              segments.unsortedSegmentSum(x, ids, rows),
              sparse.gatherSegmentSum(x, [...ids.keys()], ids, rows),
            ]) {
              results.push((await result.data()).every((value, i) => value === expected[i]));
            }
          }
          return results;
        },
        { rows, width },
      );
      expect(found).toEqual(Array(9).fill(true));
    });
  });
});

describeInPage(
  'the largest texture',
  { flags: { ...ON_GPU, WEBGL_MAX_TEXTURE_SIZE: 32 } },
  (page) => {
    test.each([[[33, 31]], [[1, 33, 31]], [[31, 33, 1]], [[33, 1, 31]]])(
      'holds %j, whose rounded size it cannot hold',
      async (shape) => {
        const found = await page().evaluate(async ({ tf, ops, indexing, argument: shape }) => {
          const x = tf.tensor(
            Float32Array.from({ length: tf.util.sizeFromShape(shape) }, (_, i) => i),
            shape,
          );
          const last = shape[0] - 1;
          const taken = (x: Tfjs.Tensor) => indexing.take(x, [last], { axis: 0 });
          return [
            await tf.sum(tf.grad(taken)(x)).data(),
            await tf.sum(ops.gatherND(x, [[last]])).data(),
            await tf.sum(ops.scatterND(x, [[last]], tf.zeros([1, ...shape.slice(1)]))).data(),
          ].map(([value]) => value);
        }, shape);
        const row = shape.slice(1).reduce((product, length) => product * length, 1);
        const before = (shape[0] - 1) * row;
        const sumTo = (n: number) => (n * n - n) / 2;
        const all = sumTo(before + row);
        expect(found).toEqual([row, all - sumTo(before), sumTo(before)]);
      },
    );
  },
);
