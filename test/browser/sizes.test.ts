/** Sizes that the GPU has no room for: a call is refused before it makes anything. */
import { describeInPage, ON_GPU, WEBGPU } from '../support/page/describe.js';

const KINDS = { webgl: { flags: ON_GPU }, webgpu: WEBGPU };

describe.each(Object.entries(KINDS))('on %s', (backend, where) => {
  describeInPage('a size that is too large', where, (page) => {
    test('is refused by name, and what follows is right', async () => {
      const found = await page().evaluate(async (given) => {
        const { tf, ops, segments, sparse, runConverterOp, errorOf, webgpu } = given;
        const most =
          tf.getBackend() === 'webgpu'
            ? webgpu().device.limits.maxStorageBufferBindingSize / 4
            : tf.env().getNumber('WEBGL_MAX_TEXTURE_SIZE') ** 2;
        const [rows, row] = [most / 256 + 1, 256];
        const x = tf.ones([2, row]);
        const ids = tf.tensor1d([0, 1], 'int32');
        const undo = ops.accelerateBuiltins();
        const calls: Record<string, () => unknown> = {
          numSegments: () => segments.unsortedSegmentSum(x, ids, rows),
          'numSegments of a maximum': () => segments.unsortedSegmentMax(x, ids, rows),
          'numSegments of edges': () => sparse.gatherSegmentMean(x, ids, ids, rows),
          size: () => segments.bincount(ids, { size: most + 1 }),
          bins: () => segments.histogramFixedWidth(x, [0, 2], most),
          denseShape: () => {
            const a = { indices: [[0, 1]], values: [1], denseShape: [rows, 2] };
            return sparse.sparseDenseMatMul(a, x);
          },
          shape: () => runConverterOp('ScatterNd', [ids, x, tf.tensor1d([rows, row], 'int32')]),
          output_shape: () => {
            const shape = tf.tensor1d([most + 1], 'int32');
            return runConverterOp('SparseToDense', [ids, shape, tf.ones([2]), tf.scalar(0)]);
          },
          num_segments: () =>
            runConverterOp('UnsortedSegmentMin', [x, ids, tf.scalar(rows, 'int32')]),
          'the last of segment_ids plus one': () =>
            runConverterOp('SegmentSum', [x, tf.tensor1d([0, rows - 1], 'int32')]),
          "tfjs' shape": () => tf.scatterND(ids, x, [rows, row]),
          "tfjs' numSegments": () => tf.unsortedSegmentSum(x, ids, rows),
          'the result': () => ops.gatherND(tf.ones([row]), tf.zeros([rows, 0], 'int32')),
        };
        const messages: Record<string, string> = {};
        const products = new Set<number>();
        for (const [title, call] of Object.entries(calls)) {
          messages[title] = errorOf(call);
          // WebGPU would drop it together with a program on a buffer that is too large.
          const product = await tf.matMul(tf.ones([30, 30]), tf.ones([30, 30])).data();
          for (const value of product) products.add(value);
        }
        undo();
        return { most, messages, products: [...products] };
      });
      const { most, products } = found;
      expect(products).toEqual([30]);
      const rows = most / 256 + 1;
      const device = backend === 'webgpu' ? 'programs can address' : 'the largest texture';
      const asks = (name: string, value: string | number, values: number, shape: string) =>
        expect.stringMatching(
          new RegExp(
            `^Error: [^:]+: ${name} is ${value}, which needs ${values} values \\(shape \\[${shape}\\]\\), ` +
              `expected at most ${most}, the .*${device}`,
          ),
        ) as string;
      const all = most + 256;
      const table = `${rows}, 256`;
      expect(found.messages).toEqual({
        numSegments: asks('numSegments', rows, all, table),
        'numSegments of a maximum': asks('numSegments', rows, all, table),
        'numSegments of edges': asks('numSegments', rows, all, table),
        size: asks('size', most + 1, most + 1, `${most + 1}`),
        bins: asks('bins', most, most + 1, `${most + 1}`),
        denseShape: asks('denseShape of a', `\\[${rows}, 2\\]`, all, table),
        shape: asks('shape', `\\[${table}\\]`, all, table),
        output_shape: asks('output_shape', `\\[${most + 1}\\]`, most + 1, `${most + 1}`),
        num_segments: asks('num_segments', rows, all, table),
        'the last of segment_ids plus one': asks('the last of .* plus one', rows, all, table),
        "tfjs' shape": asks('shape', `\\[${table}\\]`, all, table),
        "tfjs' numSegments": asks('numSegments', rows, all, table),
        'the result': expect.stringContaining(
          `gatherND: the result has ${all} values (shape [${table}]), expected at most ${most}`,
        ) as string,
      });
    });
  });
});
