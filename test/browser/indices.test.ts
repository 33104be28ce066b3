/** Indices that are only on the GPU, or still on the host; and sizes that are too large. */
import type * as Tfjs from '@tensorflow/tfjs';

import { describeInPage, ON_GPU, WEBGPU } from '../support/page/describe.js';

describeInPage('indices', { flags: ON_GPU }, (page) => {
  test('on the GPU: an index out of bounds is dropped, or clamped if requested', async () => {
    const found = await page().evaluate(async ({ tf, ops }) => {
      const data = tf.tensor1d([10, 20, 30]);
      const indices = tf.add(tf.tensor1d([0, 4, -9], 'int32'), tf.scalar(1, 'int32'));
      const updates = tf.tensor1d([1, 2, 3]);
      const grid = tf.add(tf.tensor2d([[0, 3]], undefined, 'int32'), tf.scalar(1, 'int32'));
      const values = async (tensor: ReturnType<typeof tf.zeros>) => [...(await tensor.data())];
      return [
        await values(ops.gatherElements(data, indices)),
        await values(ops.gatherElements(data, indices, { outOfBounds: 'clamp' })),
        await values(ops.scatterElements(data, indices, updates, { reduction: 'add' })),
        await values(ops.scatterElements(data, indices, updates, { outOfBounds: 'clamp' })),
        // Out of bounds on its axis, but inside data.
        await values(ops.gatherElements(tf.range(1, 7).mul(10).reshape([2, 3]), grid, { axis: 1 })),
        await values(ops.scatterND(tf.zeros([3, 2]), grid, [7])),
      ];
    });
    expect(found).toEqual([
      [20, 0, 0],
      [20, 30, 10],
      [10, 21, 30],
      [3, 1, 2],
      [20, 0],
      [0, 0, 0, 0, 0, 0],
    ]);
  });

  test('on the GPU: a mask picks the places of a scatter, but not those of a gather', async () => {
    const found = await page().evaluate(async ({ tf, indexing: { at }, errorOf }) => {
      const x = tf.tensor2d([1, 2, 3, 4, 5, 6], [2, 3]);
      const [mask, ofRows] = [tf.greater(x, 2), tf.greater(tf.tensor1d([0, 9]), 2)];
      const values = async (tensor: ReturnType<typeof tf.zeros>) => [...(await tensor.data())];
      return [
        await values(at(x, mask).set(0)),
        await values(at(x, mask).add(x)),
        await values(at(x, ofRows).mul([1, 10, 100])),
        await values(at(x, ':', tf.less(tf.tensor1d([0, 9, 0]), 2)).sub([[1], [2]])),
        await values(tf.grad((x) => at(x, mask).mul(3))(x)),
        errorOf(() => at(x, mask).get()),
        errorOf(() => at(x, ofRows, [0]).set(1)),
        errorOf(() => at(x, mask).set([1, 2, 3, 4])),
      ];
    });
    const onGpu = 'the values of the mask are only on the GPU, expected a mask that the host knows';
    expect(found).toEqual([
      [1, 2, 0, 0, 0, 0],
      [1, 2, 6, 8, 10, 12],
      [1, 2, 3, 4, 50, 600],
      [0, 2, 2, 2, 5, 4],
      [1, 1, 3, 3, 3, 3],
      expect.stringContaining(`at.get: ${onGpu}`),
      expect.stringContaining(`at.set: ${onGpu}`),
      expect.stringContaining('at.set: updates has shape [4], expected [1]'),
    ]);
  });

  test.each(['GATHER_SCATTER_CHECK_INDICES', 'DEBUG'])(
    'on the GPU: an index out of bounds throws with %s',
    async (flag) => {
      const found = await page().evaluate(({ tf, ops, errorOf, argument }) => {
        const indices = tf.add(tf.tensor1d([0, 4], 'int32'), tf.scalar(1, 'int32'));
        const before = tf.env().get(argument);
        tf.env().set(argument, true);
        const message = errorOf(() => ops.gatherElements([10, 20, 30], indices));
        tf.env().set(argument, before);
        return message;
      }, flag);
      expect(found).toMatch(/^Error: gatherElements: indices has the value 5 at \[1\]/);
    },
  );

  test('the flag is off by default', async () => {
    const found = await page().evaluate(({ tf }) => tf.env().get('GATHER_SCATTER_CHECK_INDICES'));
    expect(found).toBe(false);
  });

  test('on the GPU: checkIndices rejects without a stall', async () => {
    const found = await page().evaluate(async ({ tf, ops, count }) => {
      const indices = tf.add(tf.tensor1d([0, 4], 'int32'), tf.scalar(1, 'int32'));
      const stalls = count(tf.backend(), 'readSync');
      const message = await ops.checkIndices([10, 20, 30], indices).catch(String);
      await ops.checkIndices(tf.zeros([9]), indices);
      stalls.stop();
      return { message, stalls: stalls.calls };
    });
    expect(found.message).toMatch(/^Error: checkIndices: indices has the value 5 at \[1\]/);
    expect(found.stalls).toBe(0);
  });

  test('on the host: the halves of an edge_index, as the documents make them', async () => {
    const found = await page().evaluate(async ({ tf, sparse: { gatherSegmentSum }, errorOf }) => {
      const x = tf.ones([3, 2]);
      const edgeIndex = tf.tensor2d([0, 5, 1, 0], [2, 2], 'int32');
      const unstacked = tf.unstack(edgeIndex);
      const made = (await edgeIndex.array()).map((ids) => tf.tensor1d(ids, 'int32'));
      return [unstacked, made].map(([sources, targets]) =>
        // The second call finds what the first one has uploaded.
        [0, 1].map(() => errorOf(() => gatherSegmentSum(x, sources, targets, 2))),
      );
    });
    const unnoticed = expect.not.stringContaining('Error') as string;
    const thrown = expect.stringMatching(/^Error: gatherSegmentSum: sources .* 5/) as string;
    expect(found).toEqual([
      [unnoticed, unnoticed],
      [thrown, thrown],
    ]);
  });

  test('on the host: indices are checked before anything is drawn or allocated', async () => {
    const found = await page().evaluate(({ tf, ops, count, context, errorOf }) => {
      const data = tf.tensor1d([10, 20, 30]);
      const indices = tf.tensor1d([0, 5], 'int32');
      const numTensors = tf.memory().numTensors;
      const draws = count(context(), 'drawArrays');
      const textures = count(context(), 'createTexture');
      const message = errorOf(() =>
        ops.scatterElements(data, indices, [1, 2], { reduction: 'add' }),
      );
      draws.stop();
      textures.stop();
      const left = tf.memory().numTensors - numTensors;
      return { message, draws: draws.calls, textures: textures.calls, left };
    });
    expect(found.message).toMatch(/^Error: scatterElements: indices has the value 5 at \[1\]/);
    expect(found).toMatchObject({ draws: 0, textures: 0, left: 0 });
  });

  test('uploaded by an op: a later call throws like the first', async () => {
    const found = await page().evaluate(({ tf, ops, errorOf }) => {
      const big = tf.zeros([9, 9]);
      const small = tf.zeros([3, 3]);
      const tuples = tf.tensor2d([0, 1, 4, 2, 7, -9, 5, 8], [4, 2], 'int32');
      const dropped = tf.tensor1d([2, -5, 4], 'int32');
      const options = { outOfBounds: 'drop' } as const;
      return [
        errorOf(() => ops.gatherND(big, tuples)),
        errorOf(() => ops.gatherND(small, tuples)),
        errorOf(() => ops.scatterND(tf.zeros([5, 9]), tuples, tf.ones([4]))),
        errorOf(() => ops.scatterND(tf.zeros([9, 5]), tuples, tf.ones([4]), options)),
        errorOf(() => ops.gatherND(tf.zeros([0, 9]), tuples, { outOfBounds: 'clamp' })),
        errorOf(() => ops.gatherND(big, tuples)),
        // A call that cannot fail also sees the values.
        errorOf(() => ops.scatterElements(tf.zeros([3]), dropped, tf.ones([3]), options)),
        errorOf(() => ops.gatherElements(tf.zeros([4]), dropped)),
      ];
    });
    expect(found).toEqual([
      'returned 4',
      'Error: gatherND: indices has the value 4 at [1, 0], which is out of bounds on axis 0 of data, ' +
        'expected an index in [-3, 2].',
      expect.stringMatching(/^Error: scatterND: indices has the value 7 at \[2, 0\]/),
      'returned 9,5',
      expect.stringMatching(
        /^Error: gatherND: indices has the value 0 at \[0, 0\].*no index at all/,
      ),
      'returned 4',
      'returned 3',
      expect.stringMatching(/^Error: gatherElements: indices has the value -5 at \[1\]/),
    ]);
  });

  test('uploaded by an op: ranges are not shared with tuples of another width', async () => {
    const found = await page().evaluate(({ tf, ops, errorOf }) => {
      const pairs = tf.tensor2d([0, 1, 5, 2], [2, 2], 'int32');
      ops.gatherND(tf.zeros([6, 3]), pairs);
      return errorOf(() => ops.gatherND(tf.tensor1d([1, 2, 3]), tf.reshape(pairs, [4, 1])));
    });
    expect(found).toMatch(/^Error: gatherND: indices has the value 5 at \[2, 0\]/);
  });

  test('uploaded by an op: indices are scanned once', async () => {
    const found = await page().evaluate(async ({ tf, ops }) => {
      const data = tf.tensor1d([10, 20, 30]);
      const indices = tf.tensor1d([2, 0], 'int32');
      ops.gatherElements(data, indices);
      // tfjs caches what it reads back; another scan would find this.
      (await indices.data())[1] = 7;
      return [...(await ops.gatherElements(data, indices).data())];
    });
    expect(found).toEqual([30, 10]);
  });

  test('changed on the host before the upload: indices are scanned again', async () => {
    const found = await page().evaluate(({ tf, ops, errorOf }) => {
      const values = Int32Array.of(2, 0);
      const indices = tf.tensor1d(values, 'int32');
      // A gather of empty slices uploads nothing.
      ops.gatherND(tf.zeros([3, 0]), tf.reshape(indices, [2, 1]));
      values[1] = 7;
      return errorOf(() => ops.gatherND(tf.zeros([3]), tf.reshape(indices, [2, 1])));
    });
    expect(found).toMatch(/^Error: gatherND: indices has the value 7 at \[1, 0\]/);
  });
});

describe.each(Object.entries({ webgl: { flags: ON_GPU }, webgpu: WEBGPU }))('on %s', (_, where) => {
  describeInPage('indices', where, (page) => {
    test('changed on the host before an op of tfjs uploads them: nothing vouches for indices', async () => {
      const found = await page().evaluate(async ({ tf, ops, segments, errorOf }) => {
        const values = Int32Array.of(2, 0);
        const indices = tf.tensor1d(values, 'int32');
        // The checks of these see the values, but no program reads them.
        ops.gatherND(tf.zeros([3, 0]), tf.reshape(indices, [2, 1]));
        errorOf(() => ops.gatherElements([10, 20], indices));
        errorOf(() => segments.unsortedSegmentSum([1, 2], indices, 2));
        values.set([1, 1]);
        await tf.add(indices, indices).data();
        const data = [10, 20];
        const tuples = tf.reshape(indices, [2, 1]);
        const sums = ops.scatterND(tf.zeros([2]), tuples, [5, 7], { reduction: 'add' });
        const picked = ops.gatherElements(data, indices);
        return [[...(await sums.data())], [...(await picked.data())]];
      });
      expect(found).toEqual([
        [0, 12],
        [20, 20],
      ]);
    });
  });
});

describe.each([
  ['webgl 2', {}, [[2 ** 24 + 1]], [2 ** 24 + 1, 1], / has length 16777217 on axis 0 /],
  [
    'half floats',
    { WEBGL_FORCE_F16_TEXTURES: true },
    [[3, 2049]],
    [2049, 3],
    / has length 2049 on axis [01] .* at most 2048, or .* half floats/,
  ],
] as const)('%s', (_, flags, [shape], rows, message) => {
  describeInPage(
    'tensors that are too large for indices on the GPU',
    { flags: { ...ON_GPU, ...flags } },
    (page) => {
      test('throw instead of addressing a wrong place', async () => {
        const found = await page().evaluate(
          ({ tf, ops, errorOf, argument }) => {
            const data = tf.zeros([...argument]);
            const ids = (shape: number[]) =>
              tf.add(tf.zeros(shape, 'int32'), tf.scalar(0, 'int32'));
            const indices = ids([1, argument.length]);
            return [
              () => ops.gatherND(data, indices),
              () => ops.scatterND(data, indices, [1]),
              () => ops.gatherElements(data, ids([...argument].fill(1)), { axis: -1 }),
            ].map(errorOf);
          },
          [...shape],
        );
        expect(found).toHaveLength(3);
        for (const each of found) expect(each).toMatch(message);
      });

      test('throw at either end of a product', async () => {
        const found = await page().evaluate(
          ({ tf, sparse, kernelNames, errorOf, argument }) => {
            const many = tf.zeros<Tfjs.Rank.R2>(argument);
            const [rows, row] = argument;
            const one = tf.zeros([1, row]);
            const none = tf.scalar(0, 'int32');
            const zero = tf.add<Tfjs.Tensor1D>(tf.zeros([1], 'int32'), none);
            const pair = tf.add<Tfjs.Tensor2D>(tf.zeros([1, 2], 'int32'), none);
            const values = tf.ones([1]);
            const sum = (x: typeof one, numSegments: number, weights?: typeof values) =>
              sparse.gatherSegmentSum(x, zero, zero, numSegments, { weights });
            const inputs = { indices: zero, sources: zero, data: one, x: many };
            const { DOT } = kernelNames;
            const calls: Record<'x' | 'data', (() => unknown)[]> = {
              x: [
                () => sum(many, 1),
                () => sum(many, 1, values),
                () => sum(tf.reshape(many, [rows, 1, row]), 1, tf.ones([1, 1])),
                () => tf.grad((weights) => sum(many, 1, weights))(values),
                () => sparse.gatherSegmentMean(many, zero, zero, 1),
                () => sparse.gatherSegmentSqrtN(many, zero, zero, 1),
                () => sparse.gatherSegmentMax(many, zero, zero, 1),
                () => sparse.sampledDenseMatMul(pair, one, many),
                () =>
                  sparse.sparseDenseMatMul({ indices: pair, values, denseShape: [1, rows] }, many),
                () => tf.engine().runKernel(DOT, inputs),
              ],
              data: [
                () => sum(one, rows),
                () => sparse.gatherSegmentMin(one, zero, zero, rows),
                () => sparse.sampledDenseMatMul(pair, many, one),
                () =>
                  sparse.sparseDenseMatMul({ indices: pair, values, denseShape: [rows, 1] }, one),
                () => tf.engine().runKernel(DOT, { ...inputs, x: one, data: many }),
              ],
            };
            return Object.entries(calls).flatMap(([name, calls]) =>
              calls.map((call) => [name, errorOf(call)]),
            );
          },
          [...rows] as [number, number],
        );
        expect(found).toHaveLength(15);
        for (const [name, error] of found) {
          expect(error).toMatch(new RegExp(`: ${name}${message.source}`));
        }
      });
    },
  );
});
